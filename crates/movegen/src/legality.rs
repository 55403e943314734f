//! Tests whether a move from the table or from another branch of the tree is legal here.

use cleave_board::{Bitboard, Move, MoveKind, PieceKind, Position, Rank, attacks};

use crate::{Masks, castling, pawns};

/// Returns true if `mv` is a legal move of the position. `mv` may be any sixteen bits.
pub fn is_legal(position: &Position, masks: &Masks, mv: Move) -> bool {
    let us = position.side();
    let (from, to) = (mv.from(), mv.to());
    let Some(piece) = position.piece_on(from).filter(|piece| piece.color() == us) else {
        return false;
    };
    if mv.kind() == MoveKind::Castle {
        return piece.kind() == PieceKind::King
            && !masks.in_check()
            && castling::is_legal(position, masks, mv);
    }
    if position.color(us).has(to) {
        return false;
    }
    match piece.kind() {
        PieceKind::Pawn => is_legal_pawn_move(position, masks, mv),
        PieceKind::King => {
            mv.kind() == MoveKind::Normal
                && attacks::king(from).has(to)
                && (position.attackers_to(to, position.occupied() ^ from.into())
                    & position.color(!us))
                .is_empty()
        }
        kind => {
            mv.kind() == MoveKind::Normal
                && attacks::of(kind, us, from, position.occupied()).has(to)
                && masks.allow(position, mv)
        }
    }
}

fn is_legal_pawn_move(position: &Position, masks: &Masks, mv: Move) -> bool {
    let us = position.side();
    let (from, to) = (mv.from(), mv.to());
    if mv.kind() == MoveKind::EnPassant {
        return position.en_passant() == Some(to)
            && attacks::pawn(us, from).has(to)
            && pawns::en_passant_is_legal(position, us, from, to);
    }
    let promotes = to.rank() == Rank::EIGHTH.relative_to(us);
    if promotes != mv.promotion().is_some() {
        return false;
    }
    let empty = !position.occupied();
    let step = Bitboard::of(from).forward(us) & empty;
    let reaches = if mv.kind() == MoveKind::DoublePush {
        from.rank() == Rank::SECOND.relative_to(us) && (step.forward(us) & empty).has(to)
    } else {
        (step | attacks::pawn(us, from) & position.color(!us)).has(to)
    };
    reaches && masks.allow(position, mv)
}

impl Masks {
    /// Returns true if checks and pins permit this move of a piece other than the king.
    fn allow(&self, position: &Position, mv: Move) -> bool {
        let (from, to) = (mv.from(), mv.to());
        self.check_mask.has(to)
            && (!self.all_pinned().has(from)
                || attacks::line(position.king(position.side()), from).has(to))
    }
}
