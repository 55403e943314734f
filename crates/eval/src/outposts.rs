//! Evaluates outposts: advanced squares that an own pawn defends and no enemy pawn can ever attack.
//!
//! A knight gains most from an outpost, a bishop less. A pawn shields a minor piece behind it from
//! frontal attack.

use cleave_board::{PieceKind, Position};

use crate::attack_info::AttackInfo;
use crate::pawns::PawnFacts;
use crate::tally::{Tally, Term};
use crate::{Side, Weights};

/// Evaluates the outposts and shields of the minor pieces of side `S`.
#[inline(always)]
pub(crate) fn evaluate<S: Side, T: Tally>(
    position: &Position,
    facts: &PawnFacts,
    info: &AttackInfo,
    weights: &Weights<T::Weight>,
    tally: &mut T,
) {
    use PieceKind::{Bishop, Knight, Pawn};
    let own = |kind| position.pieces(S::COLOR, kind);
    let minors = own(Knight) | own(Bishop);
    if minors.is_empty() {
        return;
    }
    let ours = info.of::<S>();
    let mut add = |weight, count: u32| tally.add::<S>(Term::Outposts, weight, count as i32);

    let outposts = facts.outposts(ours.kind(Pawn));
    if outposts.any() {
        add(weights.knight_outpost[0], (own(Knight) & outposts).count());
        add(weights.bishop_outpost[0], (own(Bishop) & outposts).count());
        let reachable = ours.kind(Knight) & outposts & !position.color(S::COLOR);
        add(weights.knight_reaches_outpost[0], u32::from(reachable.any()));
    }
    let behind_pawns = S::backward(position.kind(Pawn));
    add(weights.minor_shielded[0], (minors & behind_pawns).count());
}
