//! The position: placement, rights and counters.

use std::sync::LazyLock;

use cleave_shared_memory::Plain;

use crate::keys::Keys;
use crate::{Bitboard, CastlingRights, Color, Key, Piece, PieceKind, Rank, Square, Wing, attacks};

/// A position of chess: placement, side to move, castling rights, en passant square, counters.
///
/// It is small and `Copy`. A move makes a new position ([`Position::make`]), so no move is ever
/// unmade. Bitboards and mailbox hold the same placement; each answers some questions faster.
#[derive(Clone, Copy, PartialEq, Eq, Plain)]
#[repr(align(64))] // three cache lines, copied in a few vector moves
pub struct Position {
    /// The six kinds, then the two colours.
    pub(crate) boards: [Bitboard; 8],
    pub(crate) mailbox: [Option<Piece>; 64],
    pub(crate) keys: Keys,
    /// Kings and rooks with castling rights. Only a move from or to one of these squares ends a
    /// right.
    pub(crate) castling_squares: Bitboard,
    pub(crate) castling: CastlingRights,
    pub(crate) en_passant: Option<Square>,
    pub(crate) side: Color,
    pub(crate) chess960: bool,
    pub(crate) halfmove_clock: u8,
    pub(crate) fullmove: u16,
}

/// Index of the first colour's bitboard in [`Position::boards`].
pub(crate) const COLORS: usize = 6;

impl Position {
    /// The FEN of the standard start position.
    pub const START_FEN: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    /// Returns the standard start position.
    pub fn start() -> Position {
        static START: LazyLock<Position> = LazyLock::new(|| {
            Position::from_fen(Position::START_FEN).expect("the start position is legal")
        });
        *START
    }

    /// Returns the side to move.
    #[inline(always)]
    pub const fn side(&self) -> Color {
        self.side
    }

    /// Returns all pieces of a kind, both sides.
    #[inline(always)]
    pub const fn kind(&self, kind: PieceKind) -> Bitboard {
        self.boards[kind.index()]
    }

    /// Returns all pieces of a side.
    #[inline(always)]
    pub const fn color(&self, color: Color) -> Bitboard {
        self.boards[COLORS + color.index()]
    }

    /// Returns all pieces of a side and kind.
    #[inline(always)]
    pub const fn pieces(&self, color: Color, kind: PieceKind) -> Bitboard {
        Bitboard(self.color(color).0 & self.kind(kind).0)
    }

    /// Returns the bishops and queens of both sides.
    #[inline(always)]
    pub const fn diagonal_sliders(&self) -> Bitboard {
        Bitboard(self.kind(PieceKind::Bishop).0 | self.kind(PieceKind::Queen).0)
    }

    /// Returns the rooks and queens of both sides.
    #[inline(always)]
    pub const fn straight_sliders(&self) -> Bitboard {
        Bitboard(self.kind(PieceKind::Rook).0 | self.kind(PieceKind::Queen).0)
    }

    /// Returns all occupied squares.
    #[inline(always)]
    pub const fn occupied(&self) -> Bitboard {
        Bitboard(self.color(Color::White).0 | self.color(Color::Black).0)
    }

    /// Returns the piece on a square.
    #[inline(always)]
    pub const fn piece_on(&self, square: Square) -> Option<Piece> {
        self.mailbox[square.index()]
    }

    /// Returns the square of `color`'s king.
    #[inline(always)]
    pub const fn king(&self, color: Color) -> Square {
        self.pieces(color, PieceKind::King).lsb()
    }

    /// Returns the remaining castling rights.
    #[inline(always)]
    pub const fn castling(&self) -> CastlingRights {
        self.castling
    }

    /// Returns the rook with which `color` may still castle on this wing, if any.
    #[inline(always)]
    pub fn castling_rook(&self, color: Color, wing: Wing) -> Option<Square> {
        let file = self.castling.rook_file(color, wing)?;
        Some(Square::at(file, Rank::FIRST.relative_to(color)))
    }

    /// Returns the square on which a pawn can be captured en passant. There is one only if such a
    /// capture is legal, so that equal positions have equal keys.
    #[inline(always)]
    pub const fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// Returns the plies since the last capture or pawn move, up to 255. The fifty-move rule
    /// applies from 100.
    #[inline(always)]
    pub const fn halfmove_clock(&self) -> u8 {
        self.halfmove_clock
    }

    /// Returns the move number, from 1 to 65,535. It increases after Black's move.
    #[inline(always)]
    pub const fn fullmove(&self) -> u16 {
        self.fullmove
    }

