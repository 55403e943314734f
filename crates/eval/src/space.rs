//! Evaluates space: room to manoeuvre behind the own pawns.
//!
//! The term counts squares on the four middle files and the second to fourth rank that no own pawn
//! occupies and no enemy pawn attacks. A square behind an own pawn that no enemy piece attacks
//! counts twice. Room is worth more if more pieces can use it.

use crate::attack_info::AttackInfo;
use crate::pawns::PawnFacts;
use crate::tally::{Tally, Term};
use crate::{Side, Weights};

/// Evaluates the space of side `S`, which has `pieces` pieces.
#[inline(always)]
pub(crate) fn evaluate<S: Side, T: Tally>(
    facts: &PawnFacts,
    info: &AttackInfo,
    pieces: i32,
    weights: &Weights<T::Weight>,
    tally: &mut T,
) {
    let enemy = info.of::<S::Opponent>();
    let safe = facts.sheltered_room::<S>().without(enemy.all);
    let squares = facts.room::<S>() + safe.count();
    tally.add::<S>(Term::Space, weights.space[0], squares as i32 * pieces / 2);
}
