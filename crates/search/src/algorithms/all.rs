//! Teams that can be set to any algorithm, and the fields that their workers keep in their contexts.

pub use cleave_algorithms::Algorithm;
use cleave_algorithms::SetAlgorithm;
pub(crate) use cleave_algorithms::{Arena, HelperSlot, Team};

pub(crate) use super::ballot::Ballot;
pub(crate) use super::context::final_results;
pub(crate) use super::own_root::OwnRoot;
use crate::context::worker_state::WorkerState;
use crate::node::ChessNode;

/// The state of a worker that searches the root by itself or relies on guesses.
#[derive(Clone, Copy, Default)]
pub(crate) struct ByItself {
    /// Every worker searches the root by itself. Numbers and results of root moves refer to the worker's own root.
    pub(super) has_own_root: bool,
    /// Plies by which the worker's own root is deeper than the team's.
    pub(super) deeper: i32,
    /// The results that nodes take in rest on guesses. They are stored in no table and no report.
    pub(super) is_presumed: bool,
}

impl ByItself {
    /// Notes that the setup of a search has been read: the root is as deep as the team's.
    pub(crate) fn prepare(&mut self) {
        self.deeper = 0;
    }

    /// Sets whether the results that nodes take in rest on guesses.
    pub(crate) fn presume(&mut self, is_presumed: bool) {
        self.is_presumed = is_presumed;
    }

    /// Returns the worker's own root, if it has one.
    pub(crate) fn own_root(self, state: &WorkerState) -> Option<&OwnRoot> {
        self.has_own_root.then_some(&state.own_root)
    }
}

/// Returns the team's algorithm.
pub(crate) fn algorithm(team: &Team<ChessNode>) -> Algorithm {
    team.arena().memory().selected()
}

/// Sets the team's algorithm.
pub(crate) fn set_algorithm(team: &mut Team<ChessNode>, algorithm: Algorithm) {
    team.set_algorithm(algorithm);
}

/// Returns true if each worker of a team of this size learns in its own tables.
pub(crate) fn learn_apart(team: &Team<ChessNode>, workers: usize) -> bool {
    algorithm(team).learning().has_private_tables(workers)
}

/// Returns true if helpers that learn in their own tables have corrections of the evaluation in common.
pub(crate) fn has_common_corrections(team: &Team<ChessNode>) -> bool {
    algorithm(team).learning().has_common_corrections()
}

/// Returns the number of split blocks in use; 0 between searches.
pub(crate) fn blocks_in_use(team: &Team<ChessNode>) -> u32 {
    team.arena().memory().blocks_in_use()
}