    /// Returns the hash key of all features by which the rules distinguish positions.
    #[inline(always)]
    pub const fn key(&self) -> Key {
        self.keys.all()
    }

    /// Returns the hash key of both sides' pawns.
    #[inline(always)]
    pub const fn pawn_key(&self) -> Key {
        self.keys.pawns()
    }

    /// Returns the hash key of one side's pieces, king included and pawns excluded.
    #[inline(always)]
    pub const fn non_pawn_key(&self, color: Color) -> Key {
        self.keys.pieces(color)
    }

    /// Returns true if castling is written as king takes rook, as in chess960.
    #[inline(always)]
    pub const fn is_chess960(&self) -> bool {
        self.chess960
    }

    /// Chooses how castling is written; see [`Position::is_chess960`]. The rules do not change.
    pub fn set_chess960(&mut self, chess960: bool) {
        self.chess960 = chess960;
    }

    /// Returns the pieces of both sides that attack `square`, given the occupied squares.
    #[inline]
    pub fn attackers_to(&self, square: Square, occupied: Bitboard) -> Bitboard {
        attacks::pawn(Color::White, square) & self.pieces(Color::Black, PieceKind::Pawn)
            | attacks::pawn(Color::Black, square) & self.pieces(Color::White, PieceKind::Pawn)
            | attacks::knight(square) & self.kind(PieceKind::Knight)
            | attacks::king(square) & self.kind(PieceKind::King)
            | attacks::bishop(square, occupied) & self.diagonal_sliders()
            | attacks::rook(square, occupied) & self.straight_sliders()
    }

    /// Returns true if `by` attacks `square`.
    #[inline]
    pub fn is_attacked(&self, square: Square, by: Color) -> bool {
        (self.attackers_to(square, self.occupied()) & self.color(by)).any()
    }

    /// Returns the pieces that check the side to move.
    #[inline]
    pub fn checkers(&self) -> Bitboard {
        let king = self.king(self.side);
        let occupied = self.occupied();
        (attacks::pawn(self.side, king) & self.kind(PieceKind::Pawn)
            | attacks::knight(king) & self.kind(PieceKind::Knight)
            | attacks::bishop(king, occupied) & self.diagonal_sliders()
            | attacks::rook(king, occupied) & self.straight_sliders())
            & self.color(!self.side)
    }

    /// Returns true if the side to move is in check.
    #[inline]
    pub fn in_check(&self) -> bool {
        self.checkers().any()
    }

    /// Returns true if `color` has a piece other than king and pawns.
    #[inline]
    pub const fn has_pieces(&self, color: Color) -> bool {
        self.pieces_beyond_pawns(color).any()
    }

    /// Returns the pieces of `color` other than king and pawns.
    #[inline]
    pub const fn pieces_beyond_pawns(&self, color: Color) -> Bitboard {
        let plain = self.kind(PieceKind::Pawn).0 | self.kind(PieceKind::King).0;
        Bitboard(self.color(color).0 & !plain)
    }

    /// Returns true if neither side can ever mate: there are only kings, or a single minor piece,
    /// or only bishops on squares of one colour.
    pub fn is_insufficient_material(&self) -> bool {
        if (self.kind(PieceKind::Pawn) | self.straight_sliders()).any() {
            return false;
        }
        let bishops = self.kind(PieceKind::Bishop);
        let minors = self.kind(PieceKind::Knight) | bishops;
        !minors.many()
            || minors == bishops
                && ((bishops & Bitboard::DARK_SQUARES).is_empty()
                    || bishops.without(Bitboard::DARK_SQUARES).is_empty())
    }

    /// Returns true if a pawn of the side to move can legally capture en passant on `target`. The
    /// double push over `target` must be the last move.
    #[inline]
    pub fn can_capture_en_passant(&self, target: Square) -> bool {
        let capturers = attacks::pawn(!self.side, target) & self.pieces(self.side, PieceKind::Pawn);
        capturers.any() && self.leaves_king_safe(capturers, target)
    }

    #[cold]
    fn leaves_king_safe(&self, capturers: Bitboard, target: Square) -> bool {
        let captured = target.forward(!self.side);
        let king = self.king(self.side);
        let enemy = self.color(!self.side);
        capturers.into_iter().any(|from| {
            let occupied = (self.occupied() ^ from.into() ^ captured.into()) | target.into();
            let sliders = attacks::bishop(king, occupied) & self.diagonal_sliders()
                | attacks::rook(king, occupied) & self.straight_sliders();
            (sliders & enemy).is_empty()
        })
    }
}
