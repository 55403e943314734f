//! Makes a move: a new position from an old one.
//!
//! This is copy-make: the three cache lines of a position are copied, and the copy is changed. No
//! move has to be unmade, and the old position stays valid.
//!
//! A move has two halves. The first half *picks up* the piece: everything that does not depend on
//! its destination, including passing the turn. The second half *puts it down*: it captures and
//! places. Perft tries all destinations of a piece and does the first half only once
//! ([`Position::for_each_step`]).
//!
//! The innermost loops change the copy in place ([`Position::play`]). A position returned by value
//! may be copied a second time, and the second copy would wait for the bytes just written.

use crate::{
    Bitboard, Black, Color, Key, Move, MoveKind, Piece, PieceKind, Position, Side, Square, White,
    Wing, zobrist,
};

impl Position {
    /// Returns the position after a legal move.
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

    /// Plays a legal move.
    // Not inlined: it is six kilobytes of code. The two callers in a search share one copy of the
    // code, which is then more often in the first-level cache.
    #[inline(never)]
    pub fn play(&mut self, mv: Move) {
        match self.side {
            Color::White => self.play_for::<White>(mv),
            Color::Black => self.play_for::<Black>(mv),
        }
    }

    /// Plays a legal move of `S`, whose turn it is.
    #[inline(always)]
    pub fn play_for<S: Side>(&mut self, mv: Move) {
        debug_assert_eq!(self.side, S::COLOR);
        let (from, to) = (mv.from(), mv.to());
        match mv.kind() {
            MoveKind::Normal => {
                let piece = self.pick_up::<S>(from);
                self.put_down(piece, to);
            }
            MoveKind::DoublePush => {
                let pawn = self.pick_up_pawn::<S>(from);
                self.put(pawn, to);
                self.set_en_passant(from.forward(S::COLOR));
            }
            MoveKind::EnPassant => self.capture_en_passant::<S>(from, to),
            MoveKind::Castle => self.castle::<S>(from, to),
            MoveKind::PromoteKnight => self.promote::<S>(from, to, PieceKind::Knight),
            MoveKind::PromoteBishop => self.promote::<S>(from, to, PieceKind::Bishop),
            MoveKind::PromoteRook => self.promote::<S>(from, to, PieceKind::Rook),
            MoveKind::PromoteQueen => self.promote::<S>(from, to, PieceKind::Queen),
        }
    }

    /// Plays a legal pawn move of `S` that is a plain step or capture.
    #[inline(always)]
    pub fn play_pawn_step<S: Side>(&mut self, from: Square, to: Square) {
        let pawn = self.pick_up_pawn::<S>(from);
        self.put_down(pawn, to);
    }

    /// Visits the position after each legal move of `S`'s piece on `from` to one of `targets`. All
    /// moves are of [`MoveKind::Normal`].
    ///
    /// ```
    /// use cleave_board::{Bitboard, Position, Square, White, attacks};
    /// let targets = attacks::knight(Square::G1) & !Position::start().occupied();
    /// let mut placements = Vec::new();
    /// Position::start().for_each_step::<White>(Square::G1, targets, |next| {
    ///     placements.push(next.to_fen());
    /// });
    /// assert_eq!(placements[0], "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1");
    /// assert_eq!(placements[1], "rnbqkbnr/pppppppp/8/8/8/7N/PPPPPPPP/RNBQKB1R b KQkq - 1 1");
    /// ```
    #[inline(always)]
    pub fn for_each_step<S: Side>(
        &self,
        from: Square,
        targets: Bitboard,
        mut visit: impl FnMut(&Position),
    ) {
        let mut without_piece = *self;
        let piece = without_piece.pick_up::<S>(from);
        for to in targets {
            let mut next = without_piece;
            next.put_down(piece, to);
            visit(&next);
        }
    }

