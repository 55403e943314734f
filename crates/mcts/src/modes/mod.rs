//! Five modes in which workers share the work. The names are from the literature (Chaslot, Winands,
//! van den Herik 2008; Enzenberger, Müller 2009).
//!
//! | mode | shared | waiting |
//! |---|---|---|
//! | [`leaf`] | the leaf: all workers evaluate the same leaf | all for the slowest |
//! | [`root`] | nothing until the end: a tree for each worker | none |
//! | [`tree_global`] | one tree, one lock around it | all for the worker in the tree |
//! | [`tree_local`] | one tree, a lock for each node | workers at the same node |
//! | [`tree_lockfree`] | one tree of atomic words | none |
//!
//! A mode defines a worker's step, and the lock that the step takes. With one worker all modes are
//! the same search: [`sequential`].

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

/// The number of a lock of a mode. A simulation needs it; the mode itself takes the lock.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct LockId(pub u32);

/// A way to share the work.
pub trait Mode<G: Game, E: Evaluator<G>>: Send + Sync {
    /// Makes one step of a worker.
    fn step(&self, worker: &mut Worker<G, E>) -> Progress;

    /// Returns the lock that the next step of this worker takes and releases.
    fn lock(&self, _worker: &Worker<G, E>) -> Option<LockId> {
        None
    }

    /// Returns the trees, at least one.
    fn trees(&self) -> &[Tree<G>];

    /// Returns the trees for changes. No worker may be in them.
    fn trees_mut(&mut self) -> &mut [Tree<G>];
}

/// The modes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[non_exhaustive]
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
    /// All modes.
    pub const ALL: [ModeName; 5] = [
        ModeName::Leaf,
        ModeName::Root,
        ModeName::TreeGlobal,
        ModeName::TreeLocal,
        ModeName::TreeLockfree,
    ];

    /// The names of the modes, in commands and tables.
    pub const NAMES: [&str; 5] = ["leaf", "root", "tree-global", "tree-local", "tree-lockfree"];

    /// Returns the name in commands and tables.
    pub fn name(self) -> &'static str {
        ModeName::NAMES[self as usize]
    }
}

/// Takes a lock. If a worker has panicked while it held the lock, the search is over, but the tree
/// is still readable.
pub(crate) fn hold<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}
