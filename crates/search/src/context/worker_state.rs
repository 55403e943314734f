//! The state that a worker keeps from one search to the next.

use cleave_board::Move;

use crate::algorithms::OwnRoot;
use crate::evaluation::Evaluation;
use crate::ordering::scored_moves::ScoredMoves;
use crate::units::MAX_PLY;

/// The evaluation, move lists and killers of one worker.
pub(crate) struct WorkerState {
    pub(crate) evaluation: Evaluation,
    pub(crate) quiescence_lists: Vec<ScoredMoves>,
    pub(crate) killers: [[Move; 2]; MAX_PLY],
    /// The root, if this worker searches it by itself.
    #[cfg_attr(not(feature = "algorithms"), allow(dead_code))]
    pub(crate) own_root: OwnRoot,
}

impl WorkerState {
    /// Creates the state of a worker with this evaluation.
    pub(crate) fn new(evaluation: Evaluation) -> WorkerState {
        WorkerState {
            evaluation,
            quiescence_lists: vec![ScoredMoves::EMPTY; MAX_PLY],
            killers: [[Move::NONE; 2]; MAX_PLY],
            own_root: OwnRoot::new(),
        }
    }
}
