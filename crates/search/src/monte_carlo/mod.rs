//! Another way to search: Monte-Carlo tree search, by the library `cleave-mcts`.
//!
//! It serves to compare two families of parallel search in one program. Alpha-beta is much stronger.
//! [`Searcher::search`] is the one way into it, and it returns the same [`Outcome`](crate::Outcome).
//!
//! * [`ChessGame`] is chess without windows and depths: moves, and results of games.
//! * [`LeafSearch`] evaluates a leaf: an alpha-beta search in the table of the searcher, whose value becomes a share of
//!   a win. The history of that search and the face value of moves make the priors.
//! * `think.rs` runs the playouts in slices of time, and checks clock and host meanwhile.

mod game;
mod leaf;
#[cfg(test)]
mod tests;
mod think;

use std::sync::PoisonError;

use cleave_board::Move;
pub use cleave_mcts::ModeName;
use cleave_mcts::{
    FirstPlay, Formula, NodeId, Params, Playouts, Proof, Search, Settings, Tree, Unobserved,
};
use cleave_movegen::legal_moves;
use cleave_smp::WorkerId;
use cleave_tt::MappingError;

pub use game::{ChessGame, chess_move};
pub use leaf::{LeafSearch, Leaves, value_of};

use crate::context::SharedRefs;
use crate::context::setup::RootSetup;
use crate::context::worker_state::WorkerState;
use crate::control::Limits;
use crate::node::ChessNode;
use crate::searcher::workers::Workers;
use crate::searcher::{Root, Searcher};
use crate::table::Table;
use crate::units::{Depth, MAX_PLY};

/// The way to evaluate a leaf.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum LeafValue {
    /// The value of an alpha-beta search.
    #[default]
    Search,
    /// The value of a shallow search, which allows more leaves.
    Shallow,
    /// The value after captures.
    Quiescence,
    /// The result of a game of random moves. It is much worse than the others.
    Random,
}

impl LeafValue {
    /// All ways.
    pub const ALL: [LeafValue; 4] =
        [LeafValue::Search, LeafValue::Shallow, LeafValue::Quiescence, LeafValue::Random];

    /// Returns the depth of the alpha-beta search, in plies.
    fn depth(self) -> Depth {
        match self {
            LeafValue::Search => Depth::new(10),
            LeafValue::Shallow => Depth::new(4),
            LeafValue::Quiescence | LeafValue::Random => Depth::ZERO,
        }
    }
}

/// The search by playouts: whether it is in use, and its trees.
#[derive(Default)]
pub(crate) struct MonteCarlo {
    mode: Option<(ModeName, LeafValue)>,
    /// The trees of the last search.
    kept: Option<Kept>,
}

/// Trees, and the settings that they were made with.
struct Kept {
    settings: Settings,
    value: LeafValue,
    trees: Vec<Tree<ChessGame>>,
}

impl MonteCarlo {
    pub(crate) fn is_on(&self) -> bool {
        self.mode.is_some()
    }

    pub(crate) fn forget(&mut self) {
        self.kept = None;
    }

    /// Returns the transposition table's share of the memory: half of it if the trees take the other half.
    pub(crate) fn table_share(&self, mib: usize) -> usize {
        if self.is_on() { (mib / 2).max(1) } else { mib }
    }
}

/// The rules by which a playout chooses. docs/log/monte-carlo.md has the games behind these constants and the leaf's.
pub const PLAYING: Params = Params {
    formula: Formula::Puct { exploration: 0.25 },
    first_play: FirstPlay::BelowEvaluation(0.05),
    unobserved: Unobserved::VirtualLoss(1),
    expand_at: 1,
    trust_from: 0,
    prune: None,
    minimax: 1.0,
    lines: 1,
};

/// The iteration that a leaf's search pretends to be in. In an early iteration, alpha-beta would prune nothing near the
/// root, but a leaf is not near the root. No iteration extends lines beyond twice its number of plies.
const ITERATION: Depth = Depth::new(12);

