//! The inputs of a network: what a perspective sees.

use cleave_board::{Color, File, Piece, Position, Square};

/// Inputs of a perspective: own and other men of six kinds on 64 squares.
pub const INPUTS: usize = 2 * 6 * 64;

/// The inputs that are 1 in this perspective, one for each man on the board; all others are 0.
///
/// ```
/// use std::collections::BTreeSet;
/// use cleave_board::{Color, Position};
/// use cleave_nnue::inputs;
/// let position = Position::from_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").unwrap();
/// let white: BTreeSet<usize> = inputs(&position, Color::White).collect();
/// assert_eq!(white.len(), 3);
/// // Each side sees itself at the bottom of the board.
/// assert_eq!(white, inputs(&position.flipped(), Color::Black).collect());
/// ```
pub fn inputs(position: &Position, perspective: Color) -> impl Iterator<Item = usize> {
    View::of(position, perspective).inputs(position)
}

/// How a perspective sees the board: with its own men at the bottom, and mirrored left to right if that
/// brings its king to files a to d.
///
/// A man is numbered `kind`, `color`, `rank`, `file`, from the highest bits to the lowest. Each of the
/// exchanges flips some of these bits, so that a view is a mask.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct View {
    mask: usize,
}

impl View {
    #[inline(always)]
    pub(crate) const fn new(perspective: Color, mirrored: bool) -> View {
        let seen_by_black = 1 << 6 | Square::A8.index();
        let seen_from_the_right = Square::H1.index();
        View { mask: perspective.index() * seen_by_black + mirrored as usize * seen_from_the_right }
    }

    #[inline(always)]
    pub(crate) fn of(position: &Position, perspective: Color) -> View {
        View::new(perspective, is_mirrored(position, perspective))
    }

    /// The input for a man.
    #[inline(always)]
    pub(crate) fn input(self, piece: Piece, square: Square) -> usize {
        (piece.index() << 6 | square.index()) ^ self.mask
    }

    /// The inputs for all men.
    #[inline(always)]
    pub(crate) fn inputs(self, position: &Position) -> impl Iterator<Item = usize> {
        position.occupied().into_iter().filter_map(move |square| {
            let piece = position.piece_on(square)?;
            Some(self.input(piece, square))
        })
    }
}

/// Whether this perspective sees the board mirrored: its king stands on files e to h.
#[inline(always)]
pub(crate) fn is_mirrored(position: &Position, perspective: Color) -> bool {
    position.king(perspective).file() >= File::E
}
