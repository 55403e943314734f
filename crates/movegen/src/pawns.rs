//! Pawns, all of them at once.

use cleave_board::{Bitboard, Color, Move, MoveKind, PieceKind, Position, Rank, Square, attacks};

use crate::generate::{Side, Stage};
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

    // A pawn pinned on a diagonal cannot push, one pinned on a file can, within its line.
    let empty = !position.occupied();
    let pushers = pawns.without(masks.pin_diagonal);
    let steps = (pushers.without(masks.pin_straight).forward(us)
        | (pushers & masks.pin_straight).forward(us) & masks.pin_straight)
        & empty;
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

    // A pawn pinned on a file or rank cannot capture, one pinned on a diagonal only the pinner.
    let takers = pawns.without(masks.pin_straight);
    let (free, pinned) = (takers.without(masks.pin_diagonal), takers & masks.pin_diagonal);
    let victims = position.color(!us) & masks.check_mask;
    let east = (free.forward(us).east() | pinned.forward(us).east() & masks.pin_diagonal) & victims;
    let west = (free.forward(us).west() | pinned.forward(us).west() & masks.pin_diagonal) & victims;
    sink.pawn_moves(up + 1, east.without(last), MoveKind::Normal);
    sink.pawn_moves(up - 1, west.without(last), MoveKind::Normal);
    if ((pushes | east | west) & last).any() {
        sink.promotions(up + 1, east & last);
        sink.promotions(up - 1, west & last);
        sink.promotions(up, pushes & last);
    }
    if let Some(target) = position.en_passant() {
        for from in attacks::pawn(!us, target) & pawns {
            if en_passant_is_legal(position, us, from, target) {
                sink.special(Move::new(from, target, MoveKind::EnPassant));
            }
        }
    }
}

/// True if capturing en passant leaves the king safe. It is the one move that takes two pieces off
/// a line at once, so it is tried on the board.
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
