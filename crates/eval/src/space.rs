//! Space: room to regroup behind the own pawns.
//!
//! It counts squares on the four middle files and the second to fourth rank that no own pawn occupies
//! and no enemy pawn attacks; those that lie behind an own pawn and are not attacked by any piece
//! count twice. The more pieces there are to use the room, the more it is worth.

use crate::pawns::PawnFacts;
use crate::survey::Survey;
use crate::tally::{Tally, Term};
use crate::{Side, Weights};

/// Tells the room of side `S`, which has so many pieces to put there.
#[inline(always)]
pub(crate) fn evaluate<S: Side, T: Tally>(
    facts: &PawnFacts,
    survey: &Survey,
    pieces: i32,
    weights: &Weights<T::Weight>,
    tally: &mut T,
) {
    let enemy = survey.of::<S::Opponent>();
    let safe = facts.sheltered_room::<S>().without(enemy.all);
    let squares = facts.room::<S>() + safe.count();
    tally.add::<S>(Term::Space, weights.space[0], squares as i32 * pieces / 2);
}
