//! What a move does at face value.

use cleave_board::{Move, PieceKind, Position, SEE_VALUES};

/// What a capture or promotion wins at face value, in centipawns.
#[inline]
pub fn victim_value(position: &Position, mv: Move) -> i32 {
    let value = |kind: PieceKind| SEE_VALUES[kind.index()];
    let captured = match position.piece_on(mv.to()) {
        Some(piece) => value(piece.kind()),
        None if mv.promotion().is_some() => 0,
        None => value(PieceKind::Pawn), // en passant
    };
    match mv.promotion() {
        Some(PieceKind::Queen) => captured + value(PieceKind::Queen),
        Some(_) => captured - value(PieceKind::Pawn), // rarely worth a look
        None => captured,
    }
}

/// True if a move captures or promotes: such moves are ordered and pruned differently.
#[inline]
pub fn is_tactical(position: &Position, mv: Move) -> bool {
    use cleave_board::MoveKind::{Castle, DoublePush, Normal};
    match mv.kind() {
        Normal => position.piece_on(mv.to()).is_some(),
        DoublePush | Castle => false,
        _ => true,
    }
}
