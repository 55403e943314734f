//! One tree with one lock (Chaslot, Winands, van den Herik 2008: a global mutex). A worker holds
//! the lock on its way down and again on its way up, and releases it to evaluate the leaf. Long
//! playouts hide the lock; short playouts queue at it.

use std::sync::Mutex;

use crate::evaluator::Evaluator;
use crate::game::Game;
use crate::modes::{LockId, Mode, hold};
use crate::tree::Tree;
use crate::worker::{Phase, Progress, Worker};

/// The tree and its lock.
pub(crate) struct TreeGlobal<G> {
    tree: Tree<G>,
    lock: Mutex<()>,
}

impl<G: Game> TreeGlobal<G> {
    pub(crate) fn new(tree: Tree<G>) -> TreeGlobal<G> {
        TreeGlobal { tree, lock: Mutex::new(()) }
    }
}

impl<G: Game, E: Evaluator<G>> Mode<G, E> for TreeGlobal<G> {
    fn step(&self, worker: &mut Worker<G, E>) -> Progress {
        if worker.phase == Phase::Simulate {
            return worker.step(&self.tree);
        }
        let _held = hold(&self.lock);
        loop {
            let progress = worker.step(&self.tree);
            let leaves = matches!(worker.phase, Phase::Start | Phase::Simulate);
            if leaves || progress != Progress::Working {
                return progress;
            }
        }
    }

    fn lock(&self, worker: &Worker<G, E>) -> Option<LockId> {
        (worker.phase != Phase::Simulate).then_some(LockId(0))
    }

    fn trees(&self) -> &[Tree<G>] {
        std::slice::from_ref(&self.tree)
    }

    fn trees_mut(&mut self) -> &mut [Tree<G>] {
        std::slice::from_mut(&mut self.tree)
    }
}
