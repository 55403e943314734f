//! Evaluates threats: material that the next move or the one after it could win.
//!
//! A target is **weak** if it is attacked and not strongly protected. Strong protectors are a pawn,
//! or two pieces against a single attacker.

use cleave_board::{Bitboard, PieceKind, Position};

use crate::attack_info::{AttackInfo, ranks};
use crate::tally::{Tally, Term};
use crate::{Side, Weights};

/// Evaluates the threats of side `S`.
#[inline(always)]
pub(crate) fn evaluate<S: Side, T: Tally>(
    position: &Position,
    info: &AttackInfo,
    weights: &Weights<T::Weight>,
    tally: &mut T,
) {
    use PieceKind::{Bishop, King, Knight, Pawn, Queen, Rook};
    let (ours, theirs) = (info.of::<S>(), info.of::<S::Opponent>());
    let enemy = |kind| position.pieces(S::THEM, kind);
    let enemies = position.color(S::THEM);
    let pieces = enemies & !enemy(Pawn) & !enemy(King);
    let strong = theirs.kind(Pawn) | theirs.twice & !ours.twice;
    let weak = enemies & ours.all & !strong;
    let mut add = |weight, set: Bitboard| tally.add::<S>(Term::Threats, weight, set.count() as i32);

    let safe = ours.all | !theirs.all;
    let own_pawns = position.pieces(S::COLOR, Pawn);
    add(weights.threat_pawn[0], (own_pawns & safe).pawn_attacks(S::COLOR) & pieces);
    let pushes = safe_pushes::<S>(position, info, safe);
    add(weights.threat_push[0], pushes.pawn_attacks(S::COLOR) & pieces);

    let by_minor = ours.kind(Knight) | ours.kind(Bishop);
    if (by_minor & (pieces | weak)).any() {
        add(weights.threat_minor[0], by_minor & weak & enemy(Pawn));
        add(weights.threat_minor[1], by_minor & enemy(Knight));
        add(weights.threat_minor[2], by_minor & enemy(Bishop));
        add(weights.threat_minor[3], by_minor & enemy(Rook));
        add(weights.threat_minor[4], by_minor & enemy(Queen));
    }
    let by_rook = ours.kind(Rook);
    if (by_rook & (weak | enemy(Queen))).any() {
        add(weights.threat_rook[0], by_rook & weak & enemy(Pawn));
        add(weights.threat_rook[1], by_rook & weak & enemy(Knight));
        add(weights.threat_rook[2], by_rook & weak & enemy(Bishop));
        add(weights.threat_rook[3], by_rook & weak & enemy(Rook));
        add(weights.threat_rook[4], by_rook & enemy(Queen));
    }
    add(weights.threat_king[0], ours.kind(King) & weak);
    add(weights.hanging[0], weak & !theirs.all);
    add(weights.queen_defended[0], weak & pieces & theirs.kind(Queen) & !theirs.twice);
    add(weights.restricted[0], ours.all & theirs.all & !strong);
}

/// Returns the squares to which pawns of `S` can advance without being lost or captured by a pawn.
#[inline(always)]
fn safe_pushes<S: Side>(position: &Position, info: &AttackInfo, safe: Bitboard) -> Bitboard {
    let empty = !position.occupied();
    let single = S::forward(position.pieces(S::COLOR, PieceKind::Pawn)) & empty;
    let double = S::forward(single & ranks::<S>(2, 2)) & empty;
    (single | double) & safe & !info.of::<S::Opponent>().kind(PieceKind::Pawn)
}
