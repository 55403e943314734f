//! The inputs of a network for one perspective.

use cleave_board::{Color, File, Piece, Position, Square};

/// Inputs of a perspective: own and other men of six kinds on 64 squares.
pub const INPUTS: usize = 2 * 6 * 64;

/// Returns the inputs that are 1 in this perspective, one for each man on the board. All others are
/// 0.
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
    let squares = position.occupied().into_iter();
    let men = squares.filter_map(|square| Some((square, position.piece_on(square)?)));
    inputs_of_men(men, position.king(perspective), perspective)
}

/// Returns [`inputs`] for a position that is a list of men, as a trainer has. `king` is the square
/// of this perspective's king.
#[inline(always)]
pub fn inputs_of_men(
    men: impl Iterator<Item = (Square, Piece)>,
    king: Square,
    perspective: Color,
) -> impl Iterator<Item = usize> {
    let view = View::new(king, perspective);
    men.map(move |(square, piece)| view.input(Man::new(piece, square)))
}

/// A man on a square: its kind, colour, rank and file, from the highest bits to the lowest.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Man(u16);

impl Man {
    /// A value that fills unused places of a list.
    pub(crate) const ANY: Man = Man(0);

    #[inline(always)]
    pub(crate) fn new(piece: Piece, square: Square) -> Man {
        Man((piece.index() << 6 | square.index()) as u16)
    }
}

/// A perspective's view of the board. Its own men are at the bottom. The board is mirrored left to
/// right if the king is on files e to h. Each exchange flips some bits of a [`Man`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct View {
    flipped: u16,
}

impl View {
    #[inline(always)]
    pub(crate) fn of(position: &Position, perspective: Color) -> View {
        View::new(position.king(perspective), perspective)
    }

    #[inline(always)]
    fn new(king: Square, perspective: Color) -> View {
        let sides = match perspective {
            Color::White => 0,
            Color::Black => Man::new(Piece::BlackPawn, Square::A8).0,
        };
        let wings = if is_right(king) { Square::H1.index() as u16 } else { 0 };
        View { flipped: sides | wings }
    }

    /// Returns true if the king of this perspective is on files e to h.
    #[inline(always)]
    pub(crate) fn is_mirrored(position: &Position, perspective: Color) -> bool {
        is_right(position.king(perspective))
    }

    /// Returns the input for a man.
    #[inline(always)]
    pub(crate) fn input(self, man: Man) -> usize {
        usize::from(man.0 ^ self.flipped)
    }
}

#[inline(always)]
fn is_right(king: Square) -> bool {
    king.file() >= File::E
}
