//! Evaluates files and diagonals: rooks on open files and on the seventh rank, and bishops with own
//! pawns on their colour.

use cleave_board::{Bitboard, PieceKind, Position};

use crate::attack_info::{AttackInfo, ranks};
use crate::pawns::{ByColour, PawnFacts};
use crate::tally::{Tally, Term};
use crate::{Side, Weights};

/// d4, e4, d5, e5.
const CENTRE: Bitboard = Bitboard(0x0000_0018_1800_0000);

/// Evaluates the lines of the rooks and bishops of side `S`.
#[inline(always)]
pub(crate) fn evaluate<S: Side, T: Tally>(
    position: &Position,
    facts: &PawnFacts,
    info: &AttackInfo,
    weights: &Weights<T::Weight>,
    tally: &mut T,
) {
    let own = |kind| position.pieces(S::COLOR, kind);
    let mut add = |weight, count: u32| tally.add::<S>(Term::Files, weight, count as i32);

    let rooks = own(PieceKind::Rook);
    let on_half_open = rooks & facts.open_for::<S>();
    if on_half_open.any() {
        let open = on_half_open & facts.open_for::<S::Opponent>();
        add(weights.rook_open_file[0], open.count());
        add(weights.rook_semi_open_file[0], (on_half_open ^ open).count());
    }
    let seventh = rooks & ranks::<S>(6, 6);
    if seventh.any() {
        let targets = position.pieces(S::THEM, PieceKind::Pawn) & ranks::<S>(6, 6)
            | position.pieces(S::THEM, PieceKind::King) & ranks::<S>(7, 7);
        add(weights.rook_seventh[0], if targets.any() { seventh.count() } else { 0 });
    }

    let bishops = own(PieceKind::Bishop);
    if bishops.is_empty() {
        return;
    }
    let dark = (bishops & Bitboard::DARK_SQUARES).count();
    let light = bishops.count() - dark;
    let on_colour = |pawns: ByColour| dark * pawns.dark() + light * pawns.light();
    add(weights.bishop_pawns[0], on_colour(facts.on_colour::<S>()));
    add(weights.bishop_rammed[0], on_colour(facts.rammed::<S>()));
    let long = info.of::<S>().kind(PieceKind::Bishop) & CENTRE;
    add(weights.bishop_long_diagonal[0], u32::from(long.many()));
}
