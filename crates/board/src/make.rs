//! Making a move: a new position from an old one.
//!
//! Copy-make: the three cache lines of a position are copied and the copy is changed. Nothing has
//! to be unmade, and the old position stays valid for whoever holds it.
//!
//! A move has two halves. *Picking up* a piece does all that does not depend on where it goes; the
//! turn passes there already. *Putting it down* captures and sets. A perft that tries all squares
//! for one piece does the first half once ([`InHand`]).

use crate::{
    Black, Color, Key, Move, MoveKind, Piece, PieceKind, Position, Side, Square, White, Wing,
    zobrist,
};

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
        match self.side {
            Color::White => self.make_for::<White>(mv),
            Color::Black => self.make_for::<Black>(mv),
        }
    }

    /// The position after a legal move of `S`, whose turn it is.
    #[inline(always)]
    pub fn make_for<S: Side>(&self, mv: Move) -> Position {
        debug_assert_eq!(self.side, S::COLOR);
        let (from, to) = (mv.from(), mv.to());
        let mut next = *self;
        match mv.kind() {
            MoveKind::Normal => {
                let piece = next.pick_up::<S>(next.expect_piece(from), from);
                next.put_down(piece, to);
            }
            MoveKind::DoublePush => {
                let pawn = next.pick_up::<S>(Piece::new(S::COLOR, PieceKind::Pawn), from);
                next.put(pawn, to);
                next.set_en_passant(from.forward(S::COLOR));
            }
            MoveKind::EnPassant => next.capture_en_passant::<S>(from, to),
            MoveKind::Castle => next.castle::<S>(from, to),
            MoveKind::PromoteKnight => next.promote::<S>(from, to, PieceKind::Knight),
            MoveKind::PromoteBishop => next.promote::<S>(from, to, PieceKind::Bishop),
            MoveKind::PromoteRook => next.promote::<S>(from, to, PieceKind::Rook),
            MoveKind::PromoteQueen => next.promote::<S>(from, to, PieceKind::Queen),
        }
        next
    }

    /// The position after a plain step or capture of one of `S`'s pawns.
    #[inline(always)]
    pub fn make_pawn_move<S: Side>(&self, from: Square, to: Square) -> Position {
        let mut next = *self;
        let pawn = next.pick_up::<S>(Piece::new(S::COLOR, PieceKind::Pawn), from);
        next.put_down(pawn, to);
        next
    }

    /// The key of the position after a move, before the move is made: right for plain moves and
    /// captures, and a guess for the rest. Enough to bring a table's bucket into the cache early.
    #[inline]
    pub fn likely_key_after(&self, mv: Move) -> Key {
        let (from, to) = (mv.from(), mv.to());
        let mut key = self.key() ^ zobrist::black_to_move();
        if let Some(piece) = self.mailbox[from.index()] {
            key ^= zobrist::piece(piece, from) ^ zobrist::piece(piece, to);
        }
        if let Some(captured) = self.mailbox[to.index()] {
            key ^= zobrist::piece(captured, to);
        }
        key
    }

    /// The position after passing; the side to move must not be in check.
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

    #[inline(always)]
    fn expect_piece(&self, square: Square) -> Piece {
        self.mailbox[square.index()].expect("a legal move moves a piece")
    }

    /// The first half of a move: `piece` leaves its square, and the turn passes.
    #[inline(always)]
    fn pick_up<S: Side>(&mut self, piece: Piece, from: Square) -> Piece {
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

    /// The second half: what stands on `to` is captured, and `piece` stands there.
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
        let pawn = self.pick_up::<S>(Piece::new(S::COLOR, PieceKind::Pawn), from);
        self.put(pawn, to);
    }

    #[inline(never)]
    fn castle<S: Side>(&mut self, king_from: Square, rook_from: Square) {
        let wing = if rook_from > king_from { Wing::King } else { Wing::Queen };
        // In chess960 either may land where the other stood: both leave before one lands.
        let king = self.pick_up::<S>(Piece::new(S::COLOR, PieceKind::King), king_from);
        let rook = Piece::new(S::COLOR, PieceKind::Rook);
        self.remove(rook, rook_from);
        self.put(king, wing.king_to(S::COLOR));
        self.put(rook, wing.rook_to(S::COLOR));
    }

    #[inline(always)]
    fn promote<S: Side>(&mut self, from: Square, to: Square, kind: PieceKind) {
        self.pick_up::<S>(Piece::new(S::COLOR, PieceKind::Pawn), from);
        self.put_down(Piece::new(S::COLOR, kind), to);
    }

    /// What happens whatever the move: the chance to capture en passant is gone, the other side is
    /// to move.
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

/// A position of which one piece is in `S`'s hand.
///
/// ```
/// use cleave_board::{InHand, Position, Square, White};
/// let knight = InHand::<White>::new(&Position::start(), Square::G1);
/// let next = knight.put_down(Square::F3);
/// assert_eq!(next.to_fen(), "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1");
/// ```
#[derive(Debug)]
pub struct InHand<S: Side> {
    position: Position,
    piece: Piece,
    side: std::marker::PhantomData<S>,
}

impl<S: Side> InHand<S> {
    /// Picks up the piece on `from`, which is one of `S`'s, whose turn it is.
    ///
    /// # Panics
    /// There is no piece on `from`.
    #[inline(always)]
    pub fn new(position: &Position, from: Square) -> InHand<S> {
        let mut position = *position;
        let piece = position.pick_up::<S>(position.expect_piece(from), from);
        InHand { position, piece, side: std::marker::PhantomData }
    }

    /// The position after a legal move of the piece to `to` that does nothing else.
    #[inline(always)]
    pub fn put_down(&self, to: Square) -> Position {
        let mut next = self.position;
        next.put_down(self.piece, to);
        next
    }
}
