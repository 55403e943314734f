//! The side as a type, so that each term is compiled once for White and once for Black. It extends
//! the board's [`Side`](cleave_board::Side) with helpers for the evaluation.

use cleave_board::{Bitboard, Color, Square};

/// A side known at compile time.
pub trait Side: cleave_board::Side {
    /// The opponent's colour.
    const THEM: Color = <Self::Opponent as cleave_board::Side>::COLOR;

    /// Moves these squares one step towards the opponent.
    #[inline(always)]
    fn forward(squares: Bitboard) -> Bitboard {
        squares.forward(Self::COLOR)
    }

    /// Moves these squares one step back.
    #[inline(always)]
    fn backward(squares: Bitboard) -> Bitboard {
        squares.forward(Self::THEM)
    }

    /// Converts a set of squares from White's point of view to this side's.
    #[inline(always)]
    fn relative(squares: Bitboard) -> Bitboard {
        if Self::COLOR.is_white() { squares } else { squares.flip_ranks() }
    }

    /// Returns the rank of a square from this side's point of view, 0 to 7.
    #[inline(always)]
    fn rank(square: Square) -> usize {
        square.rank().relative_to(Self::COLOR).index()
    }
}

impl<S: cleave_board::Side> Side for S {}
