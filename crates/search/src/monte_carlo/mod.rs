//! Another way to search: Monte-Carlo tree search, by the library `cleave-mcts`.
//!
//! It serves to compare two families of parallel search in one program; alpha-beta is much the stronger.
//! [`Searcher::search`] has the one door to it, and it gives the same [`Outcome`](crate::Outcome).
//!
//! * [`ChessGame`] is chess without windows and depths: moves, and what a game has come to.
//! * [`LeafSearch`] evaluates a leaf: an alpha-beta search in the table of the searcher, whose value
//!   becomes a share of a win. What that search has learnt about moves, and what they do at face value,
//!   gives their priors.
//! * `think.rs` runs the playouts in slices of time, and looks at clock and host meanwhile.

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
use crate::control::Limits;
use crate::node::ChessNode;
use crate::searcher::workers::Workers;
use crate::searcher::{Root, Searcher};
use crate::table::Table;
use crate::units::{Depth, MAX_PLY};

/// What a leaf is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum LeafValue {
    /// The value of an alpha-beta search.
    #[default]
    Search,
    /// The value of a shallow one, of which there are more.
    Shallow,
    /// The value after captures.
    Quiescence,
    /// The result of a game of random moves. It is much worse than the others.
    Random,
}

impl LeafValue {
    /// All of them.
    pub const ALL: [LeafValue; 4] =
        [LeafValue::Search, LeafValue::Shallow, LeafValue::Quiescence, LeafValue::Random];

    /// How deep alpha-beta searches, in plies.
    fn depth(self) -> Depth {
        match self {
            LeafValue::Search => Depth::new(10),
            LeafValue::Shallow => Depth::new(4),
            LeafValue::Quiescence | LeafValue::Random => Depth::ZERO,
        }
    }
}

/// The search by playouts: whether it is in use, and what it keeps.
#[derive(Default)]
pub(crate) struct MonteCarlo {
    mode: Option<(ModeName, LeafValue)>,
    /// The trees of the last search.
    kept: Option<Kept>,
}

/// Trees, and how they were made.
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

    /// The transposition table has half of the memory, the trees have the other half.
    pub(crate) fn table_share(&self, mib: usize) -> usize {
        if self.is_on() { (mib / 2).max(1) } else { mib }
    }
}

/// How a playout chooses. docs/log/monte-carlo.md has the games that these constants, and those of the leaf, rest on.
pub const PLAYING: Params = Params {
    formula: Formula::Puct { exploration: 0.25 },
    first_play: FirstPlay::BelowEvaluation(0.05),
    unobserved: Unobserved::VirtualLoss(1),
    expand_at: 1,
    minimax: 1.0,
    lines: 1,
};

/// The iteration that a leaf takes itself to be in. In an early one alpha-beta leaves nothing out near the
/// root, which leaves are not; and in none it extends lines beyond twice as many plies.
const ITERATION: Depth = Depth::new(12);

impl Searcher {
    /// Searches by playouts from now on, in this mode, or by alpha-beta. In all it uses so many MiB.
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

    /// Calls `body` with a search by playouts of a root, confined to what the limits allow. It goes on
    /// with the trees of the last such search, if that was of a position up to two plies before.
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
        // A tree is of use to who wants to see another number of lines.
        let in_lines = |kept: Settings| Settings {
            params: Params { lines: settings.params.lines, ..kept.params },
            ..kept
        };
        let is_alike = |kept: &Kept| in_lines(kept.settings) == *settings && kept.value == value;
        let kept = self.monte_carlo.kept.take().filter(is_alike);
        let table = Table::over(&self.table.mapping);
        let Workers { team, tallies, states, .. } = &mut self.workers;
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
                .unwrap_or_else(PoisonError::into_inner),
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

/// The trees with this game at their root. What they know of it is kept if it was near their root.
fn moved_on(mut trees: Vec<Tree<ChessGame>>, game: &ChessGame) -> Vec<Tree<ChessGame>> {
    let way = trees[0].root().way_to(game, 2);
    for tree in &mut trees {
        tree.set_root(game.clone(), way.as_deref());
        // A draw may rest on a repetition of a position that now belongs to the game, and a proof may have
        // lost its moves for want of memory.
        let is_proven = tree.counts(NodeId::ROOT).proof.is_known();
        let is_drawn = tree.counts(NodeId::ROOT).proof == Proof::Draw;
        if is_drawn || is_proven && tree.children(NodeId::ROOT).next().is_none() {
            tree.set_root(game.clone(), None);
        }
    }
    trees
}
