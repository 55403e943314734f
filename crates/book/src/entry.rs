//! An entry of the file: sixteen bytes, big-endian.

use cleave_board::{Move, MoveKind, PieceKind, Position, Square, Wing};
use cleave_movegen::legal_moves;

/// The length of an entry in bytes.
pub const LEN: usize = 16;

/// A move in a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The hash of the position: see [`crate::key`].
    pub key: u64,
    /// The move.
    pub mv: PackedMove,
    /// The frequency with which it should be played, relative to the other moves of the position.
    pub weight: u16,
    /// Learning data of other programs, each with its own meaning. Cleave keeps it unchanged.
    pub learn: u32,
}

impl Entry {
    /// Reads an entry.
    pub fn from_bytes(bytes: &[u8; LEN]) -> Entry {
        let number = |range: std::ops::Range<usize>| {
            bytes[range].iter().fold(0u64, |number, &byte| number << 8 | u64::from(byte))
        };
        Entry {
            key: number(0..8),
            mv: PackedMove(number(8..10) as u16),
            weight: number(10..12) as u16,
            learn: number(12..16) as u32,
        }
    }

    /// Returns the bytes of the entry.
    pub fn to_bytes(self) -> [u8; LEN] {
        let mut bytes = [0; LEN];
        bytes[..8].copy_from_slice(&self.key.to_be_bytes());
        bytes[8..10].copy_from_slice(&self.mv.0.to_be_bytes());
        bytes[10..12].copy_from_slice(&self.weight.to_be_bytes());
        bytes[12..].copy_from_slice(&self.learn.to_be_bytes());
        bytes
    }
}

/// A move in the encoding of a book. It has three bits each for the file and rank of the
/// destination, the file and rank of the origin, and the promotion: 0 for none, 1 for a knight to 4
/// for a queen. Castling is a move of the king to its rook.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PackedMove(u16);

impl PackedMove {
    /// Encodes a move.
    pub fn new(mv: Move) -> PackedMove {
        let promotion = mv.promotion().map_or(0, PieceKind::index);
        let (from, to) = (mv.from().index(), mv.to().index());
        PackedMove((to | from << 6 | promotion << 12) as u16)
    }

    /// Returns the move in a position, or `None` if it is not legal there. Also accepts castling as
    /// a move of the king by two squares, which some programs write.
    pub fn in_position(self, position: &Position) -> Option<Move> {
        let legal = legal_moves(position);
        let exact = legal.as_slice().iter().find(|&&mv| PackedMove::new(mv) == self);
        let castles = |mv: &&Move| {
            let (from, to) = (mv.from(), mv.to());
            let lands = |wing: Wing| wing.king_to(position.side());
            let wing = if to.index() > from.index() { Wing::King } else { Wing::Queen };
            mv.kind() == MoveKind::Castle && self.from() == from && self.to() == lands(wing)
        };
        exact.or_else(|| legal.as_slice().iter().find(castles)).copied()
    }

    fn from(self) -> Square {
        Square::new((self.0 >> 6 & 63) as u8)
    }

    fn to(self) -> Square {
        Square::new((self.0 & 63) as u8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn in_fen(bits: u16, fen: &str) -> Option<String> {
        let position = Position::from_fen(fen).unwrap();
        PackedMove(bits).in_position(&position).map(|mv| mv.to_string())
    }

    fn bits(from: usize, to: usize, promotion: usize) -> u16 {
        (to | from << 6 | promotion << 12) as u16
    }

    #[test]
    fn moves_are_found_in_their_positions() {
        let castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
        assert_eq!(in_fen(bits(4, 7, 0), castling).as_deref(), Some("e1h1"));
        assert_eq!(in_fen(bits(4, 6, 0), castling).as_deref(), Some("e1h1"), "g1");
        assert_eq!(in_fen(bits(4, 2, 0), castling).as_deref(), Some("e1a1"), "c1");
        assert_eq!(in_fen(bits(4, 5, 0), castling).as_deref(), Some("e1f1"));
        let promotion = "8/P6k/8/8/8/8/8/K7 w - - 0 1";
        assert_eq!(in_fen(bits(48, 56, 1), promotion).as_deref(), Some("a7a8n"));
        assert_eq!(in_fen(bits(48, 56, 4), promotion).as_deref(), Some("a7a8q"));
        assert_eq!(in_fen(bits(48, 56, 0), promotion), None);
        assert_eq!(in_fen(bits(48, 56, 7), promotion), None);
        assert_eq!(in_fen(0, promotion), None);
    }

    /// The spellings are a move to the rook, which Polyglot writes, and a move by two squares.
    #[test]
    fn both_sides_castle_to_both_wings_in_both_spellings() {
        for (fen, king, [king_rook, queen_rook], moves) in [
            ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", 4, [7, 0], ["e1h1", "e1a1"]),
            ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", 60, [63, 56], ["e8h8", "e8a8"]),
        ] {
            for (rook, two_squares, mv) in
                [(king_rook, king + 2, moves[0]), (queen_rook, king - 2, moves[1])]
            {
                for to in [rook, two_squares] {
                    assert_eq!(in_fen(bits(king, to, 0), fen).as_deref(), Some(mv), "{to}");
                    // Without the right it is not legal.
                    let without = fen.replace("KQkq", "-");
                    assert_eq!(in_fen(bits(king, to, 0), &without), None, "{to}");
                }
            }
            // The king of the other side does not move.
            assert_eq!(in_fen(bits(64 - king, king_rook, 0), fen), None);
        }
    }

    /// In chess960 the king may reach its castled square by a step or a move of three squares. So
    /// only a move to the rook certainly means castling.
    #[test]
    fn both_sides_castle_in_chess960() {
        for (fen, from, to, mv) in [
            ("1r3kr1/pppppppp/8/8/8/8/PPPPPPPP/1R3KR1 w GBgb - 0 1", 5, 6, "f1g1"),
            ("1r3kr1/pppppppp/8/8/8/8/PPPPPPPP/1R3KR1 w GBgb - 0 1", 5, 1, "f1b1"),
            ("1r3kr1/pppppppp/8/8/8/8/PPPPPPPP/1R3KR1 b GBgb - 0 1", 61, 62, "f8g8"),
            ("1r3kr1/pppppppp/8/8/8/8/PPPPPPPP/1R3KR1 b GBgb - 0 1", 61, 57, "f8b8"),
            // By the destination of the king: from b to g.
            ("rk5r/pppppppp/8/8/8/8/PPPPPPPP/RK5R b HAha - 0 1", 57, 62, "b8h8"),
            ("rk5r/pppppppp/8/8/8/8/PPPPPPPP/RK5R w HAha - 0 1", 1, 6, "b1h1"),
            // A step to c is a step.
            ("rk5r/pppppppp/8/8/8/8/PPPPPPPP/RK5R b HAha - 0 1", 57, 58, "b8c8"),
            ("rk5r/pppppppp/8/8/8/8/PPPPPPPP/RK5R b HAha - 0 1", 57, 56, "b8a8"),
        ] {
            assert_eq!(in_fen(bits(from, to, 0), fen).as_deref(), Some(mv), "{fen}");
        }
    }
}
