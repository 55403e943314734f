//! What a worker keeps to itself from search to search.

use cleave_board::Move;
#[cfg(test)]
use cleave_board::{Key, Value};
use cleave_eval::Evaluator;

use crate::root_report::RootResults;
use crate::scored_moves::ScoredMoves;
#[cfg(test)]
use crate::units::Depth;
use crate::units::MAX_PLY;

/// A worker's own evaluator, and its lists of moves.
pub struct WorkerState {
    pub(crate) evaluator: Evaluator,
    pub(crate) quiescence_lists: Vec<ScoredMoves>,
    pub(crate) killers: [[Move; 2]; MAX_PLY],
    /// What this worker has found out about the root moves, when it searches the root by itself.
    pub(crate) root_results: Box<RootResults>,
    /// A sum over all nodes visited, in order.
    #[cfg(test)]
    pub(crate) fingerprint: u64,
}

impl WorkerState {
    /// Enters a node and its window in the fingerprint.
    #[cfg(test)]
    pub(crate) fn visit(&mut self, key: Key, alpha: Value, beta: Value, depth: Depth) {
        for word in [key.0, alpha.get() as u64, beta.get() as u64, depth.get() as u64] {
            self.fingerprint = (self.fingerprint ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            self.fingerprint ^= self.fingerprint >> 29;
        }
    }

    /// A worker state with this evaluator.
    pub fn new(evaluator: Evaluator) -> WorkerState {
        WorkerState {
            evaluator,
            quiescence_lists: vec![ScoredMoves::EMPTY; MAX_PLY],
            killers: [[Move::NONE; 2]; MAX_PLY],
            root_results: RootResults::new(),
            #[cfg(test)]
            fingerprint: 0,
        }
    }
}
