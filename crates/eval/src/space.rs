//! Space: room to regroup behind the own pawns.
//!
//! It counts squares on the four middle files and the second to fourth rank that no own pawn occupies
//! and no enemy pawn attacks; those that lie behind an own pawn and are not attacked by any piece
//! count twice. The more pieces there are to use the room, the more it is worth.

use cleave_board::{Bitboard, PieceKind, Position};

use crate::survey::Survey;
use crate::tally::{Tally, Term};
use crate::{Side, Weights};

/// Files c to f, ranks two to four, from White's point of view.
const ROOM: Bitboard = Bitboard(0x0000_0000_3c3c_3c00);

/// Tells the room of side `S`, which has so many pieces to put there.
#[inline(always)]
pub(crate) fn evaluate<S: Side, T: Tally>(
    position: &Position,
    survey: &Survey,
    pieces: i32,
    weights: &Weights<T::Weight>,
    tally: &mut T,
) {
    let pawns = position.pieces(S::COLOR, PieceKind::Pawn);
    let enemy = survey.of::<S::Opponent>();
    let safe = S::relative(ROOM) & !pawns & !enemy.kind(PieceKind::Pawn);
    // Up to three ranks behind a pawn.
    let behind = S::backward(pawns);
    let behind = behind | S::backward(behind);
    let behind = behind | S::backward(behind);
    let squares = safe.count() + (safe & behind & !enemy.all).count();
    tally.add::<S>(Term::Space, weights.space[0], squares as i32 * pieces / 2);
}
