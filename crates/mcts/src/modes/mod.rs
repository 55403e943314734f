//! Five ways for workers to share the work, named as in the literature (Chaslot, Winands, van den Herik
//! 2008; Enzenberger, Müller 2009).
//!
//! | mode | what is shared | who waits |
//! |---|---|---|
//! | [`leaf`] | the leaf: all workers evaluate the same one | all for the slowest |
//! | [`root`] | nothing until the end: a tree for each worker | nobody |
//! | [`tree_global`] | one tree, one lock around it | all for the worker in the tree |
//! | [`tree_local`] | one tree, a lock for each node | those at the same node |
//! | [`tree_lockfree`] | one tree of atomic words | nobody |
//!
//! A mode says what a worker does in one step, and which lock the step takes. All modes are the same
//! search with one worker: [`sequential`].

pub mod leaf;
pub mod root;
pub mod sequential;
pub mod tree_global;
pub mod tree_local;
pub mod tree_lockfree;

use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::evaluator::Evaluator;
use crate::game::Game;
use crate::tree::Tree;
use crate::worker::{Progress, Worker};

/// A lock of a mode, by number. What it is called for is simulating it: the mode itself takes it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct LockId(pub u32);

/// How workers share the work.
pub trait Mode<G: Game, E: Evaluator<G>>: Send + Sync {
    /// Makes one step of a worker.
    fn step(&self, worker: &mut Worker<G, E>) -> Progress;

    /// The lock that the next step of this worker takes and releases.
    fn lock(&self, _worker: &Worker<G, E>) -> Option<LockId> {
        None
    }

    /// The trees, at least one.
    fn trees(&self) -> &[Tree<G>];

    /// The trees, while no worker is in them.
    fn trees_mut(&mut self) -> &mut [Tree<G>];
}

/// The modes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum ModeName {
    /// All workers evaluate the same leaf.
    Leaf,
    /// Each worker has a tree of its own.
    Root,
    /// One tree with one lock.
    TreeGlobal,
    /// One tree with a lock for each node.
    TreeLocal,
    /// One tree without locks.
    TreeLockfree,
}

impl ModeName {
    /// All of them.
    pub const ALL: [ModeName; 5] = [
        ModeName::Leaf,
        ModeName::Root,
        ModeName::TreeGlobal,
        ModeName::TreeLocal,
        ModeName::TreeLockfree,
    ];

    /// Their names, in commands and tables.
    pub const NAMES: [&str; 5] = ["leaf", "root", "tree-global", "tree-local", "tree-lockfree"];

    /// As in commands and tables.
    pub fn name(self) -> &'static str {
        ModeName::NAMES[self as usize]
    }
}

/// Takes a lock. A worker that panicked while it held the lock has ended the search; the tree stays
/// readable.
fn hold<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}
