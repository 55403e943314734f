//! A worker in an artificial tree.

use std::hint::black_box;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use cleave_shared_memory::Shareable;

use super::shape::{Shape, mix};

/// What all explorers share, in the arena.
#[derive(Shareable)]
pub struct Census {
    /// Set from outside: the search shall stop.
    pub stop: AtomicBool,
    /// Nodes after which a search stops by itself, if not 0.
    pub stop_after: AtomicU64,
    /// Nodes visited by all; counted only if that matters for stopping.
    pub visited: AtomicU64,
}

impl Census {
    /// A census at zero.
    pub fn new() -> Census {
        Census {
            stop: AtomicBool::new(false),
            stop_after: AtomicU64::new(0),
            visited: AtomicU64::new(0),
        }
    }
}

impl Default for Census {
    fn default() -> Census {
        Census::new()
    }
}

/// What one explorer has visited.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counters {
    /// Nodes opened.
    pub nodes: u64,
    /// Leaves among them.
    pub leaves: u64,
    /// A sum over all nodes with their windows and the order in which they came: equal if and only
    /// if two searches are the same, for all practical purposes.
    pub fingerprint: u64,
}

/// A worker's own state: the path it is on, and what it has seen.
pub struct Explorer<'a> {
    census: &'a Census,
    pub(super) shape: Shape,
    /// The key of the node at each ply.
    pub(super) path: [u64; 64],
    counters: Counters,
    stopped: bool,
}

impl<'a> Explorer<'a> {
    /// An explorer that knows no tree yet.
    pub fn new(census: &'a Census) -> Explorer<'a> {
        Explorer {
            census,
            shape: Shape::default(),
            path: [0; 64],
            counters: Counters::default(),
            stopped: false,
        }
    }

    /// What it has seen in all its life.
    pub fn counters(&self) -> Counters {
        self.counters
    }

    pub(super) fn begin(&mut self, shape: &Shape) {
        self.shape = *shape;
        self.stopped = false;
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// Looks if the search shall stop.
    pub(super) fn look(&mut self) {
        let limit = self.census.stop_after.load(Ordering::Relaxed);
        let over = limit != 0 && self.census.visited.load(Ordering::Relaxed) >= limit;
        self.stopped |= over || self.census.stop.load(Ordering::Relaxed);
    }

    /// Counts a node about to be opened.
    pub(super) fn visit(&mut self, key: u64, window: (i32, i32), is_leaf: bool) {
        self.counters.nodes += 1;
        self.counters.leaves += u64::from(is_leaf);
        let here = mix(key ^ (window.0 as u64) ^ ((window.1 as u64) << 32));
        self.counters.fingerprint = mix(self.counters.fingerprint ^ here);
        for round in 0..self.shape.work {
            black_box(round);
        }
        if self.census.stop_after.load(Ordering::Relaxed) != 0 {
            self.census.visited.fetch_add(1, Ordering::Relaxed);
        }
        self.look();
    }
}
