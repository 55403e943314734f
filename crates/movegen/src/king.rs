//! The king: steps and castling.

use cleave_board::{
    Bitboard, Black, Color, Move, MoveKind, PieceKind, Position, Side, White, Wing, attacks,
};

use crate::generate::Stage;
use crate::rays::{self, Lanes, Paths};
use crate::{Masks, MoveSink};

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
        stage != Stage::Captures && !masks.in_check() && has_castling_rights::<S>(position);
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
            if let Some(mv) = castling::<S>(position, masks, danger, wing) {
                sink.special(mv);
            }
        }
    }
}

/// Squares that the enemy attacks once our king is off the board: it cannot hide behind itself.
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

#[inline(always)]
fn has_castling_rights<S: Side>(position: &Position) -> bool {
    Wing::ALL.into_iter().any(|wing| position.castling_rook(S::COLOR, wing).is_some())
}

/// Castling to this wing, if it is legal. The king is known not to be in check.
#[inline(always)]
pub(crate) fn castling<S: Side>(
    position: &Position,
    masks: &Masks,
    danger: Bitboard,
    wing: Wing,
) -> Option<Move> {
    let us = S::COLOR;
    let rook = position.castling_rook(us, wing)?;
    let king = position.king(us);
    let (king_to, rook_to) = (wing.king_to(us), wing.rook_to(us));
    let king_path = attacks::between(king, king_to) | king_to.into();
    let rook_path = attacks::between(rook, rook_to) | rook_to.into();
    let others = position.occupied() ^ king.into() ^ rook.into();
    // In chess960 the rook may be what shields the king on the back rank: then it is pinned.
    let obstacles = (king_path | rook_path) & others
        | king_path & danger
        | masks.all_pinned() & Bitboard::of(rook);
    obstacles.is_empty().then(|| Move::new(king, rook, MoveKind::Castle))
}

/// As [`castling`], for a side known only at run time.
pub(crate) fn is_castling(position: &Position, masks: &Masks, mv: Move) -> bool {
    fn find<S: Side>(position: &Position, masks: &Masks, mv: Move) -> bool {
        let danger = danger::<S>(position);
        let found = |wing| castling::<S>(position, masks, danger, wing) == Some(mv);
        Wing::ALL.into_iter().any(found)
    }
    match position.side() {
        Color::White => find::<White>(position, masks, mv),
        Color::Black => find::<Black>(position, masks, mv),
    }
}
