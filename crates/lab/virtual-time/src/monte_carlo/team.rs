//! The loop: chooses the next worker, charges its step, and wakes the workers that it lets go on.

use std::collections::HashMap;

use cleave_mcts::{Evaluator, Game, LockId, Progress, Search};
use cleave_smp::WorkerId;

use super::locks::{Entry, Lines, Queue};
use super::prices::Prices;
use crate::virtual_time::{Clock, Ticks};

/// The figures of a search in virtual time. Times are sums over all workers.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MonteCarloRun {
    /// From the beginning to the end of the last playout.
    pub time: Ticks,
    /// Playouts that have been evaluated. Those that end at proven leaves are not.
    pub evaluated: u64,
    /// Ways down from the root.
    pub descents: u64,
    /// Plies of all of them.
    pub plies: u64,
    /// The greatest depth.
    pub depth: u32,
    /// Work in the tree.
    pub tree: Ticks,
    /// Work in playouts.
    pub playouts: Ticks,
    /// Taking locks and waiting for them.
    pub locks: Ticks,
    /// Fetching cache lines and waiting for them.
    pub lines: Ticks,
    /// Without work.
    pub idle: Ticks,
    /// A hash over the worker and time of every step: equal for equal runs.
    pub hash: u64,
}

impl MonteCarloRun {
    /// Returns the time of all workers together.
    pub fn total(&self) -> Ticks {
        self.tree + self.playouts + self.locks + self.lines + self.idle
    }

    /// Mean plies of a way down; 0 if there was none.
    pub fn mean_depth(&self) -> f64 {
        self.plies as f64 / self.descents.max(1) as f64
    }
}

/// Searches until this time; playouts that have begun by then are brought to their end. The root may be
/// proven before.
pub fn run<G: Game + 'static, E: Evaluator<G>>(
    search: &mut Search<G, E>,
    prices: &Prices,
    deadline: Ticks,
) -> MonteCarloRun {
    search.allow(1 << 40);
    Team::new(search, prices, deadline).run()
}

struct Team<'s, G: Game, E: Evaluator<G>> {
    search: &'s mut Search<G, E>,
    prices: &'s Prices,
    deadline: Ticks,
    clock: Clock,
    locks: HashMap<LockId, Queue>,
    lines: Lines,
    /// Since when each worker has had nothing to do, or has waited for a lock.
    since: Vec<Option<Ticks>>,
    is_idle: Vec<bool>,
    run: MonteCarloRun,
}

impl<'s, G: Game + 'static, E: Evaluator<G>> Team<'s, G, E> {
    fn new(search: &'s mut Search<G, E>, prices: &'s Prices, deadline: Ticks) -> Team<'s, G, E> {
        let workers = search.workers();
        let mut clock = Clock::default();
        (0..workers).for_each(|worker| clock.schedule(Ticks::ZERO, WorkerId::new(worker)));
        Team {
            search,
            prices,
            deadline,
            clock,
            locks: HashMap::new(),
            lines: Lines::default(),
            since: vec![None; workers],
            is_idle: vec![false; workers],
            run: MonteCarloRun::default(),
        }
    }

    fn run(mut self) -> MonteCarloRun {
        let mut ends = vec![Ticks::ZERO; self.since.len()];
        let mut is_over = false;
        loop {
            while let Some((now, id)) = self.clock.next() {
                if now >= self.deadline && !is_over {
                    self.search.stop();
                    is_over = true;
                }
                if let Some(end) = self.turn(id.index(), now) {
                    ends[id.index()] = end;
                }
            }
            // Workers also come out when a tree needs room, which is made at no cost.
            if is_over || !self.search.make_room() {
                break;
            }
            for (worker, &end) in ends.iter().enumerate() {
                self.clock.schedule(end, WorkerId::new(worker));
            }
        }
        self.run.time = ends.iter().copied().max().unwrap_or_default();
        // A worker that has finished has nothing to do until all have.
        self.run.idle += ends.iter().map(|&end| self.run.time.less(end)).sum();
        self.run
    }

    /// Makes a worker's turn. Returns the time if that was its last.
    fn turn(&mut self, worker: usize, now: Ticks) -> Option<Ticks> {
        if let Some(since) = self.since[worker].take() {
            let waited = now.less(since);
            let idle = std::mem::take(&mut self.is_idle[worker]);
            *if idle { &mut self.run.idle } else { &mut self.run.locks } += waited;
        }
        let lock = self.search.lock(worker);
        let mut at = now;
        if let Some(lock) = lock {
            match self.locks.entry(lock).or_default().ask(worker, now) {
                Entry::Enters { is_foreign } => {
                    let transfer = if is_foreign { self.prices.transfer } else { Ticks::ZERO };
                    at += self.prices.lock + transfer;
                    self.run.locks += at.less(now);
                }
                Entry::ComesAgain(then) => {
                    self.since[worker] = Some(now);
                    self.clock.schedule(then, WorkerId::new(worker));
                    return None;
                }
                Entry::Waits => {
                    self.since[worker] = Some(now);
                    return None;
                }
            }
        }
        self.trace(worker, now);
        let phase = self.search.phase(worker);
        let progress = self.search.step(worker);
        let end = self.charge(worker, at, progress);
        if let Some(next) = lock.and_then(|lock| self.locks.get_mut(&lock)?.keep(end)) {
            self.clock.schedule(end, WorkerId::new(next));
        }
        match progress {
            Progress::Working => {
                self.clock.schedule(end, WorkerId::new(worker));
                if self.search.phase(worker) != phase {
                    self.wake(end);
                }
            }
            Progress::Idle => {
                self.since[worker] = Some(end);
                self.is_idle[worker] = true;
            }
            Progress::Done => {
                self.wake(end);
                return Some(end);
            }
        }
        None
    }

    /// Charges a worker for the step that it made at this time. Returns the end of the step.
    fn charge(&mut self, worker: usize, at: Ticks, progress: Progress) -> Ticks {
        let has_trees = self.search.trees().len() > 1;
        let usage = self.search.usage(worker);
        let mut tree = self.prices.of(usage).less(self.prices.of_playouts(usage));
        if progress != Progress::Working {
            tree += self.prices.look;
        } else if usage.written.first() == Some(&cleave_mcts::NodeId::ROOT) && usage.backed_up == 0
        {
            tree += self.prices.begin;
            self.run.descents += 1;
        }
        let playouts = self.prices.of_playouts(usage);
        self.run.tree += tree;
        self.run.playouts += playouts;
        self.run.evaluated += u64::from(usage.simulated);
        self.run.plies += u64::from(usage.selected);
        self.run.depth = self.run.depth.max(usage.depth);
        let worked = at + tree + playouts;
        let mut end = worked;
        // In trees of their own workers share no line.
        if !has_trees {
            for node in &usage.written {
                end = self.lines.write(node.index(), worker, end, self.prices.transfer);
            }
        }
        self.run.lines += end.less(worked);
        usage.clear();
        end
    }

    /// Workers without work look again.
    fn wake(&mut self, at: Ticks) {
        for worker in 0..self.is_idle.len() {
            if std::mem::take(&mut self.is_idle[worker]) {
                // A look that has not ended yet comes to its end first.
                let since = self.since[worker].take().unwrap_or(at);
                self.run.idle += at.less(since);
                self.clock.schedule(at.max(since), WorkerId::new(worker));
            }
        }
    }

    fn trace(&mut self, worker: usize, now: Ticks) {
        for word in [worker as u64, now.0] {
            self.run.hash = (self.run.hash ^ word).wrapping_mul(0x0000_0100_0000_01B3);
        }
    }
}
