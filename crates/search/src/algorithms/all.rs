//! Teams that may be set to any algorithm, and what their workers note in their contexts.

pub use cleave_algorithms::Algorithm;
use cleave_algorithms::SetAlgorithm;
pub(crate) use cleave_algorithms::{Arena, HelperSlot, Team};

pub(crate) use super::ballot::Ballot;
pub(crate) use super::context::final_results;
pub(crate) use super::own_root::OwnRoot;
use crate::context::worker_state::WorkerState;
use crate::node::ChessNode;

/// What a worker that searches the root by itself, or on guesses, notes of that.
#[derive(Clone, Copy, Default)]
pub(crate) struct ByItself {
    /// Every worker searches the root by itself: numbers and results of root moves are those of the
    /// worker's own root.
    pub(super) has_own_root: bool,
    /// Plies by which its own root is deeper than that of the team.
    pub(super) deeper: i32,
    /// What nodes take in rests on guesses: it goes into no table and no report.
    pub(super) is_presumed: bool,
}

impl ByItself {
    /// The setup of a search has been read: the root is as deep as the team's.
    pub(crate) fn prepare(&mut self) {
        self.deeper = 0;
    }

    /// Sets whether what nodes take in rests on guesses.
    pub(crate) fn presume(&mut self, is_presumed: bool) {
        self.is_presumed = is_presumed;
    }

    /// The worker's own root, if it has one.
    pub(crate) fn own_root(self, state: &WorkerState) -> Option<&OwnRoot> {
        self.has_own_root.then_some(&state.own_root)
    }
}

/// How the team shares a tree.
pub(crate) fn algorithm(team: &Team<ChessNode>) -> Algorithm {
    team.arena().memory().selected()
}

/// Sets it.
pub(crate) fn set_algorithm(team: &mut Team<ChessNode>, algorithm: Algorithm) {
    team.set_algorithm(algorithm);
}

/// True if each worker of a team of so many learns for itself.
pub(crate) fn learn_apart(team: &Team<ChessNode>, workers: usize) -> bool {
    algorithm(team).learning().has_private_tables(workers)
}

/// Split blocks in use; 0 between searches.
pub(crate) fn blocks_in_use(team: &Team<ChessNode>) -> u32 {
    team.arena().memory().blocks_in_use()
}
