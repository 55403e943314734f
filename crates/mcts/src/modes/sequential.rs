//! The sequential search, for reading and comparison: one worker, one playout after the other.

use crate::evaluator::Evaluator;
use crate::game::Game;
use crate::tree::Tree;
use crate::worker::{Phase, Worker};

/// Makes all playouts that the tree allows.
pub(crate) fn search<G: Game, E: Evaluator<G>>(tree: &Tree<G>, worker: &mut Worker<G, E>) {
    while let Some((number, _)) = tree.take_playouts(1) {
        worker.begin(tree, number);
        while worker.phase == Phase::Select {
            worker.select(tree);
        }
        worker.expand(tree);
        if worker.phase == Phase::Simulate {
            let value = worker.simulate(tree);
            worker.observe(1, value.of_opponent().units());
        }
        if worker.phase == Phase::Grow {
            worker.grow(tree);
        }
        while worker.phase == Phase::BackUp {
            worker.back_up(tree);
        }
    }
}
