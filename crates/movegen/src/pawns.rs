//! Pawn moves, for all pawns at once.

use cleave_board::{
    Bitboard, Color, Move, MoveKind, PieceKind, Position, Rank, Side, Square, attacks,
};

use crate::generate::Stage;
use crate::rays::Line;
use crate::{Masks, MoveSink};

#[inline(always)]
pub(crate) fn generate<S: Side, M: MoveSink>(
    position: &Position,
    masks: &Masks,
    stage: Stage,
    sink: &mut M,
) {
    let us = S::COLOR;
    let pawns = position.pieces(us, PieceKind::Pawn);
    let up: i8 = if us.is_white() { 8 } else { -8 };
    let last = Bitboard::rank(Rank::EIGHTH.relative_to(us));

    let empty = !position.occupied();
    let steps = self::steps::<S>(pawns, masks) & empty;
    let pushes = steps & masks.check_mask;
    if stage != Stage::Captures {
        let third = Bitboard::rank(Rank::THIRD.relative_to(us));
        let doubles = (steps & third).forward(us) & empty & masks.check_mask;
        sink.pawn_moves(up, pushes.without(last), MoveKind::Normal);
        sink.pawn_moves(2 * up, doubles, MoveKind::DoublePush);
    }
    if stage == Stage::Quiets {
        return;
    }

    let victims = position.color(!us) & masks.check_mask;
    let (east, west) = self::captures::<S>(pawns, masks);
    let (east, west) = (east & victims, west & victims);
    sink.pawn_moves(up + 1, east.without(last), MoveKind::Normal);
    sink.pawn_moves(up - 1, west.without(last), MoveKind::Normal);
    if ((pushes | east | west) & last).any() {
        sink.promotions(up + 1, east & last);
        sink.promotions(up - 1, west & last);
        sink.promotions(up, pushes & last);
    }
    if let Some(target) = position.en_passant() {
        for mv in en_passant_captures(position, us, target) {
            sink.special(mv);
        }
    }
}

/// Returns the squares in front of the pawns that pins permit to advance.
#[inline(always)]
pub(crate) fn steps<S: Side>(pawns: Bitboard, masks: &Masks) -> Bitboard {
    pawns.without(masks.barred_from(Line::File)).forward(S::COLOR)
}

/// Returns the squares on which the pawns could capture: eastward and westward, as far as pins
/// permit.
#[inline(always)]
pub(crate) fn captures<S: Side>(pawns: Bitboard, masks: &Masks) -> (Bitboard, Bitboard) {
    let us = S::COLOR;
    let (eastward, westward) =
        if us.is_white() { (Line::Rising, Line::Falling) } else { (Line::Falling, Line::Rising) };
    let east = pawns.without(masks.barred_from(eastward)).forward(us).east();
    let west = pawns.without(masks.barred_from(westward)).forward(us).west();
    (east, west)
}

/// Returns the legal en passant captures on `target`, at most two.
#[cold]
pub(crate) fn en_passant_captures(
    position: &Position,
    us: Color,
    target: Square,
) -> impl Iterator<Item = Move> {
    let capturers = attacks::pawn(!us, target) & position.pieces(us, PieceKind::Pawn);
    capturers
        .into_iter()
        .filter(move |&from| en_passant_is_legal(position, us, from, target))
        .map(move |from| Move::new(from, target, MoveKind::EnPassant))
}

/// Returns true if an en passant capture leaves the king safe. No other move takes two pieces off a
/// line at once, so this one is tried on the board.
pub(crate) fn en_passant_is_legal(
    position: &Position,
    us: Color,
    from: Square,
    target: Square,
) -> bool {
    let captured = target.forward(!us);
    let occupied = (position.occupied() ^ from.into() ^ captured.into()) | target.into();
    let attackers = position.attackers_to(position.king(us), occupied) & position.color(!us);
    attackers.without(captured.into()).is_empty()
}
