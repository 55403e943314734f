//! The context of a worker that searches an artificial tree.

use std::hint::black_box;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use cleave_shared_memory::Shareable;
use cleave_smp::random::mix;

use super::shape::Shape;

/// When to stop a search; shared by all workers, in the arena.
#[derive(Shareable)]
pub struct StopControl {
    /// Set from outside to stop the search.
    pub stop: AtomicBool,
    /// The number of visited nodes at which a search stops, or 0 for no limit.
    pub stop_after: AtomicU64,
    /// Nodes visited by all workers; counted only while there is a limit.
    pub visited: AtomicU64,
}

impl StopControl {
    /// No stop, no limit.
    pub fn new() -> StopControl {
        StopControl {
            stop: AtomicBool::new(false),
            stop_after: AtomicU64::new(0),
            visited: AtomicU64::new(0),
        }
    }
}

impl Default for StopControl {
    fn default() -> StopControl {
        StopControl::new()
    }
}

/// The nodes that one worker has visited.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Visits {
    /// Nodes opened.
    pub nodes: u64,
    /// Leaves among them.
    pub leaves: u64,
    /// A hash over all nodes, with their windows, in the order visited: equal if two searches are
    /// equal, and practically only then.
    pub fingerprint: u64,
}

/// A worker's own state: the path to its node, and its visits.
pub struct Explorer<'a> {
    control: &'a StopControl,
    pub(super) shape: Shape,
    /// The key of the node at each ply.
    pub(super) path: [u64; 64],
    /// The part of the root's children that this worker searches: the first, and the distance to the
    /// next.
    pub(super) share: (u16, u16),
    deepening: Option<u64>,
    /// True if its roots can become roots of a single worker.
    pub(super) has_own_roots: bool,
    /// Values may rest on guesses, and so be wrong.
    pub(super) is_presumed: bool,
    visits: Visits,
    stopped: bool,
    /// The number of visited nodes at which it panics.
    panics_at: Option<u64>,
}

impl<'a> Explorer<'a> {
    /// Returns an explorer that has no tree yet.
    pub fn new(control: &'a StopControl) -> Explorer<'a> {
        Explorer {
            control,
            shape: Shape::default(),
            path: [0; 64],
            share: (0, 1),
            deepening: None,
            has_own_roots: true,
            is_presumed: false,
            visits: Visits::default(),
            stopped: false,
            panics_at: None,
        }
    }

    /// Returns an explorer of a game without roots of single workers: each worker searches the root of the team.
    pub fn without_own_roots(control: &'a StopControl) -> Explorer<'a> {
        Explorer { has_own_roots: false, ..Explorer::new(control) }
    }

    /// When to stop.
    pub fn control(&self) -> &'a StopControl {
        self.control
    }

    /// Returns all that it has visited.
    pub fn visits(&self) -> Visits {
        self.visits
    }

    /// Sets the number of an iterative deepening: searches of the same root with the same number are iterations of one.
    /// By default each search has its own number.
    pub fn set_deepening(&mut self, number: u64) {
        self.deepening = Some(number);
    }

    /// Makes this worker panic when it has visited this many nodes, like a game with a bug.
    pub fn panic_after(&mut self, nodes: u64) {
        self.panics_at = Some(nodes);
    }

    pub(super) fn deepening(&self) -> Option<u64> {
        self.deepening
    }

    /// Gets ready to search a tree of this shape.
    pub fn prepare(&mut self, shape: &Shape) {
        self.shape = *shape;
        self.stopped = false;
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// Checks whether the search must stop.
    pub(super) fn check_stop(&mut self) {
        let limit = self.control.stop_after.load(Ordering::Relaxed);
        let over = limit != 0 && self.control.visited.load(Ordering::Relaxed) >= limit;
        self.stopped |= over || self.control.stop.load(Ordering::Relaxed);
    }

    /// Counts a node about to be opened.
    pub(super) fn visit(&mut self, key: u64, window: (i32, i32), is_leaf: bool) {
        self.visits.nodes += 1;
        assert!(self.panics_at != Some(self.visits.nodes), "on purpose");
        self.visits.leaves += u64::from(is_leaf);
        let here = mix(key ^ (window.0 as u64) ^ ((window.1 as u64) << 32));
        self.visits.fingerprint = mix(self.visits.fingerprint ^ here);
        for round in 0..self.shape.work {
            black_box(round);
        }
        if self.control.stop_after.load(Ordering::Relaxed) != 0 {
            self.control.visited.fetch_add(1, Ordering::Relaxed);
        }
        self.check_stop();
    }
}
