//! Kinds of pieces, and coloured pieces.

use cleave_shared_memory::Plain;

use crate::Color;

/// A kind of piece.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, Plain)]
#[repr(u8)]
#[allow(missing_docs)] // the names say it
pub enum Kind {
    Soldier = 0,
    Advisor = 1,
    Elephant = 2,
    Horse = 3,
    Cannon = 4,
    Rook = 5,
    General = 6,
}

impl Kind {
    /// All kinds, in the order of their index.
    pub const ALL: [Kind; 7] = [
        Kind::Soldier,
        Kind::Advisor,
        Kind::Elephant,
        Kind::Horse,
        Kind::Cannon,
        Kind::Rook,
        Kind::General,
    ];

    /// 0 for a soldier to 6 for a general.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// How many a side has at the start, and at most.
    pub const fn most(self) -> u32 {
        match self {
            Kind::Soldier => 5,
            Kind::General => 1,
            _ => 2,
        }
    }

    /// The lower-case letter of FEN: `p a b n c r k`.
    pub const fn letter(self) -> char {
        match self {
            Kind::Soldier => 'p',
            Kind::Advisor => 'a',
            Kind::Elephant => 'b',
            Kind::Horse => 'n',
            Kind::Cannon => 'c',
            Kind::Rook => 'r',
            Kind::General => 'k',
        }
    }

    /// The kind for a letter of either case: those of FEN, and `e` and `h` for elephant and horse.
    pub const fn from_letter(letter: char) -> Option<Kind> {
        Some(match letter.to_ascii_lowercase() {
            'p' => Kind::Soldier,
            'a' => Kind::Advisor,
            'b' | 'e' => Kind::Elephant,
            'n' | 'h' => Kind::Horse,
            'c' => Kind::Cannon,
            'r' => Kind::Rook,
            'k' => Kind::General,
            _ => return None,
        })
    }
}

/// A coloured piece. The discriminant is `2 * kind + color`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Plain)]
#[repr(u8)]
#[allow(missing_docs)] // the names say it
pub enum Piece {
    RedSoldier = 0,
    BlackSoldier = 1,
    RedAdvisor = 2,
    BlackAdvisor = 3,
    RedElephant = 4,
    BlackElephant = 5,
    RedHorse = 6,
    BlackHorse = 7,
    RedCannon = 8,
    BlackCannon = 9,
    RedRook = 10,
    BlackRook = 11,
    RedGeneral = 12,
    BlackGeneral = 13,
}

impl Piece {
    /// All pieces, in the order of their index.
    pub const ALL: [Piece; 14] = [
        Piece::RedSoldier,
        Piece::BlackSoldier,
        Piece::RedAdvisor,
        Piece::BlackAdvisor,
        Piece::RedElephant,
        Piece::BlackElephant,
        Piece::RedHorse,
        Piece::BlackHorse,
        Piece::RedCannon,
        Piece::BlackCannon,
        Piece::RedRook,
        Piece::BlackRook,
        Piece::RedGeneral,
        Piece::BlackGeneral,
    ];

    /// The piece of this side and kind.
    #[inline(always)]
    pub const fn new(color: Color, kind: Kind) -> Piece {
        Piece::ALL[kind.index() * 2 + color.index()]
    }

    /// 0 to 13: `2 * kind + color`.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The piece's side.
    #[inline(always)]
    pub const fn color(self) -> Color {
        Color::ALL[self as usize & 1]
    }

    /// The piece's kind.
    #[inline(always)]
    pub const fn kind(self) -> Kind {
        Kind::ALL[self as usize >> 1]
    }

    /// The letter of FEN: upper case for Red.
    pub const fn letter(self) -> char {
        let letter = self.kind().letter();
        match self.color() {
            Color::Red => letter.to_ascii_uppercase(),
            Color::Black => letter,
        }
    }

    /// The piece for a FEN letter, or `None`.
    pub const fn from_letter(letter: char) -> Option<Piece> {
        let color = if letter.is_ascii_uppercase() { Color::Red } else { Color::Black };
        match Kind::from_letter(letter) {
            Some(kind) => Some(Piece::new(color, kind)),
            None => None,
        }
    }
}
