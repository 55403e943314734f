//! Whether a move gives check.

use cleave_board::{Bitboard, Move, MoveKind, Piece, PieceKind, Position, Square, Wing, attacks};

/// True if the legal move `mv` gives check, direct or discovered.
pub fn gives_check(position: &Position, mv: Move) -> bool {
    let us = position.side();
    let king = position.king(!us);
    let (from, to) = (mv.from(), mv.to());
    match mv.kind() {
        MoveKind::Castle => castling_gives_check(position, from, to, king),
        kind => {
            let mover = position.piece_on(from).map_or(PieceKind::Pawn, Piece::kind);
            let mut occupied = (position.occupied() ^ from.into()) | to.into();
            let mut left = Bitboard::of(from);
            if kind == MoveKind::EnPassant {
                let captured = to.forward(!us);
                occupied ^= captured.into();
                left |= captured.into();
            }
            let lands_as = mv.promotion().unwrap_or(mover);
            attacks::of(lands_as, us, to, occupied).has(king)
                || left.into_iter().any(|square| attacks::line(king, square).any())
                    && uncovers(position, occupied, Bitboard::of(from), king)
        }
    }
}

/// True if a slider of the side to move, not one of `moved`, attacks the enemy king.
fn uncovers(position: &Position, occupied: Bitboard, moved: Bitboard, king: Square) -> bool {
    let sliders = attacks::bishop(king, occupied) & position.diagonal_sliders()
        | attacks::rook(king, occupied) & position.straight_sliders();
    (sliders & position.color(position.side())).without(moved).any()
}

fn castling_gives_check(position: &Position, from: Square, rook: Square, king: Square) -> bool {
    let us = position.side();
    let wing = if rook > from { Wing::King } else { Wing::Queen };
    let left = Bitboard::of(from) | rook.into();
    let rook_to = wing.rook_to(us);
    let occupied = position.occupied().without(left) | wing.king_to(us).into() | rook_to.into();
    attacks::rook(rook_to, occupied).has(king) || uncovers(position, occupied, left, king)
}
