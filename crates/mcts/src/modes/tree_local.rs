//! One tree with a lock for each node (Chaslot, Winands, van den Herik 2008: local mutexes). A
//! worker holds the lock of the node at which it chooses, makes children or adds a result. So
//! choosing a child and marking it are one operation for all workers at the node.

use std::sync::Mutex;

use crate::evaluator::Evaluator;
use crate::game::Game;
use crate::modes::{LockId, Mode, hold};
use crate::tree::Tree;
use crate::worker::{Phase, Progress, Worker};

/// The tree and its locks.
pub(crate) struct TreeLocal<G> {
    tree: Tree<G>,
    locks: Box<[Mutex<()>]>,
}

impl<G: Game> TreeLocal<G> {
    pub(crate) fn new(tree: Tree<G>) -> TreeLocal<G> {
        let locks = (0..tree.arena.capacity()).map(|_| Mutex::new(())).collect();
        TreeLocal { tree, locks }
    }
}

impl<G: Game, E: Evaluator<G>> Mode<G, E> for TreeLocal<G> {
    fn step(&self, worker: &mut Worker<G, E>) -> Progress {
        let lock = self.lock(worker);
        let _held = lock.map(|LockId(node)| hold(&self.locks[node as usize]));
        worker.step(&self.tree)
    }

    fn lock(&self, worker: &Worker<G, E>) -> Option<LockId> {
        let takes = !matches!(worker.phase, Phase::Start | Phase::Simulate);
        takes.then(|| LockId(worker.here().0))
    }

    fn trees(&self) -> &[Tree<G>] {
        std::slice::from_ref(&self.tree)
    }

    fn trees_mut(&mut self) -> &mut [Tree<G>] {
        std::slice::from_mut(&mut self.tree)
    }
}
