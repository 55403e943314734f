//! Workers that search the same root until one of them has decided it.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
use std::thread;

use cleave_board::Move;

use super::numbers::{NEVER, Numbers};
use super::question::Question;
use super::{Place, Search};
use crate::node::MateNode;
use crate::prover::Verdict;
use crate::solver::Solver;

/// A root, and what its workers share in addition to the tables.
pub(super) struct Race<'r> {
    root: Question,
    /// The first moves to try, or `None` for all.
    allowed: Option<&'r [Move]>,
    helpers: usize,
    is_over: AtomicBool,
    /// The answer of the first worker that had one.
    verdict: AtomicU32,
}

/// No worker has an answer.
const OPEN: u32 = u32::MAX;
/// There is no mate. Other values are the bits of the move that mates.
const NO: u32 = OPEN - 1;

/// Answers a question that the root alone does not answer, with this many helpers: does one of the first moves mate?
pub(crate) fn ask(
    solver: &mut Solver<'_>,
    root: &MateNode,
    allowed: Option<&[Move]>,
    helpers: usize,
) -> Verdict {
    let (is_over, verdict) = (AtomicBool::new(false), AtomicU32::new(OPEN));
    let root = Question { position: root.position, moves: root.moves, attacks: true };
    let race = Race { root, allowed, helpers, is_over, verdict };
    let (shared, is_near_fifty) = (solver.shared, solver.is_near_fifty);
    thread::scope(|scope| {
        for _ in 0..helpers {
            scope.spawn(|| {
                let mut solver = Solver::new(shared, None);
                solver.is_near_fifty = is_near_fifty;
                race.run(&mut solver);
                solver.publish();
            });
        }
        race.run(solver);
    });
    race.verdict()
}

impl Race<'_> {
    /// Searches until this worker or another has decided the root, or until this one is stopped.
    fn run(&self, solver: &mut Solver<'_>) {
        let place = self.root.place(solver);
        let decided_at = usize::MAX;
        let mut search =
            Search { solver, race: self, path: Vec::new(), decided_at, best: Move::NONE };
        let limits = Numbers { win: NEVER, loss: NEVER };
        let verdict = match search.search(&self.root, place, self.allowed, limits) {
            Numbers::WON => search.best.bits().into(),
            numbers if numbers.is_decided() => NO,
            _ => OPEN,
        };
        if verdict != OPEN {
            self.verdict.store(verdict, Relaxed);
        }
        self.is_over.store(true, Relaxed);
    }

    pub(super) fn is_over(&self) -> bool {
        self.is_over.load(Relaxed)
    }

    pub(super) fn has_helpers(&self) -> bool {
        self.helpers > 0
    }

    /// Returns the number of workers that search a node.
    pub(super) fn workers_in(&self, solver: &Solver<'_>, place: Place) -> u32 {
        if self.has_helpers() { solver.shared.numbers.workers(place.numbers) } else { 0 }
    }

    fn verdict(&self) -> Verdict {
        match self.verdict.load(Relaxed) {
            OPEN => Verdict::Stopped,
            NO => Verdict::No,
            bits => Verdict::By(Move::from_bits(bits as u16)),
        }
    }
}
