//! Reading moves in any common notation.

use cleave_board::{Move, Position};

use crate::coordinate::Coordinates;
use crate::{MoveList, MoveTextError, parse_san};

/// Returns the legal move denoted by a text. Accepts SAN like [`parse_san`], and coordinates:
/// `e2e4`, `e7e8q`, castling as `e1g1` or `e1h1`.
///
/// ```
/// use cleave_movegen::{MoveTextError, parse_move};
/// let position = cleave_board::Position::start();
/// assert_eq!(parse_move(&position, "e2e4"), parse_move(&position, "e4"));
/// let error = parse_move(&position, "e2e5").unwrap_err();
/// assert_eq!(error.to_string(), "illegal move 'e2e5': no such piece can go there");
/// ```
///
/// # Errors
/// The text is not a move, or denotes no legal move or several.
pub fn parse_move(position: &Position, text: &str) -> Result<Move, MoveTextError> {
    let text = text.trim();
    match Coordinates::read(text) {
        Some(coordinates) => coordinates.find(position, text),
        None => parse_san(position, text),
    }
}

/// Returns the reason why no legal move fits. A move may fit but leave the king in check.
pub(crate) fn diagnose(
    position: &Position,
    text: &str,
    fits: impl Fn(Move) -> bool,
) -> MoveTextError {
    if pseudo_legal_moves(position).into_iter().any(fits) {
        MoveTextError::KingInCheck(text.into())
    } else {
        MoveTextError::Unreachable(text.into())
    }
}

/// Returns the pseudo-legal moves, which may leave the king in check.
fn pseudo_legal_moves(position: &Position) -> MoveList {
    let mut list = MoveList::new();
    crate::generate::regardless_of_king(position, &mut list);
    list
}
