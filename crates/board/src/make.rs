//! Making a move: a new position from an old one.
//!
//! Copy-make: the three cache lines of a position are copied and the copy is changed. Nothing has
//! to be unmade, and the old position stays valid for whoever holds it.

use crate::{Bitboard, Color, Move, MoveKind, Piece, PieceKind, Position, Square, Wing, zobrist};

impl Position {
    /// The position after a legal move.
    ///
    /// ```
    /// use cleave_board::{Move, MoveKind, Position, Square};
    /// let next = Position::start().make(Move::new(Square::E2, Square::E4, MoveKind::DoublePush));
    /// assert_eq!(next.to_fen(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    /// ```
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
        next.begin_move();
        next.pass_turn();
        next
    }

    #[inline(always)]
    fn play(&mut self, mv: Move) {
        let (from, to) = (mv.from(), mv.to());
        self.begin_move();
        let touched = Bitboard::of(from) | to.into();
        if (touched & self.castling_squares).any() {
            self.lose_rights(touched);
        }
        match mv.kind() {
            MoveKind::Normal => self.step(from, to),
            MoveKind::DoublePush => self.double_push(from, to),
            MoveKind::EnPassant => self.capture_en_passant(from, to),
            MoveKind::Castle => self.castle(from, to),
            MoveKind::PromoteKnight => self.promote(from, to, PieceKind::Knight),
            MoveKind::PromoteBishop => self.promote(from, to, PieceKind::Bishop),
            MoveKind::PromoteRook => self.promote(from, to, PieceKind::Rook),
            MoveKind::PromoteQueen => self.promote(from, to, PieceKind::Queen),
        }
    }

    /// A piece goes from one square to another, captures what stands there, and the turn passes.
    #[inline(always)]
    fn step(&mut self, from: Square, to: Square) {
        let piece = self.mailbox[from.index()].expect("a legal move moves a piece");
        self.capture_on(to);
        self.remove(piece, from);
        self.put(piece, to);
        if piece.kind() == PieceKind::Pawn {
            self.halfmove_clock = 0;
        }
        self.pass_turn();
    }

    /// Takes what stands on a square, if something does.
    #[inline(always)]
    fn capture_on(&mut self, square: Square) {
        if let Some(captured) = self.mailbox[square.index()] {
            self.remove(captured, square);
            self.halfmove_clock = 0;
        }
    }

    #[inline(always)]
    fn double_push(&mut self, from: Square, to: Square) {
        let us = self.side;
        self.step(from, to);
        self.set_en_passant(from.forward(us));
    }

    fn capture_en_passant(&mut self, from: Square, to: Square) {
        self.remove(Piece::new(!self.side, PieceKind::Pawn), to.forward(!self.side));
        self.step(from, to);
    }

    fn castle(&mut self, king_from: Square, rook_from: Square) {
        let us = self.side;
        let wing = if rook_from > king_from { Wing::King } else { Wing::Queen };
        let (king, rook) = (Piece::new(us, PieceKind::King), Piece::new(us, PieceKind::Rook));
        // In chess960 either may land where the other stood: both leave before one lands.
        self.remove(king, king_from);
        self.remove(rook, rook_from);
        self.put(king, wing.king_to(us));
        self.put(rook, wing.rook_to(us));
        self.pass_turn();
    }

    fn promote(&mut self, from: Square, to: Square, kind: PieceKind) {
        let us = self.side;
        self.capture_on(to);
        self.remove(Piece::new(us, PieceKind::Pawn), from);
        self.put(Piece::new(us, kind), to);
        self.halfmove_clock = 0;
        self.pass_turn();
    }

    /// What happens whatever the move: the chance to capture en passant is gone, time goes on.
    #[inline(always)]
    fn begin_move(&mut self) {
        if let Some(square) = self.en_passant.take() {
            self.keys.toggle_state(zobrist::en_passant(square.file()));
        }
        self.halfmove_clock = self.halfmove_clock.saturating_add(1);
    }

    #[inline(always)]
    fn pass_turn(&mut self) {
        if self.side == Color::Black {
            self.fullmove = self.fullmove.saturating_add(1);
        }
        self.side = !self.side;
        self.keys.toggle_state(zobrist::black_to_move());
    }
}
