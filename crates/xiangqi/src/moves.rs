//! A move in fourteen bits.

use std::fmt;

use arrayvec::ArrayVec;
use cleave_shared_memory::Plain;

use crate::Square;
use crate::square::SQUARES;

/// A move: seven bits from, seven bits to.
///
/// `Display` writes coordinates with ranks from 0, such as `h2e2`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Plain)]
#[repr(transparent)]
pub struct Move(u16);

impl Move {
    /// No move: an empty table entry, or a pass. Never legal.
    pub const NONE: Move = Move(0);

    /// Builds the move from one square to another.
    #[inline(always)]
    pub const fn new(from: Square, to: Square) -> Move {
        Move(from.index() as u16 | (to.index() as u16) << 7)
    }

    /// Returns the square that the piece leaves.
    #[inline(always)]
    pub const fn from(self) -> Square {
        Square::new((self.0 & 0x7f) as u8)
    }

    /// Returns the destination.
    #[inline(always)]
    pub const fn to(self) -> Square {
        Square::new((self.0 >> 7) as u8)
    }

    /// Returns the fourteen bits.
    #[inline(always)]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// Returns the move with these bits, or [`Move::NONE`] if they name a square off the board.
    #[inline(always)]
    pub const fn from_bits(bits: u16) -> Move {
        if (bits & 0x7f) as usize >= SQUARES || (bits >> 7) as usize >= SQUARES {
            return Move::NONE;
        }
        Move(bits)
    }

    /// Returns true for [`Move::NONE`].
    #[inline(always)]
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_none() {
            return f.write_str("0000");
        }
        write!(f, "{}{}", self.from(), self.to())
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// An upper bound of the number of moves of a position. All pieces together on an empty board have
/// 116 moves.
pub const MAX_MOVES: usize = 120;

/// The moves of a position.
pub type MoveList = ArrayVec<Move, MAX_MOVES>;
