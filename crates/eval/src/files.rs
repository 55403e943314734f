//! Files and diagonals: rooks on open files and on the seventh rank, bishops and the colour of
//! their own pawns.

use cleave_board::{Bitboard, PieceKind, Position};

use crate::pawns::PawnFacts;
use crate::survey::{Survey, ranks};
use crate::tally::{Tally, Term};
use crate::{Side, Weights};

/// d4, e4, d5, e5.
const CENTRE: Bitboard = Bitboard(0x0000_0018_1800_0000);

/// Tells how well the rooks and bishops of side `S` stand on their lines.
#[inline(always)]
pub(crate) fn evaluate<S: Side, T: Tally>(
    position: &Position,
    facts: &PawnFacts,
    survey: &Survey,
    weights: &Weights<T::Weight>,
    tally: &mut T,
) {
    let own = |kind| position.pieces(S::COLOR, kind);
    let mut add = |weight, count: u32| tally.add::<S>(Term::Files, weight, count as i32);

    let rooks = own(PieceKind::Rook);
    let half_open = facts.open_for::<S>();
    let open = half_open & facts.open_for::<S::Opponent>();
    add(weights.rook_open_file[0], (rooks & open).count());
    add(weights.rook_semi_open_file[0], (rooks & half_open & !open).count());
    let targets = position.pieces(S::THEM, PieceKind::Pawn) & ranks::<S>(6, 6)
        | position.pieces(S::THEM, PieceKind::King) & ranks::<S>(7, 7);
    if targets.any() {
        add(weights.rook_seventh[0], (rooks & ranks::<S>(6, 6)).count());
    }

    let bishops = own(PieceKind::Bishop);
    let dark = (bishops & Bitboard::DARK_SQUARES).count();
    let on_colour = |[on_dark, on_light]: [u8; 2]| {
        dark * u32::from(on_dark) + (bishops.count() - dark) * u32::from(on_light)
    };
    add(weights.bishop_pawns[0], on_colour(facts.on_colour::<S>()));
    add(weights.bishop_rammed[0], on_colour(facts.rammed::<S>()));
    let long = survey.of::<S>().kind(PieceKind::Bishop) & CENTRE;
    add(weights.bishop_long_diagonal[0], u32::from(long.many()));
}
