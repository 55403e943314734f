//! The king: steps and castling.

use cleave_board::{
    Bitboard, Color, Move, MoveKind, PieceKind, Position, Rank, Square, Wing, attacks,
};

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
    let king = position.king(us);
    let steps = attacks::king(king) & stage.targets(position, us);
    if steps.any() {
        let safe = steps.without(danger(position, us));
        if safe.any() {
            sink.piece_moves(king, safe);
        }
    }
    if stage != Stage::Captures && !position.castling().is_none() && !masks.in_check() {
        for wing in Wing::ALL {
            if let Some(mv) = castling(position, masks, us, wing) {
                sink.special(mv);
            }
        }
    }
}

/// Squares that the enemy attacks once our king is off the board: it cannot hide behind itself.
pub(crate) fn danger(position: &Position, us: Color) -> Bitboard {
    let enemy = position.color(!us);
    let occupied = position.occupied() ^ position.king(us).into();
    let mut set = (position.kind(PieceKind::Pawn) & enemy).pawn_attacks(!us)
        | attacks::king(position.king(!us));
    for from in position.kind(PieceKind::Knight) & enemy {
        set |= attacks::knight(from);
    }
    for from in position.diagonal_sliders() & enemy {
        set |= attacks::bishop(from, occupied);
    }
    for from in position.straight_sliders() & enemy {
        set |= attacks::rook(from, occupied);
    }
    set
}

/// Castling to this wing, if it is legal. The king is known not to be in check.
#[inline]
pub(crate) fn castling(position: &Position, masks: &Masks, us: Color, wing: Wing) -> Option<Move> {
    let rook = Square::at(position.castling().rook_file(us, wing)?, Rank::FIRST.relative_to(us));
    let king = position.king(us);
    let (king_to, rook_to) = (wing.king_to(us), wing.rook_to(us));
    let king_path = attacks::between(king, king_to) | king_to.into();
    let rook_path = attacks::between(rook, rook_to) | rook_to.into();
    let others = position.occupied() ^ king.into() ^ rook.into();
    if ((king_path | rook_path) & others).any() {
        return None;
    }
    // In chess960 the rook may be what shields the king on the back rank.
    if masks.pin_straight.has(rook) {
        return None;
    }
    let attacked = king_path.into_iter().any(|square| position.is_attacked(square, !us));
    (!attacked).then(|| Move::new(king, rook, MoveKind::Castle))
}
