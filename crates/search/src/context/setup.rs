//! What a worker must know before its first job in a search of the root.

use cleave_board::Position;
use cleave_shared_memory::Plain;

use super::probing::ProbeLimits;
use crate::path::GameKeys;
use crate::units::Depth;

/// What a search may leave out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Plain)]
pub enum Width {
    /// Selective search: pruning, reductions, extensions, and values from the table.
    #[default]
    Selective,
    /// Full width: the value is that of plain minimax to the depth. For tests.
    Full,
}

/// What a worker must know before its first job in a search of the root.
#[derive(Clone, Copy, Plain)]
pub struct RootSetup {
    /// The number of this search since the program started, from 1: a worker discards what it keeps
    /// of another.
    pub(crate) search: u64,
    /// The position at the root.
    pub(crate) root: Position,
    /// The keys of the positions before it.
    pub(crate) game: GameKeys,
    /// How much the side to move at the root avoids a draw, in centipawns.
    pub(crate) contempt: i32,
    /// What the search may leave out.
    pub(crate) width: Width,
    /// Which positions are looked up in the endgame tables.
    pub(crate) probing: ProbeLimits,
    /// The nominal depth of the iteration.
    pub(crate) iteration: Depth,
    /// One side is far ahead: see [`crate::params::DECIDED`].
    pub(crate) is_decided: bool,
}

impl RootSetup {
    /// The setup before any search.
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
        }
    }
}
