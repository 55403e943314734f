//! The side as a type, so that each term is compiled once for White and once for Black.

use cleave_board::{Bitboard, Color, Square};

/// A side known to the compiler.
pub trait Side {
    /// The side itself.
    const COLOR: Color;
    /// The opponent.
    type Them: Side;

    /// These squares one step towards the opponent.
    #[inline(always)]
    fn forward(squares: Bitboard) -> Bitboard {
        squares.forward(Self::COLOR)
    }

    /// These squares one step back.
    #[inline(always)]
    fn backward(squares: Bitboard) -> Bitboard {
        squares.forward(Self::Them::COLOR)
    }

    /// A set of squares given from White's point of view, as this side sees it.
    #[inline(always)]
    fn relative(squares: Bitboard) -> Bitboard {
        if Self::COLOR.is_white() { squares } else { squares.flip_ranks() }
    }

    /// The rank of a square as this side counts, 0 to 7.
    #[inline(always)]
    fn rank(square: Square) -> usize {
        square.rank().relative_to(Self::COLOR).index()
    }
}

/// White.
#[derive(Debug)]
pub enum White {}

/// Black.
#[derive(Debug)]
pub enum Black {}

impl Side for White {
    const COLOR: Color = Color::White;
    type Them = Black;
}

impl Side for Black {
    const COLOR: Color = Color::Black;
    type Them = White;
}
