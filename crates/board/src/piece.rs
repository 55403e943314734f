//! Kinds of pieces, and coloured pieces.

use cleave_shared_memory::Plain;

use crate::Color;

/// A kind of piece, without colour.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[repr(u8)]
#[allow(missing_docs)] // the names say it
pub enum PieceKind {
    Pawn = 0,
    Knight = 1,
    Bishop = 2,
    Rook = 3,
    Queen = 4,
    King = 5,
}

impl PieceKind {
    /// All kinds, cheapest first.
    pub const ALL: [PieceKind; 6] = [
        PieceKind::Pawn,
        PieceKind::Knight,
        PieceKind::Bishop,
        PieceKind::Rook,
        PieceKind::Queen,
        PieceKind::King,
    ];

    /// Returns the index: 0 for a pawn to 5 for a king.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the lower-case letter of FEN: `p n b r q k`.
    pub const fn letter(self) -> char {
        match self {
            PieceKind::Pawn => 'p',
            PieceKind::Knight => 'n',
            PieceKind::Bishop => 'b',
            PieceKind::Rook => 'r',
            PieceKind::Queen => 'q',
            PieceKind::King => 'k',
        }
    }

    /// Returns the kind for a letter of either case, or `None`.
    pub const fn from_letter(letter: char) -> Option<PieceKind> {
        Some(match letter.to_ascii_lowercase() {
            'p' => PieceKind::Pawn,
            'n' => PieceKind::Knight,
            'b' => PieceKind::Bishop,
            'r' => PieceKind::Rook,
            'q' => PieceKind::Queen,
            'k' => PieceKind::King,
            _ => return None,
        })
    }
}

/// The code of an empty square among the codes of pieces.
pub(crate) const NO_PIECE: usize = 12;

/// A coloured piece. The discriminant is `2 * kind + color`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Plain)]
#[repr(u8)]
#[allow(missing_docs)] // the names say it
pub enum Piece {
    WhitePawn = 0,
    BlackPawn = 1,
    WhiteKnight = 2,
    BlackKnight = 3,
    WhiteBishop = 4,
    BlackBishop = 5,
    WhiteRook = 6,
    BlackRook = 7,
    WhiteQueen = 8,
    BlackQueen = 9,
    WhiteKing = 10,
    BlackKing = 11,
}

impl Piece {
    /// All pieces, in the order of their index.
    pub const ALL: [Piece; 12] = [
        Piece::WhitePawn,
        Piece::BlackPawn,
        Piece::WhiteKnight,
        Piece::BlackKnight,
        Piece::WhiteBishop,
        Piece::BlackBishop,
        Piece::WhiteRook,
        Piece::BlackRook,
        Piece::WhiteQueen,
        Piece::BlackQueen,
        Piece::WhiteKing,
        Piece::BlackKing,
    ];

    /// Returns the piece of this colour and kind.
    #[inline(always)]
    pub const fn new(color: Color, kind: PieceKind) -> Piece {
        Piece::ALL[kind.index() * 2 + color.index()]
    }

    /// Returns the index, 0 to 11: `2 * kind + color`.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns 0 to 11 for a piece, [`NO_PIECE`] for none: an index for branch-free code.
    #[inline(always)]
    pub(crate) fn code(piece: Option<Piece>) -> usize {
        piece.map_or(NO_PIECE, Piece::index)
    }

    /// Returns the piece's side.
    #[inline(always)]
    pub const fn color(self) -> Color {
        if self as u8 & 1 == 0 { Color::White } else { Color::Black }
    }

    /// Returns the piece's kind.
    #[inline(always)]
    pub const fn kind(self) -> PieceKind {
        match self as u8 >> 1 {
            0 => PieceKind::Pawn,
            1 => PieceKind::Knight,
            2 => PieceKind::Bishop,
            3 => PieceKind::Rook,
            4 => PieceKind::Queen,
            _ => PieceKind::King,
        }
    }

    /// Returns the letter of FEN: upper case for White.
    pub const fn letter(self) -> char {
        let letter = self.kind().letter();
        if self.color().is_white() { letter.to_ascii_uppercase() } else { letter }
    }

    /// Returns the piece for a FEN letter, or `None`.
    pub const fn from_letter(letter: char) -> Option<Piece> {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        match PieceKind::from_letter(letter) {
            Some(kind) => Some(Piece::new(color, kind)),
            None => None,
        }
    }
}
