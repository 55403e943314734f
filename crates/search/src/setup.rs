//! What a worker must know before its first job in a search.

use cleave_board::Position;
use cleave_shared_memory::Plain;

use crate::path::GameKeys;
use crate::units::Depth;

/// What a search may leave out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Plain)]
pub enum Width {
    /// All of selective search: pruning, reductions, extensions, and the table's values.
    #[default]
    Selective,
    /// Nothing: the value is that of plain minimax to the depth. For tests of search and splitting.
    Full,
}

/// What a worker must know before its first job in a search of the root.
#[derive(Clone, Copy, Plain)]
pub struct Setup {
    /// Which search of the program's life this is, from 1: all that a worker remembers of another
    /// is void.
    pub search: u64,
    /// The position at the root.
    pub root: Position,
    /// The positions before it.
    pub game: GameKeys,
    /// How much the side to move at the root dislikes a draw, in centipawns.
    pub contempt: i32,
    /// What may be left out.
    pub width: Width,
    /// The nominal depth of the iteration.
    pub iteration: Depth,
    /// One side is far ahead: see [`crate::params::DECIDED`].
    pub is_decided: bool,
}

impl Setup {
    /// Before any search.
    pub(crate) fn none() -> Setup {
        Setup {
            search: 0,
            root: Position::start(),
            game: GameKeys::new(&[]),
            contempt: 0,
            width: Width::Selective,
            iteration: Depth::ZERO,
            is_decided: false,
        }
    }
}
