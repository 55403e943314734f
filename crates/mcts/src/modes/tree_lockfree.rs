//! One tree without locks (Enzenberger, Müller 2009): workers share only atomic words. Their
//! version may lose updates. This one loses none, because visits and values are added in one
//! operation.

use crate::evaluator::Evaluator;
use crate::game::Game;
use crate::modes::Mode;
use crate::tree::Tree;
use crate::worker::{Progress, Worker};

/// The tree.
pub(crate) struct TreeLockfree<G>(pub(crate) Tree<G>);

impl<G: Game, E: Evaluator<G>> Mode<G, E> for TreeLockfree<G> {
    fn step(&self, worker: &mut Worker<G, E>) -> Progress {
        worker.step(&self.0)
    }

    fn trees(&self) -> &[Tree<G>] {
        std::slice::from_ref(&self.0)
    }

    fn trees_mut(&mut self) -> &mut [Tree<G>] {
        std::slice::from_mut(&mut self.0)
    }
}
