//! A move in sixteen bits.

use std::fmt;

use cleave_shared_memory::Plain;

use crate::{PieceKind, Square};

/// The special effect of a move: promotion, castling, en passant.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum MoveKind {
    /// No special effect. Includes captures.
    Normal = 0,
    /// A pawn moves two squares.
    DoublePush = 1,
    /// A pawn captures en passant.
    EnPassant = 2,
    /// Castling, encoded as king takes own rook, as in chess960.
    Castle = 3,
    /// A pawn promotes to a knight.
    PromoteKnight = 4,
    /// A pawn promotes to a bishop.
    PromoteBishop = 5,
    /// A pawn promotes to a rook.
    PromoteRook = 6,
    /// A pawn promotes to a queen.
    PromoteQueen = 7,
}

impl MoveKind {
    const ALL: [MoveKind; 8] = [
        MoveKind::Normal,
        MoveKind::DoublePush,
        MoveKind::EnPassant,
        MoveKind::Castle,
        MoveKind::PromoteKnight,
        MoveKind::PromoteBishop,
        MoveKind::PromoteRook,
        MoveKind::PromoteQueen,
    ];
}

/// A move: six bits from, six bits to, three bits of [`MoveKind`].
///
/// A move has a meaning only in the position for which it was generated. `Display` writes
/// coordinates, with castling as king takes rook (`e1h1`). The notation for people and GUIs depends
/// on the position; the crate `cleave-movegen` has it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Plain)]
#[repr(transparent)]
pub struct Move(u16);

impl Move {
    /// No move: an empty move of a table, or a pass. Never legal.
    pub const NONE: Move = Move(0);

    /// Builds a move from its parts.
    #[inline(always)]
    pub const fn new(from: Square, to: Square, kind: MoveKind) -> Move {
        Move(from.index() as u16 | (to.index() as u16) << 6 | (kind as u16) << 12)
    }

    /// Returns the square that the piece leaves.
    #[inline(always)]
    pub const fn from(self) -> Square {
        Square::new(self.0 as u8)
    }

    /// Returns the destination. For castling it is the square of the own rook.
    #[inline(always)]
    pub const fn to(self) -> Square {
        Square::new((self.0 >> 6) as u8)
    }

    /// Returns the special effect of the move.
    #[inline(always)]
    pub const fn kind(self) -> MoveKind {
        MoveKind::ALL[(self.0 >> 12 & 7) as usize]
    }

    /// Returns the piece to which a pawn promotes, if it promotes.
    #[inline(always)]
    pub const fn promotion(self) -> Option<PieceKind> {
        match self.kind() {
            MoveKind::PromoteKnight => Some(PieceKind::Knight),
            MoveKind::PromoteBishop => Some(PieceKind::Bishop),
            MoveKind::PromoteRook => Some(PieceKind::Rook),
            MoveKind::PromoteQueen => Some(PieceKind::Queen),
            _ => None,
        }
    }

    /// Returns true for [`Move::NONE`].
    #[inline(always)]
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }

    /// Returns true for any move but [`Move::NONE`].
    #[inline(always)]
    pub const fn is_some(self) -> bool {
        self.0 != 0
    }

    /// Returns the sixteen bits, for tables.
    #[inline(always)]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// Returns the move with these bits. Every value gives some move, legal or not.
    #[inline(always)]
    pub const fn from_bits(bits: u16) -> Move {
        Move(bits & 0x7fff)
    }
}

impl Default for Move {
    fn default() -> Move {
        Move::NONE
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        if self.is_none() {
            return f.write_str("0000");
        }
        write!(f, "{}{}", self.from(), self.to())?;
        self.promotion().map_or(Ok(()), |kind| write!(f, "{}", kind.letter()))
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
