//! What a worker keeps from one search to the next.

use cleave_board::Move;
#[cfg(test)]
use cleave_board::{Key, Value};

use crate::evaluation::Evaluation;
use crate::ordering::scored_moves::ScoredMoves;
use crate::root::own::OwnRoot;
#[cfg(test)]
use crate::units::Depth;
use crate::units::MAX_PLY;

/// The evaluation, move lists and killers of one worker.
pub(crate) struct WorkerState {
    pub(crate) evaluation: Evaluation,
    pub(crate) quiescence_lists: Vec<ScoredMoves>,
    pub(crate) killers: [[Move; 2]; MAX_PLY],
    /// The root, when this worker searches it by itself.
    pub(crate) own_root: OwnRoot,
    /// A hash over all nodes visited, in order.
    #[cfg(test)]
    pub(crate) fingerprint: u64,
}

impl WorkerState {
    /// Adds a node and its window to the fingerprint.
    #[cfg(test)]
    pub(crate) fn visit(&mut self, key: Key, alpha: Value, beta: Value, depth: Depth) {
        for word in [key.0, alpha.get() as u64, beta.get() as u64, depth.get() as u64] {
            self.fingerprint = (self.fingerprint ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            self.fingerprint ^= self.fingerprint >> 29;
        }
    }

    /// The state of a worker with this evaluation.
    pub(crate) fn new(evaluation: Evaluation) -> WorkerState {
        WorkerState {
            evaluation,
            quiescence_lists: vec![ScoredMoves::EMPTY; MAX_PLY],
            killers: [[Move::NONE; 2]; MAX_PLY],
            own_root: OwnRoot::new(),
            #[cfg(test)]
            fingerprint: 0,
        }
    }
}
