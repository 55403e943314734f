//! What can be wrong with the text of a move.

use cleave_board::{Color, Square};

/// Why the text of a move was refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MoveTextError {
    /// There is no text.
    #[error("no move given")]
    Empty,
    /// The text has the form of no move.
    #[error("'{0}' is not a move; moves look like e2e4, e7e8q, Nf3, exd5, e8=Q or O-O")]
    NotAMove(String),
    /// The text names a square off the board.
    #[error("there is no square '{0}'")]
    NoSuchSquare(String),
    /// Coordinates that start at an empty square.
    #[error("there is no piece on {0}")]
    EmptySquare(Square),
    /// Coordinates that start at the opponent's piece.
    #[error("the piece on {0} is not {1:?}'s")]
    NotYours(Square, Color),
    /// No piece of the kind named can go there.
    #[error("illegal move '{0}': no such piece can go there")]
    Unreachable(String),
    /// A piece can go there, but its king would be in check.
    #[error("illegal move '{0}': the king would be in check")]
    KingInCheck(String),
    /// Castling is not possible.
    #[error("illegal move '{0}': castling is not possible here")]
    NoCastling(String),
    /// More than one piece can make the move.
    #[error("'{0}' is ambiguous: it may be {1}")]
    Ambiguous(String, String),
    /// A pawn reaches the last rank, and the text does not say what it becomes.
    #[error("'{0}' does not say what the pawn becomes: add one of q, r, b, n")]
    NoPromotion(String),
    /// The text promotes, and the move is no promotion.
    #[error("'{0}' is not a promotion")]
    NotAPromotion(String),
}
