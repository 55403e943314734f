//! What workers tell the one that talks to people: nodes, depth reached, results of root moves.
//!
//! It lies in memory that all workers share, and is read between the searches of the root. Results
//! of root moves are written by whoever absorbs them, with the root's lock held; everything else is
//! counters. All words are relaxed atomics, and none is written more often than once in a
//! thousand nodes.

use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicI32, AtomicU16, AtomicU32, AtomicU64};

use cleave_board::{Move, Value};
use cleave_shared_memory::Shareable;

use crate::line::Line;
use crate::scored_moves::CAPACITY;
use crate::units::{MAX_PLY, Ply};

/// The results of one search of the root, and the counters of the whole search.
#[derive(Shareable)]
pub struct RootReport {
    nodes: AtomicU64,
    deepest: AtomicU32,
    current: AtomicU32,
    /// The number of the root move that has beaten alpha last in this search of the root, or 0.
    newest: AtomicU32,
    /// By number of the move in its search, from 1.
    moves: [Entry; CAPACITY],
}

/// What is told of a root move.
#[derive(Shareable)]
struct Entry {
    nodes: AtomicU64,
    fate: AtomicU32,
    value: AtomicI32,
    deepest: AtomicU32,
    length: AtomicU32,
    line: [AtomicU16; MAX_PLY],
}

/// Values of [`Entry::fate`].
const UNSEARCHED: u32 = 0;
const NO_BETTER: u32 = 1;
const BEST_SO_FAR: u32 = 2;

/// What the workers have told of a root move.
pub struct RootMoveReport {
    /// Nodes spent on it.
    pub nodes: u64,
    /// What came of it.
    pub result: RootResult,
}

impl RootMoveReport {
    /// Its value, if it has beaten alpha.
    pub fn success_above(&self, alpha: Value) -> Option<Value> {
        match &self.result {
            RootResult::BestSoFar(success) => Some(success.value).filter(|&value| value > alpha),
            _ => None,
        }
    }
}

/// What has come of a root move in a search of the root.
pub enum RootResult {
    /// It has not been searched to the end.
    Unsearched,
    /// It is no better than those before it.
    NoBetter,
    /// It was the first, or better than all before it.
    BestSoFar(Box<Success>),
}

/// A root move that was the first to be searched, or better than all before it.
pub struct Success {
    /// Its value.
    pub value: Value,
    /// The best line below it.
    pub below: Line,
    /// The deepest ply reached so far.
    pub deepest: u32,
}

impl RootReport {
    /// A search begins.
    pub fn begin_search(&self) {
        self.nodes.store(0, Relaxed);
    }

    /// An iteration begins.
    pub fn begin_iteration(&self) {
        self.deepest.store(0, Relaxed);
    }

    /// A search of the root begins: nothing is known of any move.
    pub fn begin_root(&self) {
        for entry in &self.moves {
            entry.nodes.store(0, Relaxed);
            entry.fate.store(UNSEARCHED, Relaxed);
        }
        self.current.store(0, Relaxed);
        self.newest.store(0, Relaxed);
    }

    /// A worker has searched so many nodes more below the root move of this number, or of none, 0.
    pub fn count(&self, number: u16, nodes: u64, deepest: Ply) {
        self.nodes.fetch_add(nodes, Relaxed);
        self.moves[usize::from(number)].nodes.fetch_add(nodes, Relaxed);
        self.deepest.fetch_max(deepest.index() as u32, Relaxed);
    }

    /// Forgets the search of the root under way, its nodes included.
    pub fn restart_root(&self) {
        let wasted: u64 = self.moves.iter().map(|entry| entry.nodes.load(Relaxed)).sum();
        self.nodes.fetch_sub(wasted, Relaxed);
        self.begin_root();
    }

    /// Nodes searched by all in this search, as far as they have told.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }

    /// The root move of this number has been handed out.
    pub fn set_current(&self, number: u16) {
        self.current.store(u32::from(number), Relaxed);
    }

    /// The number of the root move handed out last.
    pub fn current(&self) -> u16 {
        self.current.load(Relaxed) as u16
    }

    /// A root move has been searched; `success` is its value if it was the first or is better than
    /// all before it. Called with the root's lock held, once for each move of a search of the root.
    pub fn record(&self, number: u16, success: Option<Value>, below: &Line) {
        let entry = &self.moves[usize::from(number)];
        let Some(value) = success else {
            entry.fate.store(NO_BETTER, Relaxed);
            return;
        };
        entry.value.store(value.get(), Relaxed);
        entry.deepest.store(self.deepest.load(Relaxed), Relaxed);
        entry.length.store(below.moves().len() as u32, Relaxed);
        for (place, mv) in entry.line.iter().zip(below.moves()) {
            place.store(mv.bits(), Relaxed);
        }
        entry.fate.store(BEST_SO_FAR, Relaxed);
        // Who sees this number sees the entry whole: it is not written again in this search.
        self.newest.store(number.into(), Release);
    }

    /// The root move that was recorded as a success last in this search of the root, and what is
    /// known of it. May be asked while others search.
    pub fn newest_success(&self) -> Option<(u16, Success)> {
        let number = self.newest.load(Acquire);
        (number != 0).then(|| (number as u16, self.moves[number as usize].success()))
    }

    /// What is known of the root move of this number, when nobody searches.
    pub fn reported(&self, number: usize) -> RootMoveReport {
        let entry = &self.moves[number];
        let result = match entry.fate.load(Relaxed) {
            UNSEARCHED => RootResult::Unsearched,
            BEST_SO_FAR => RootResult::BestSoFar(Box::new(entry.success())),
            _ => RootResult::NoBetter,
        };
        RootMoveReport { nodes: entry.nodes.load(Relaxed), result }
    }
}

impl Entry {
    fn success(&self) -> Success {
        let line = &self.line[..self.length.load(Relaxed) as usize];
        Success {
            value: Value::new(self.value.load(Relaxed)),
            below: Line::from_moves(line.iter().map(|mv| Move::from_bits(mv.load(Relaxed)))),
            deepest: self.deepest.load(Relaxed),
        }
    }
}
