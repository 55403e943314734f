//! The side as a type, so that each term is compiled once for White and once for Black: the board's
//! [`Side`](cleave_board::Side), with helpers for the evaluation.

use cleave_board::{Bitboard, Color, Square};

/// A side known at compile time.
pub trait Side: cleave_board::Side {
    /// The opponent's colour.
    const THEM: Color = <Self::Opponent as cleave_board::Side>::COLOR;

    /// These squares one step towards the opponent.
    #[inline(always)]
    fn forward(squares: Bitboard) -> Bitboard {
        squares.forward(Self::COLOR)
    }

    /// These squares one step back.
    #[inline(always)]
    fn backward(squares: Bitboard) -> Bitboard {
        squares.forward(Self::THEM)
    }

    /// A set of squares given from White's point of view, seen from this side.
    #[inline(always)]
    fn relative(squares: Bitboard) -> Bitboard {
        if Self::COLOR.is_white() { squares } else { squares.flip_ranks() }
    }

    /// The rank of a square as this side counts it, 0 to 7.
    #[inline(always)]
    fn rank(square: Square) -> usize {
        square.rank().relative_to(Self::COLOR).index()
    }
}

impl<S: cleave_board::Side> Side for S {}
