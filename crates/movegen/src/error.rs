//! Reasons for refusing the text of a move.

use cleave_board::{Color, Square};

/// The reason why the text of a move was refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MoveTextError {
    /// The text is empty.
    #[error("no move given")]
    Empty,
    /// The text does not have the form of a move.
    #[error("'{0}' is not a move; expected text like e2e4, e7e8q, Nf3, exd5, e8=Q or O-O")]
    NotAMove(String),
    /// The text names a square off the board.
    #[error("there is no square '{0}'")]
    NoSuchSquare(String),
    /// The coordinates start at an empty square.
    #[error("there is no piece on {0}")]
    EmptySquare(Square),
    /// The coordinates start at an opponent's piece.
    #[error("the piece on {0} is not {1:?}'s")]
    NotYours(Square, Color),
    /// No piece of this kind can go there.
    #[error("illegal move '{0}': no such piece can go there")]
    Unreachable(String),
    /// A piece can go there, but its king would be in check.
    #[error("illegal move '{0}': the king would be in check")]
    KingInCheck(String),
    /// Castling is not possible.
    #[error("illegal move '{0}': castling is not possible here")]
    NoCastling(String),
    /// Several pieces can make the move.
    #[error("'{0}' is ambiguous: it could be {1}")]
    Ambiguous(String, String),
    /// A pawn reaches the last rank, and the text names no promotion piece.
    #[error("'{0}' names no promotion piece: add q, r, b or n")]
    NoPromotion(String),
    /// The text names a promotion piece, but the move is no promotion.
    #[error("'{0}' is not a promotion")]
    NotAPromotion(String),
}
