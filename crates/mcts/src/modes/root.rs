//! Gives each worker a tree (Cazenave, Jouandeau 2007). At the end of the search the visits and
//! values of the root's moves are added. No worker waits, and all trees are as shallow as one
//! worker's tree. The first tree is the tree of the sequential search. The others have other random
//! numbers.

use crate::evaluator::Evaluator;
use crate::game::Game;
use crate::modes::Mode;
use crate::tree::Tree;
use crate::worker::{Progress, Worker};

/// The trees, indexed by worker.
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
