//! What workers report to the main worker: node counts, depth reached, results of root moves.
//!
//! The report lies in shared memory, and the main worker reads it between searches of the root. The
//! worker that absorbs a root move writes its result, holding the root's lock; everything else is
//! counters. All words are relaxed atomics, apart from the one that publishes a new best move.

use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicI32, AtomicU16, AtomicU32, AtomicU64};

use cleave_board::{Move, Value};
use cleave_shared_memory::Shareable;

use crate::line::Line;
use crate::scored_moves::CAPACITY;
use crate::units::{MAX_PLY, Ply};

/// The results of one search of the root, and the node count of the whole search.
#[derive(Shareable)]
pub struct RootReport {
    nodes: AtomicU64,
    deepest: AtomicU32,
    current: AtomicU32,
    /// The number of the root move that became the best one last in this search of the root, or 0.
    newest: AtomicU32,
    /// Indexed by the number of the move in this search of the root, from 1; 0 for no move.
    moves: [Entry; CAPACITY],
}

/// The report on one root move.
#[derive(Shareable)]
struct Entry {
    nodes: AtomicU64,
    result: AtomicU32,
    value: AtomicI32,
    deepest: AtomicU32,
    line_len: AtomicU32,
    line: [AtomicU16; MAX_PLY],
}

/// Values of [`Entry::result`].
const UNSEARCHED: u32 = 0;
const FAILED_LOW: u32 = 1;
const NEW_BEST: u32 = 2;

/// What the workers have reported on a root move.
pub struct RootMoveReport {
    /// Nodes searched below it.
    pub nodes: u64,
    /// The result of its search.
    pub result: RootResult,
}

impl RootMoveReport {
    /// Its value, if that is above `alpha`.
    pub fn value_above(&self, alpha: Value) -> Option<Value> {
        match &self.result {
            RootResult::NewBest(best) => Some(best.value).filter(|&value| value > alpha),
            _ => None,
        }
    }
}

/// The result of a root move in a search of the root.
pub enum RootResult {
    /// The search of the move has not finished.
    Unsearched,
    /// The move is no better than those before it.
    FailedLow,
    /// The move was the first to be searched, or is better than all before it.
    NewBest(Box<NewBest>),
}

/// A root move that was the first to be searched, or is better than all before it.
pub struct NewBest {
    /// Its value.
    pub value: Value,
    /// The best line below it.
    pub below: Line,
    /// The deepest ply reached so far in the iteration.
    pub selective_depth: u32,
}

impl RootReport {
    /// Resets the node count for a new search.
    pub fn begin_search(&self) {
        self.nodes.store(0, Relaxed);
    }

    /// Resets the depth reached for a new iteration.
    pub fn begin_iteration(&self) {
        self.deepest.store(0, Relaxed);
    }

    /// Resets the results of all root moves for a new search of the root.
    pub fn begin_root(&self) {
        for entry in &self.moves {
            entry.nodes.store(0, Relaxed);
            entry.result.store(UNSEARCHED, Relaxed);
        }
        self.current.store(0, Relaxed);
        self.newest.store(0, Relaxed);
    }

    /// Adds nodes searched below the root move of this number, 0 for none.
    pub fn count(&self, number: u16, nodes: u64, deepest: Ply) {
        self.nodes.fetch_add(nodes, Relaxed);
        self.moves[usize::from(number)].nodes.fetch_add(nodes, Relaxed);
        self.deepest.fetch_max(deepest.index() as u32, Relaxed);
    }

    /// Forgets the search of the root under way, its nodes included.
    pub fn restart_root(&self) {
        let lost: u64 = self.moves.iter().map(|entry| entry.nodes.load(Relaxed)).sum();
        self.nodes.fetch_sub(lost, Relaxed);
        self.begin_root();
    }

    /// Nodes searched by all workers in this search, as far as they have published them.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }

    /// Records that the root move of this number has been handed out.
    pub fn set_current(&self, number: u16) {
        self.current.store(u32::from(number), Relaxed);
    }

    /// The number of the root move handed out last.
    pub fn current(&self) -> u16 {
        self.current.load(Relaxed) as u16
    }

    /// Records the result of a root move; `new_best` is its value if it was the first or is better
    /// than all before it. Called with the root's lock held, once for each move of a search of the
    /// root.
    pub fn record(&self, number: u16, new_best: Option<Value>, below: &Line) {
        let entry = &self.moves[usize::from(number)];
        let Some(value) = new_best else {
            entry.result.store(FAILED_LOW, Relaxed);
            return;
        };
        entry.value.store(value.get(), Relaxed);
        entry.deepest.store(self.deepest.load(Relaxed), Relaxed);
        entry.line_len.store(below.moves().len() as u32, Relaxed);
        for (slot, mv) in entry.line.iter().zip(below.moves()) {
            slot.store(mv.bits(), Relaxed);
        }
        entry.result.store(NEW_BEST, Relaxed);
        // A reader that sees this number sees the whole entry, which is not written again in this
        // search of the root.
        self.newest.store(number.into(), Release);
    }

    /// The number and result of the root move recorded last as a new best. Safe to call while other
    /// workers search.
    pub fn newest_best(&self) -> Option<(u16, NewBest)> {
        let number = self.newest.load(Acquire);
        (number != 0).then(|| (number as u16, self.moves[number as usize].new_best()))
    }

    /// The report on the root move of this number. Called only when no worker searches.
    pub fn of_move(&self, number: usize) -> RootMoveReport {
        let entry = &self.moves[number];
        let result = match entry.result.load(Relaxed) {
            UNSEARCHED => RootResult::Unsearched,
            NEW_BEST => RootResult::NewBest(Box::new(entry.new_best())),
            _ => RootResult::FailedLow,
        };
        RootMoveReport { nodes: entry.nodes.load(Relaxed), result }
    }
}

impl Entry {
    fn new_best(&self) -> NewBest {
        let line = &self.line[..self.line_len.load(Relaxed) as usize];
        NewBest {
            value: Value::new(self.value.load(Relaxed)),
            below: Line::from_moves(line.iter().map(|mv| Move::from_bits(mv.load(Relaxed)))),
            selective_depth: self.deepest.load(Relaxed),
        }
    }
}
