//! Making a move: a new position from an old one.

use crate::{Color, Move, MoveKind, Piece, PieceKind, Position, Square, Wing, zobrist};

impl Position {
    /// The position after a legal move.
    #[inline]
    pub fn make(&self, mv: Move) -> Position {
        let mut next = *self;
        next.play(mv);
        next
    }

    /// The position after passing; the side to move must not be in check.
    #[inline]
    pub fn make_null(&self) -> Position {
        let mut next = *self;
        next.clear_en_passant();
        next.halfmove_clock = next.halfmove_clock.saturating_add(1);
        next.pass_turn();
        next
    }

    fn play(&mut self, mv: Move) {
        let (from, to, us) = (mv.from(), mv.to(), self.side);
        let piece = self.mailbox[from.index()].expect("a legal move moves a piece");
        self.clear_en_passant();
        self.lose_rights(from, to);
        self.halfmove_clock = self.halfmove_clock.saturating_add(1);
        if piece.kind() == PieceKind::Pawn {
            self.halfmove_clock = 0;
        }
        if mv.kind() == MoveKind::Castle {
            self.castle(from, to);
        } else {
            if let Some(captured) = self.mailbox[to.index()] {
                self.remove(captured, to);
                self.halfmove_clock = 0;
            }
            self.remove(piece, from);
            self.put(mv.promotion().map_or(piece, |kind| Piece::new(us, kind)), to);
        }
        if mv.kind() == MoveKind::EnPassant {
            self.remove(Piece::new(!us, PieceKind::Pawn), to.forward(!us));
        }
        self.pass_turn();
        if mv.kind() == MoveKind::DoublePush {
            let target = from.forward(us);
            if self.can_capture_en_passant(target) {
                self.en_passant = Some(target);
                self.key ^= zobrist::en_passant(target.file());
            }
        }
    }

    fn castle(&mut self, king_from: Square, rook_from: Square) {
        let us = self.side;
        let wing = if rook_from > king_from { Wing::King } else { Wing::Queen };
        let (king, rook) = (Piece::new(us, PieceKind::King), Piece::new(us, PieceKind::Rook));
        self.remove(king, king_from);
        self.remove(rook, rook_from);
        self.put(king, wing.king_to(us));
        self.put(rook, wing.rook_to(us));
    }

    fn clear_en_passant(&mut self) {
        if let Some(square) = self.en_passant.take() {
            self.key ^= zobrist::en_passant(square.file());
        }
    }

    fn pass_turn(&mut self) {
        if self.side == Color::Black {
            self.fullmove = self.fullmove.saturating_add(1);
        }
        self.side = !self.side;
        self.key ^= zobrist::black_to_move();
    }
}
