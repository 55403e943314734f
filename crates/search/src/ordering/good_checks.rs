//! Quiet moves that give check and lose nothing by it.

use cleave_board::{Move, Position};
use cleave_movegen::Checks;

/// Returns true if a quiet legal move is a *good check*. It gives check, and either the exchange on its square loses
/// nothing or another piece gives the check, so that the reply cannot simply take the moved piece.
#[inline]
pub(crate) fn is_good_check(position: &Position, checks: &Checks, mv: Move) -> bool {
    checks.given_by(position, mv) && is_good(position, checks, mv)
}

/// As [`is_good_check`], for a move that is known to give check.
#[inline]
pub(crate) fn is_good(position: &Position, checks: &Checks, mv: Move) -> bool {
    checks.discovered_by(mv) || position.see_ge(mv, 0)
}
