//! Iterative deepening: one ply deeper each time, each iteration ordering the next.

use cleave_board::Value;

use crate::drive::Drive;
use crate::params::{ASPIRATION_DEPTH, ASPIRATION_WINDOW};
use crate::root::RootMove;
use crate::units::Depth;
use crate::worker::Worker;
use crate::{Thinking, Verdict};

/// Searches the root deeper and deeper until a limit is reached. Returns the last depth finished.
/// The result is in the order of `worker.root`.
pub fn iterate(
    worker: &mut Worker,
    drive: &mut Drive<'_, '_, '_>,
    last: Depth,
    multi_pv: usize,
) -> Depth {
    let lines = multi_pv.clamp(1, worker.root.len());
    let mut progress = Progress::default();
    let mut finished = Depth::ZERO;
    let mut depth = Depth::new(1);
    while depth <= last {
        worker.begin_iteration(depth);
        for rank in 0..lines {
            aspirate(worker, drive, depth, rank);
            if worker.is_stopped() {
                return finished;
            }
        }
        finished = depth;
        progress.note(worker);
        if progress.is_enough(worker, depth) {
            break;
        }
        depth += 1;
    }
    finished
}

/// Searches the root with a narrow window around the last value, and a wider one for as long as
/// the value falls outside.
fn aspirate(worker: &mut Worker, drive: &mut Drive<'_, '_, '_>, depth: Depth, rank: usize) {
    let expected = worker.root.from_rank(rank)[0].value();
    let full = (-Value::INFINITE, Value::INFINITE);
    let mut width = ASPIRATION_WINDOW;
    let (mut alpha, mut beta) = if depth < ASPIRATION_DEPTH || expected.is_mate() {
        full
    } else {
        (expected - width, expected + width)
    };
    loop {
        let value = drive.search_root(worker, rank, (alpha, beta), depth);
        let Some(value) = value else {
            return;
        };
        let verdict = if value <= alpha {
            beta = Value::new((alpha.get() + beta.get()) / 2);
            alpha = value - width;
            Verdict::AtMost
        } else if value >= beta {
            beta = value + width;
            Verdict::AtLeast
        } else {
            Verdict::Exact
        };
        report(worker, rank, verdict);
        if verdict == Verdict::Exact {
            return;
        }
        width += width / 2;
        if width > 500 || value.is_mate() {
            (alpha, beta) = full;
        }
        alpha = alpha.max(-Value::INFINITE);
        beta = beta.min(Value::INFINITE);
    }
}

/// Shows the host the best line of this rank.
pub fn report(worker: &mut Worker, rank: usize, verdict: Verdict) {
    let Some(best) = worker.root.get(rank) else {
        return;
    };
    let line = Thinking {
        depth: worker.iteration().get() as u32,
        selective_depth: best.selective_depth(),
        value: best.value(),
        verdict,
        rank: rank + 1,
        elapsed: worker.control.timer().elapsed(),
        nodes: worker.nodes_of_all(),
        hashfull: worker.shared.table.hashfull(),
        line: best.line().moves().to_vec(),
    };
    worker.control.show(&line);
}

/// How settled the search is: what the time to think depends on.
#[derive(Default)]
struct Progress {
    best: cleave_board::Move,
    /// Iterations since the best move changed.
    steady: u32,
    value: Value,
    /// How far the value has fallen since the last iteration.
    fallen: i32,
}

impl Progress {
    fn note(&mut self, worker: &Worker) {
        let Some(best) = worker.root.get(0) else {
            return;
        };
        self.steady = if best.mv() == self.best { self.steady + 1 } else { 0 };
        self.best = best.mv();
        self.fallen = self.value - best.value();
        self.value = best.value();
    }

    /// True if another iteration is not worth its time.
    fn is_enough(&self, worker: &Worker, depth: Depth) -> bool {
        let timer = worker.control.timer();
        if timer.is_running() {
            if worker.root.len() == 1 {
                return true;
            }
            // A mate found and seen again, well within the depth, will not get shorter.
            let mate = self.value.mate_distance();
            if mate.is_some_and(|moves| depth.get() > 2 * moves.abs() + 2) {
                return true;
            }
        }
        timer.is_enough(worker.nodes_of_all(), self.stretch(worker))
    }

    /// The soft limit in percent: longer while the best move wavers or the value falls, shorter
    /// when nearly all nodes go into one move.
    fn stretch(&self, worker: &Worker) -> u32 {
        let steadiness = [160, 120, 100, 90, 80][self.steady.min(4) as usize];
        let falling = 100 + self.fallen.clamp(-10, 60);
        let best = worker.root.get(0).map_or(0, RootMove::nodes);
        let share = (100 * best / worker.nodes_of_all().max(1)) as i32;
        let spread = 150 - share;
        (steadiness * falling / 100 * spread / 100 * 11 / 10).max(20) as u32
    }
}
