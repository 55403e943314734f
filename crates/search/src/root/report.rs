//! The report of workers to the main worker: nodes, depth reached, results of root moves.
//!
//! The report is in memory that all workers share, and is read between the searches of the root. The worker that
//! absorbs a root move writes its result, with the root's lock held. Each worker counts everything else for itself
//! ([`Tallies`](super::tallies::Tallies)), whenever it leaves a block, and once in 512 nodes.
//!
//! If every worker searches the root by itself, it keeps its own results ([`own_root`](crate::algorithms)). Results
//! that count are published in the report.

use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicI32, AtomicU16, AtomicU32};

use cleave_board::{Move, Value};
use cleave_shared_memory::Shareable;

use super::tallies::TallyBase;
use crate::line::Line;
use crate::ordering::scored_moves::CAPACITY;
use crate::units::{Depth, MAX_PLY};

/// The counters of the whole search, and reports on the iteration under way and on the next one, which workers may have
/// begun.
#[derive(Shareable)]
pub(crate) struct RootReport {
    /// The base of the workers' tallies.
    pub(crate) tally_base: TallyBase,
    /// The iterations of even depth and of odd depth.
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
    /// The number of the root move that beat alpha last, or 0.
    pub(crate) newest: AtomicU32,
    /// By number of the move in its search, from 1.
    pub(crate) moves: [Entry; CAPACITY],
}

/// The report on a root move.
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
    /// The search of the move did not end.
    Unsearched,
    /// The move is no better than those before it.
    FailedLow,
    /// The move was the first, or better than all before it.
    NewBest(Box<NewBest>),
}

impl RootResult {
    /// Returns the value of the move, if it has beaten alpha.
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
    /// Returns the report on the iteration of this depth.
    pub(crate) fn of(&self, iteration: Depth) -> &IterationReport {
        &self.iterations[iteration.get() as usize % 2]
    }

    /// Clears the report on the iteration of this depth.
    pub(crate) fn begin(&self, iteration: Depth) {
        self.tally_base.begin_iteration(iteration);
        self.begin_root(iteration);
    }

    /// Begins a search of the root in this iteration. No result of any move is known.
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

    /// Notes that the root move with this number has been handed out.
    pub(crate) fn set_current(&self, number: u16) {
        self.current.store(u32::from(number), Relaxed);
    }

    /// Returns the number of the root move handed out last.
    pub(crate) fn current(&self) -> u16 {
        self.current.load(Relaxed) as u16
    }

    /// Returns the team's results.
    pub(crate) fn results(&self) -> &RootResults {
        &self.results
    }
}

impl RootResults {
    /// Clears the results when a search of the root begins.
    pub(crate) fn clear(&self) {
        for entry in &self.moves {
            entry.result.store(UNSEARCHED, Relaxed);
        }
        self.newest.store(0, Relaxed);
    }

    /// Clears the results of a search that did not end, and returns the list.
    pub(crate) fn cleared(&self) -> &RootResults {
        self.clear();
        self
    }

    /// Returns true if no root move has become the best one. A worker that has finished the root has one.
    pub(crate) fn is_empty(&self) -> bool {
        self.newest.load(Acquire) == 0
    }

    /// Records a searched root move. `new_best` is its value if it was the first or is better than all before it.
    /// `deepest` is the deepest ply reached. Called once for each move of a search of the root. If other workers search
    /// it too, the root's lock is held.
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

    /// Returns the root move that was recorded last as the best one in this search of the root, and its data. May be
    /// called while others search.
    pub(crate) fn newest_best(&self) -> Option<(u16, NewBest)> {
        let number = self.newest.load(Acquire);
        (number != 0).then(|| (number as u16, self.moves[number as usize].new_best()))
    }

    /// Returns the result of the root move with this number. Call it only when no worker searches.
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
