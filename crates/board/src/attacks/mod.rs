//! The squares that a piece attacks.

mod leapers;
#[cfg(any(test, not(target_feature = "bmi2")))]
mod magic_numbers;
#[cfg(test)]
#[path = "../../build/rays.rs"]
mod rays;
mod sliders;

pub use leapers::{between, king, knight, line, pawn};
pub use sliders::{bishop, queen, rook};

use crate::{Bitboard, Color, PieceKind, Square};

/// Returns the squares that a piece of this kind attacks from `square`, given the occupied squares.
#[inline]
pub fn of(kind: PieceKind, color: Color, square: Square, occupied: Bitboard) -> Bitboard {
    match kind {
        PieceKind::Pawn => pawn(color, square),
        PieceKind::Knight => knight(square),
        PieceKind::Bishop => bishop(square, occupied),
        PieceKind::Rook => rook(square, occupied),
        PieceKind::Queen => queen(square, occupied),
        PieceKind::King => king(square),
    }
}
