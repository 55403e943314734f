//! King moves.

use cleave_board::{Bitboard, PieceKind, Position, Side, Wing, attacks};

use crate::generate::Stage;
use crate::rays::{self, Lanes, Paths};
use crate::{Masks, MoveSink, castling};

#[inline(always)]
pub(crate) fn generate<S: Side, M: MoveSink>(
    position: &Position,
    masks: &Masks,
    stage: Stage,
    sink: &mut M,
) {
    let king = position.king(S::COLOR);
    let steps = attacks::king(king) & stage.targets(position, S::COLOR);
    let may_castle =
        stage != Stage::Captures && !masks.in_check() && castling::has_rights::<S>(position);
    if steps.is_empty() && !may_castle {
        return;
    }
    let danger = danger::<S>(position);
    let safe = steps.without(danger);
    if safe.any() {
        sink.piece_moves(king, safe);
    }
    if may_castle {
        for wing in Wing::ALL {
            if let Some(mv) = castling::castling::<S>(position, masks, danger, wing) {
                sink.special(mv);
            }
        }
    }
}

/// Squares that the enemy attacks with our king off the board: it cannot shield squares behind itself.
#[inline(always)]
pub(crate) fn danger<S: Side>(position: &Position) -> Bitboard {
    let them = <S::Opponent as Side>::COLOR;
    let enemy = position.color(them);
    let without_king = position.occupied() ^ position.pieces(S::COLOR, PieceKind::King);
    let sliders =
        Lanes::by_kind(position.straight_sliders() & enemy, position.diagonal_sliders() & enemy);
    let knights = rays::jumps(position.kind(PieceKind::Knight) & enemy);
    Paths::new(!without_king).slide(sliders).or(knights).union()
        | (position.kind(PieceKind::Pawn) & enemy).pawn_attacks(them)
        | attacks::king(position.king(them))
}
