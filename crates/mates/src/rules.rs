//! The rules of the question whether there is a mate.

use cleave_board::{Move, Position};
use cleave_movegen::{gives_check, has_legal_move, legal_moves};

/// Half-moves without a capture or a pawn's move after which the game is drawn.
const FIFTY_MOVES: u8 = 100;

/// True if neither side can mate, or if the fifty-move rule has ended the game.
pub(crate) fn is_drawn(position: &Position) -> bool {
    position.is_insufficient_material() || position.halfmove_clock() >= FIFTY_MOVES
}

/// Returns a move that mates at once, among those that `allows` accepts.
pub(crate) fn mate_in_one(position: &Position, allows: impl Fn(Move) -> bool) -> Option<Move> {
    let mates =
        |&mv: &Move| allows(mv) && gives_check(position, mv) && !has_legal_move(&position.make(mv));
    legal_moves(position).into_iter().find(mates)
}
