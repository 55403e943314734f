//! Sets up a position piece by piece.

use crate::keys::Keys;
use crate::piece::NO_PIECE;
use crate::position::COLORS;
use crate::{Bitboard, CastlingRights, Color, File, Piece, Position, Square, Wing, zobrist};

/// By piece code: all ones for the two bitboards that the piece is on, zero for the others.
///
/// With this table all eight bitboards are updated alike, in two vector registers. The alternative
/// updates two of them at addresses that depend on the piece. The table takes fewer instructions,
/// and a later wide load does not wait for single words in the store buffer. The rows after
/// [`NO_PIECE`] are never used. They are filled because the compiler treats a column known to be
/// zero separately, which costs more.
static BOARDS_OF: [[Bitboard; 8]; 16] = {
    let mut table = [[Bitboard::ALL; 8]; 16];
    let mut i = 0;
    while i <= NO_PIECE {
        table[i] = [Bitboard::EMPTY; 8];
        i += 1;
    }
    i = 0;
    while i < Piece::ALL.len() {
        table[i][Piece::ALL[i].kind().index()] = Bitboard::ALL;
        table[i][COLORS + Piece::ALL[i].color().index()] = Bitboard::ALL;
        i += 1;
    }
    table
};

impl Position {
    /// Returns an empty board with White to move. It is not a legal position.
    pub(crate) fn empty() -> Position {
        Position {
            boards: [Bitboard::EMPTY; 8],
            mailbox: [None; 64],
            keys: Keys::default(),
            castling_squares: Bitboard::EMPTY,
            castling: CastlingRights::NONE,
            en_passant: None,
            side: Color::White,
            chess960: false,
            halfmove_clock: 0,
            fullmove: 1,
        }
    }

    /// Puts a piece on an empty square.
    #[inline(always)]
    pub(crate) fn put(&mut self, piece: Piece, square: Square) {
        self.toggle(Some(piece), square);
        self.mailbox[square.index()] = Some(piece);
    }

    /// Takes a piece off its square.
    #[inline(always)]
    pub(crate) fn remove(&mut self, piece: Piece, square: Square) {
        self.toggle(Some(piece), square);
        self.mailbox[square.index()] = None;
    }

    /// Puts a piece on a square, and returns the piece that was there.
    #[inline(always)]
    pub(crate) fn replace(&mut self, piece: Piece, square: Square) -> Option<Piece> {
        let captured = self.mailbox[square.index()].replace(piece);
        self.toggle(captured, square);
        self.toggle(Some(piece), square);
        captured
    }

    /// Adds a piece to its bitboards and keys, or removes it. `None` changes nothing. There is no
    /// branch, because a capture is hard to predict.
    #[inline(always)]
    fn toggle(&mut self, piece: Option<Piece>, square: Square) {
        let code = Piece::code(piece);
        let bit = Bitboard::of(square);
        for (board, stands_on) in self.boards.iter_mut().zip(&BOARDS_OF[code & 15]) {
            *board ^= bit & *stands_on;
        }
        self.keys.toggle_piece(code, zobrist::word(code, square));
    }

    /// Gives the move to `side`.
    pub(crate) fn set_side(&mut self, side: Color) {
        if side != self.side {
            self.side = side;
            self.keys.toggle_state(zobrist::black_to_move());
        }
    }

    /// Grants one castling right, with king and rook in place, or revokes it.
    pub(crate) fn set_castling(&mut self, color: Color, wing: Wing, rook_file: Option<File>) {
        self.keys.toggle_state(zobrist::castling(self.castling));
        self.castling.set(color, wing, rook_file);
        self.keys.toggle_state(zobrist::castling(self.castling));
        self.castling_squares = self.find_castling_squares();
    }

    fn find_castling_squares(&self) -> Bitboard {
        let mut squares = Bitboard::EMPTY;
        for color in Color::ALL {
            for wing in Wing::ALL {
                if let Some(rook) = self.castling_rook(color, wing) {
                    squares |= Bitboard::of(rook) | self.king(color).into();
                }
            }
        }
        squares
    }

    /// Notes that the last move was a double push over `target`, if a pawn can capture it there.
    #[inline(always)]
    pub(crate) fn set_en_passant(&mut self, target: Square) {
        if self.can_capture_en_passant(target) {
            self.en_passant = Some(target);
            self.keys.toggle_state(zobrist::en_passant(target.file()));
        }
    }

    /// Returns the same position with the colours exchanged and the board mirrored top to bottom.
    ///
    /// An evaluation without colour bias gives both positions the same value for the side to move.
    ///
    /// ```
    /// use cleave_board::Position;
    /// let position = Position::from_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 3 7").unwrap();
    /// assert_eq!(position.flipped().to_fen(), "4k3/4p3/8/8/8/8/8/4K3 b - - 3 7");
    /// ```
    pub fn flipped(&self) -> Position {
        let mut flipped = Position::empty();
        for square in self.occupied() {
            if let Some(piece) = self.piece_on(square) {
                flipped.put(Piece::new(!piece.color(), piece.kind()), square.flip_rank());
            }
        }
        flipped.set_side(!self.side);
        for color in Color::ALL {
            for wing in Wing::ALL {
                flipped.set_castling(!color, wing, self.castling.rook_file(color, wing));
            }
        }
        if let Some(target) = self.en_passant {
            flipped.set_en_passant(target.flip_rank());
        }
        flipped.chess960 = self.chess960;
        flipped.halfmove_clock = self.halfmove_clock;
        flipped.fullmove = self.fullmove;
        flipped
    }

    /// Revokes the castling rights of a king or rook on `touched` that moves or is captured. Must
    /// be called while the piece is still there.
    #[cold]
    #[inline(never)]
    pub(crate) fn lose_rights(&mut self, touched: Square) {
        let before = self.castling;
        for color in Color::ALL {
            for wing in Wing::ALL {
                if let Some(rook) = self.castling_rook(color, wing)
                    && (touched == rook || touched == self.king(color))
                {
                    self.castling.set(color, wing, None);
                }
            }
        }
        self.keys.toggle_state(zobrist::castling(before) ^ zobrist::castling(self.castling));
        self.castling_squares = self.find_castling_squares();
    }
}
