//! The face value of moves.

use cleave_board::{Move, PieceKind, Position, SEE_VALUES};

/// Returns the material that a capture or promotion wins at face value, in centipawns.
#[inline]
pub(crate) fn victim_value(position: &Position, mv: Move) -> i32 {
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

/// Returns true if a move captures or promotes. Such moves are ordered and pruned differently.
#[inline]
pub(crate) fn is_tactical(position: &Position, mv: Move) -> bool {
    use cleave_board::MoveKind::{Castle, DoublePush, Normal};
    match mv.kind() {
        Normal => position.piece_on(mv.to()).is_some(),
        DoublePush | Castle => false,
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::mv;

    #[test]
    fn captures_and_promotions_have_face_values() {
        let fen = "1n2k3/P7/8/3pP3/8/8/8/4K2R w K d6 0 1";
        let position = Position::from_fen(fen).expect("a legal position");
        let value = |text| victim_value(&position, mv(&position, text));
        let [pawn, knight, queen] = [0, 1, 4].map(|kind| SEE_VALUES[kind]);
        assert_eq!((value("exd6"), value("a8=Q")), (pawn, queen));
        assert_eq!(value("axb8=Q+"), knight + queen);
        assert!(value("a8=N") < 0 && value("axb8=R+") < knight, "behind plain captures");
        for (text, expected) in [
            ("exd6", true),
            ("a8=Q", true),
            ("a8=N", true),
            ("axb8=Q+", true),
            ("e6", false),
            ("O-O", false),
            ("Rh8+", false),
        ] {
            assert_eq!(is_tactical(&position, mv(&position, text)), expected, "{text}");
        }
    }
}
