//! The data that a worker needs before its first job in a search of the root.

use cleave_board::Position;
use cleave_shared_memory::Plain;

use super::probing::ProbeLimits;
use crate::path::GameKeys;
use crate::units::Depth;

/// The parts of the tree that a search may leave out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Plain)]
pub enum Width {
    /// Selective search: pruning, reductions, extensions, and values from the table.
    #[default]
    Selective,
    /// Full width: the value equals plain minimax to the depth. For tests.
    Full,
}

/// The data that a worker needs before its first job in a search of the root.
#[derive(Clone, Copy, Plain)]
pub struct RootSetup {
    /// The number of this search since the program started, from 1. A worker discards the data of other searches.
    pub(crate) search: u64,
    /// The position at the root.
    pub(crate) root: Position,
    /// The keys of the positions before the root.
    pub(crate) game: GameKeys,
    /// Contempt in centipawns: the side to move at the root avoids a draw by this much.
    pub(crate) contempt: i32,
    /// The parts of the tree that the search may leave out.
    pub(crate) width: Width,
    /// The limits on probes of the endgame tables.
    pub(crate) probing: ProbeLimits,
    /// The nominal depth of the iteration.
    pub(crate) iteration: Depth,
    /// One side is far ahead: see [`crate::params::DECIDED`].
    pub(crate) is_decided: bool,
    /// All workers search the root moves that were best in recent iterations together, one after the other, before the
    /// root is split.
    pub(crate) best_together: bool,
}

impl RootSetup {
    /// Returns the setup before any search.
    pub(crate) fn none() -> RootSetup {
        RootSetup {
            search: 0,
            root: Position::start(),
            game: GameKeys::new(&[]),
            contempt: 0,
            width: Width::Selective,
            probing: ProbeLimits::NEVER,
            iteration: Depth::ZERO,
            is_decided: false,
            best_together: false,
        }
    }
}
