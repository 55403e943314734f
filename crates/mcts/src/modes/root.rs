//! A tree for each worker (Cazenave, Jouandeau 2007). They meet when the search is over: the visits and
//! values of the root's moves are added. Nobody waits, and all trees are as shallow as that of one worker.
//! The first tree is that of the sequential search; the others have other random numbers.

use crate::evaluator::Evaluator;
use crate::game::Game;
use crate::modes::Mode;
use crate::tree::Tree;
use crate::worker::{Progress, Worker};

/// The trees, by worker.
pub(crate) struct Root<G>(pub(crate) Vec<Tree<G>>);

impl<G: Game, E: Evaluator<G>> Mode<G, E> for Root<G> {
    fn step(&self, worker: &mut Worker<G, E>) -> Progress {
        worker.step(&self.0[worker.id])
    }

    fn trees(&self) -> &[Tree<G>] {
        &self.0
    }

    fn trees_mut(&mut self) -> &mut [Tree<G>] {
        &mut self.0
    }
}