    /// Returns the key of the position after a move without making the move. The key is exact for
    /// plain moves and captures, and a guess for others. It serves to prefetch a table's bucket.
    #[inline]
    pub fn likely_key_after(&self, mv: Move) -> Key {
        let (from, to) = (mv.from(), mv.to());
        let mut key = self.key() ^ zobrist::black_to_move();
        let piece = Piece::code(self.mailbox[from.index()]);
        let captured = Piece::code(self.mailbox[to.index()]);
        key ^= zobrist::word(piece, from) ^ zobrist::word(piece, to) ^ zobrist::word(captured, to);
        key
    }

    /// Returns the position after a null move. The side to move must not be in check.
    #[inline]
    pub fn make_null(&self) -> Position {
        let mut next = *self;
        match self.side {
            Color::White => next.pass_turn::<White>(),
            Color::Black => next.pass_turn::<Black>(),
        }
        next.halfmove_clock = next.halfmove_clock.saturating_add(1);
        next
    }

    /// Makes the first half of a move: the piece leaves its square, and the turn passes.
    #[inline(always)]
    fn pick_up<S: Side>(&mut self, from: Square) -> Piece {
        let piece = self.mailbox[from.index()].expect("a legal move moves a piece");
        if self.castling_squares.has(from) {
            self.lose_rights(from);
        }
        self.pass_turn::<S>();
        self.halfmove_clock = match piece.kind() {
            PieceKind::Pawn => 0,
            _ => self.halfmove_clock.saturating_add(1),
        };
        self.remove(piece, from);
        piece
    }

    /// Picks up a pawn, like [`Position::pick_up`]. A pawn has no castling rights to lose.
    #[inline(always)]
    fn pick_up_pawn<S: Side>(&mut self, from: Square) -> Piece {
        let pawn = Piece::new(S::COLOR, PieceKind::Pawn);
        self.pass_turn::<S>();
        self.halfmove_clock = 0;
        self.remove(pawn, from);
        pawn
    }

    /// Makes the second half of a move: captures the piece on `to`, if any, and puts `piece` there.
    #[inline(always)]
    fn put_down(&mut self, piece: Piece, to: Square) {
        if self.castling_squares.has(to) {
            self.lose_rights(to);
        }
        if self.replace(piece, to).is_some() {
            self.halfmove_clock = 0;
        }
    }

    #[inline(never)]
    fn capture_en_passant<S: Side>(&mut self, from: Square, to: Square) {
        let captured = to.forward(<S::Opponent as Side>::COLOR);
        self.remove(Piece::new(<S::Opponent as Side>::COLOR, PieceKind::Pawn), captured);
        let pawn = self.pick_up_pawn::<S>(from);
        self.put(pawn, to);
    }

    #[inline(never)]
    fn castle<S: Side>(&mut self, king_from: Square, rook_from: Square) {
        let wing = if rook_from > king_from { Wing::King } else { Wing::Queen };
        // In chess960 king and rook may land on each other's square, so both leave before either
        // lands.
        let king = self.pick_up::<S>(king_from);
        let rook = Piece::new(S::COLOR, PieceKind::Rook);
        self.remove(rook, rook_from);
        self.put(king, wing.king_to(S::COLOR));
        self.put(rook, wing.rook_to(S::COLOR));
    }

    #[inline(always)]
    fn promote<S: Side>(&mut self, from: Square, to: Square, kind: PieceKind) {
        self.pick_up_pawn::<S>(from);
        self.put_down(Piece::new(S::COLOR, kind), to);
    }

    /// Ends the turn, as every move does: the en passant chance expires, and the other side is to
    /// move.
    #[inline(always)]
    fn pass_turn<S: Side>(&mut self) {
        if let Some(square) = self.en_passant.take() {
            self.keys.toggle_state(zobrist::en_passant(square.file()));
        }
        if S::COLOR == Color::Black {
            self.fullmove = self.fullmove.saturating_add(1);
        }
        self.side = <S::Opponent as Side>::COLOR;
        self.keys.toggle_state(zobrist::black_to_move());
    }
}
