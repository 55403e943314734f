//! What workers tell the one that talks to people: nodes, depth reached, results of root moves.
//!
//! It lies in memory that all workers share, and is read between the searches of the root. Results
//! of root moves are written by whoever absorbs them, with the root's lock held; everything else is
//! counters. All words are relaxed atomics, and none is written more often than once in a
//! thousand nodes.

use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicI32, AtomicU16, AtomicU32, AtomicU64};

use cleave_board::{Move, Value};
use cleave_shared_memory::Shareable;

use crate::line::Line;
use crate::ranked::CAPACITY;
use crate::units::{MAX_PLY, Ply};

/// The results of one search of the root, and the counters of the whole search.
#[derive(Shareable)]
pub struct Ledger {
    nodes: AtomicU64,
    deepest: AtomicU32,
    current: AtomicU32,
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

/// What has become of a root move.
pub struct Told {
    /// Nodes spent on it.
    pub nodes: u64,
    /// `None` if it has not been searched to the end; inside, what is known if it was better than
    /// all before it.
    pub result: Option<Option<Success>>,
}

/// A root move better than all before it.
pub struct Success {
    /// Its value.
    pub value: Value,
    /// The best line below it.
    pub below: Line,
    /// The deepest ply reached so far.
    pub deepest: u32,
}

impl Ledger {
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
    }

    /// A worker has searched so many nodes more below the root move of this number, or of none, 0.
    pub fn count(&self, number: u16, nodes: u64, deepest: Ply) {
        self.nodes.fetch_add(nodes, Relaxed);
        self.moves[usize::from(number)].nodes.fetch_add(nodes, Relaxed);
        self.deepest.fetch_max(deepest.index() as u32, Relaxed);
    }

    /// Nodes searched by all in this search, as far as they have told.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }

    /// Corrects that number, when it is known exactly.
    pub fn set_nodes(&self, nodes: u64) {
        self.nodes.store(nodes, Relaxed);
    }

    /// The root move of this number has been handed out.
    pub fn set_current(&self, number: u16) {
        self.current.store(u32::from(number), Relaxed);
    }

    /// The number of the root move handed out last.
    pub fn current(&self) -> usize {
        self.current.load(Relaxed) as usize
    }

    /// A root move has been searched; `success` is its value if it is better than all before it.
    pub fn record(&self, number: u16, success: Option<Value>, below: &Line) {
        let entry = &self.moves[usize::from(number)];
        if let Some(value) = success {
            entry.value.store(value.get(), Relaxed);
            entry.deepest.store(self.deepest.load(Relaxed), Relaxed);
            entry.length.store(below.moves().len() as u32, Relaxed);
            for (place, mv) in entry.line.iter().zip(below.moves()) {
                place.store(mv.bits(), Relaxed);
            }
        }
        entry.fate.store(if success.is_some() { BEST_SO_FAR } else { NO_BETTER }, Relaxed);
    }

    /// What is known of the root move of this number, when nobody searches.
    pub fn told(&self, number: usize) -> Told {
        let entry = &self.moves[number];
        let success = || Success {
            value: Value::new(entry.value.load(Relaxed)),
            below: Line::from_moves(
                entry.line[..entry.length.load(Relaxed) as usize]
                    .iter()
                    .map(|mv| Move::from_bits(mv.load(Relaxed))),
            ),
            deepest: entry.deepest.load(Relaxed),
        };
        let result = match entry.fate.load(Relaxed) {
            UNSEARCHED => None,
            BEST_SO_FAR => Some(Some(success())),
            _ => Some(None),
        };
        Told { nodes: entry.nodes.load(Relaxed), result }
    }
}