impl Searcher {
    /// Sets the search to playouts in this mode, or to alpha-beta. It uses `mib` MiB in all.
    ///
    /// # Errors
    /// As [`Searcher::set_table_size`].
    pub fn set_monte_carlo(
        &mut self,
        mode: Option<(ModeName, LeafValue)>,
        mib: usize,
    ) -> Result<(), MappingError> {
        let before = std::mem::replace(&mut self.monte_carlo, MonteCarlo { mode, kept: None });
        let sized = self.set_table_size(mib);
        if sized.is_err() {
            self.monte_carlo = before;
        }
        sized
    }

    /// Calls `body` with a search by playouts of a root, confined to the moves that the limits allow. It continues with
    /// the trees of the last such search, if that search's position was at most two plies before.
    ///
    /// # Panics
    /// The search has more workers than this searcher has room for ([`Searcher::make_room_for`]).
    pub fn with_trees<R>(
        &mut self,
        root: &Root,
        limits: &Limits,
        settings: &Settings,
        value: LeafValue,
        body: impl FnOnce(&mut Search<ChessGame, LeafSearch<'_>>, &Leaves) -> R,
    ) -> R {
        assert!(settings.workers <= self.workers.tallies.len(), "each worker counts its nodes");
        let setup = RootSetup { iteration: ITERATION, ..self.set_up(root) };
        self.workers.ensure_states(settings.workers);
        // A tree stays useful if only the number of lines changes.
        let in_lines = |kept: Settings| Settings {
            params: Params { lines: settings.params.lines, ..kept.params },
            ..kept
        };
        let is_alike = |kept: &Kept| in_lines(kept.settings) == *settings && kept.value == value;
        let kept = self.monte_carlo.kept.take().filter(is_alike);
        let table = Table::over(&self.table.mapping);
        let Workers { team, tallies, states, evaluation, .. } = &mut self.workers;
        let tablebase = self.settings.tablebase.as_deref();
        let shared = SharedRefs::new(table, team.arena().shared(), tallies, tablebase);
        let leaves = Leaves::default();
        let mut states = states.iter_mut();
        let leaf = |id| LeafSearch {
            shared: shared.of_helper(WorkerId::new(id)),
            state: states
                .next()
                .expect("each worker has a state")
                .get_mut()
                .unwrap_or_else(PoisonError::into_inner)
                .get_or_insert_with(|| WorkerState::new(evaluation.clone())),
            setup,
            value,
            leaves: &leaves,
            stack: vec![ChessNode::default(); MAX_PLY],
            searched: (0, Move::NONE),
            playouts: Playouts::default(),
        };
        let limited = !(limits.included.is_empty() && limits.excluded.is_empty());
        let allowed =
            if limited { limits.allowed(&legal_moves(&root.position)) } else { Vec::new() };
        let game = ChessGame::new(root, &allowed);
        let mut search = match kept {
            Some(kept) => Search::resume(moved_on(kept.trees, &game), settings, leaf),
            None => Search::new(&game, settings, leaf),
        };
        let result = body(&mut search, &leaves);
        let trees = search.into_trees();
        self.monte_carlo.kept = Some(Kept { settings: *settings, value, trees });
        result
    }
}

/// Returns the trees with this game at their root. Their knowledge about it is kept if it was near their root.
fn moved_on(mut trees: Vec<Tree<ChessGame>>, game: &ChessGame) -> Vec<Tree<ChessGame>> {
    let way = trees[0].root().way_to(game, 2);
    for tree in &mut trees {
        tree.set_root(game.clone(), way.as_deref());
        // A draw may rest on a repetition of a position that now belongs to the game. A proof may have lost its moves
        // because memory ran out.
        let is_proven = tree.counts(NodeId::ROOT).proof.is_known();
        let is_drawn = tree.counts(NodeId::ROOT).proof == Proof::Draw;
        if is_drawn || is_proven && tree.children(NodeId::ROOT).next().is_none() {
            tree.set_root(game.clone(), None);
        }
    }
    trees
}
