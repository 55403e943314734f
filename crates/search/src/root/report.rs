//! What workers report to the main worker: nodes, depth reached, results of root moves.
//!
//! The report lies in memory that all workers share, and is read between the searches of the root.
//! The worker that absorbs a root move writes its result, with the root's lock held; everything else
//! is counted by each worker for itself ([`Tallies`](super::tallies::Tallies)), whenever it leaves a block, and once in 512 nodes.
//!
//! Where every worker searches the root by itself, it keeps results of its own
//! ([`own_root`](crate::algorithms)), and those that count are published in the report.

use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicI32, AtomicU16, AtomicU32};

use cleave_board::{Move, Value};
use cleave_shared_memory::Shareable;

use super::tallies::TallyBase;
use crate::line::Line;
use crate::ordering::scored_moves::CAPACITY;
use crate::units::{Depth, MAX_PLY};

/// The counters of the whole search, and a report on the iteration under way and on the next one, which
/// workers may have begun.
#[derive(Shareable)]
pub(crate) struct RootReport {
    /// What the tallies of the workers are of.
    pub(crate) tally_base: TallyBase,
    /// The iterations of even depth and those of odd depth.
    iterations: [IterationReport; 2],
}

/// The results of the root in one iteration.
#[derive(Shareable)]
pub(crate) struct IterationReport {
    current: AtomicU32,
    results: RootResults,
}

/// The results of the root moves in one search of the root.
#[derive(Shareable)]
pub(crate) struct RootResults {
    /// The number of the root move that has beaten alpha last, or 0.
    pub(crate) newest: AtomicU32,
    /// By number of the move in its search, from 1.
    pub(crate) moves: [Entry; CAPACITY],
}

/// What is reported of a root move.
#[derive(Shareable)]
pub(crate) struct Entry {
    pub(crate) result: AtomicU32,
    pub(crate) value: AtomicI32,
    pub(crate) deepest: AtomicU32,
    pub(crate) length: AtomicU32,
    pub(crate) line: [AtomicU16; MAX_PLY],
}

/// Values of [`Entry::result`].
pub(crate) const UNSEARCHED: u32 = 0;
pub(crate) const FAILED_LOW: u32 = 1;
pub(crate) const NEW_BEST: u32 = 2;

/// The result of a root move in a search of the root.
pub(crate) enum RootResult {
    /// It has not been searched to the end.
    Unsearched,
    /// It is no better than those before it.
    FailedLow,
    /// It was the first, or better than all before it.
    NewBest(Box<NewBest>),
}

impl RootResult {
    /// Its value, if it has beaten alpha.
    pub(crate) fn value_above(&self, alpha: Value) -> Option<Value> {
        match self {
            RootResult::NewBest(best) => Some(best.value).filter(|&value| value > alpha),
            _ => None,
        }
    }
}

/// A root move that was the first to be searched, or better than all before it.
pub(crate) struct NewBest {
    /// Its value.
    pub(crate) value: Value,
    /// The best line below it.
    pub(crate) below: Line,
    /// The deepest ply reached so far.
    pub(crate) selective_depth: u32,
}

impl RootReport {
    /// The report on the iteration of this depth.
    pub(crate) fn of(&self, iteration: Depth) -> &IterationReport {
        &self.iterations[iteration.get() as usize % 2]
    }

    /// Nothing is known of the iteration of this depth yet.
    pub(crate) fn begin(&self, iteration: Depth) {
        self.tally_base.begin_iteration(iteration);
        self.begin_root(iteration);
    }

    /// A search of the root begins in this iteration: nothing is known of any move.
    pub(crate) fn begin_root(&self, iteration: Depth) {
        self.tally_base.begin_root(iteration);
        self.of(iteration).begin_root();
    }
}

impl IterationReport {
    fn begin_root(&self) {
        self.current.store(0, Relaxed);
        self.results.clear();
    }

    /// The root move of this number has been handed out.
    pub(crate) fn set_current(&self, number: u16) {
        self.current.store(u32::from(number), Relaxed);
    }

    /// The number of the root move handed out last.
    pub(crate) fn current(&self) -> u16 {
        self.current.load(Relaxed) as u16
    }

    /// The results that are those of the team.
    pub(crate) fn results(&self) -> &RootResults {
        &self.results
    }
}

impl RootResults {
    /// A search of the root begins: nothing is known of any move.
    pub(crate) fn clear(&self) {
        for entry in &self.moves {
            entry.result.store(UNSEARCHED, Relaxed);
        }
        self.newest.store(0, Relaxed);
    }

    /// The same, cleared of the results of a search that has come to no end.
    pub(crate) fn cleared(&self) -> &RootResults {
        self.clear();
        self
    }

    /// True if no root move has become the best one. A worker that has finished the root has had one.
    pub(crate) fn is_empty(&self) -> bool {
        self.newest.load(Acquire) == 0
    }

    /// A root move has been searched; `new_best` is its value if it was the first or is better than
    /// all before it, and `deepest` the deepest ply reached. Called once for each move of a search
    /// of the root, with the root's lock held if others search it, too.
    pub(crate) fn record(&self, number: u16, new_best: Option<Value>, deepest: u32, below: &Line) {
        let entry = &self.moves[usize::from(number)];
        let Some(value) = new_best else {
            entry.result.store(FAILED_LOW, Relaxed);
            return;
        };
        entry.value.store(value.get(), Relaxed);
        entry.deepest.store(deepest, Relaxed);
        entry.length.store(below.moves().len() as u32, Relaxed);
        for (place, mv) in entry.line.iter().zip(below.moves()) {
            place.store(mv.bits(), Relaxed);
        }
        entry.result.store(NEW_BEST, Relaxed);
        // A reader of this number sees the whole entry: it is not written again in this search.
        self.newest.store(number.into(), Release);
    }

    /// The root move that was recorded as the best one last in this search of the root, and what is
    /// known of it. May be asked while others search.
    pub(crate) fn newest_best(&self) -> Option<(u16, NewBest)> {
        let number = self.newest.load(Acquire);
        (number != 0).then(|| (number as u16, self.moves[number as usize].new_best()))
    }

    /// The result of the root move of this number; to be asked when no worker searches.
    pub(crate) fn result(&self, number: usize) -> RootResult {
        let entry = &self.moves[number];
        match entry.result.load(Relaxed) {
            UNSEARCHED => RootResult::Unsearched,
            NEW_BEST => RootResult::NewBest(Box::new(entry.new_best())),
            _ => RootResult::FailedLow,
        }
    }
}

impl Entry {
    fn new_best(&self) -> NewBest {
        let line = &self.line[..self.length.load(Relaxed) as usize];
        NewBest {
            value: Value::new(self.value.load(Relaxed)),
            below: Line::from_moves(line.iter().map(|mv| Move::from_bits(mv.load(Relaxed)))),
            selective_depth: self.deepest.load(Relaxed),
        }
    }
}
