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
        ['p', 'a', 'b', 'n', 'c', 'r', 'k'][self as usize]
    }

    /// The kind for a letter of either case: those of FEN, and `e` and `h` for elephant and horse.
    pub fn from_letter(letter: char) -> Option<Kind> {
        let letter = match letter.to_ascii_lowercase() {
            'e' => 'b',
            'h' => 'n',
            other => other,
        };
        Kind::ALL.into_iter().find(|kind| kind.letter() == letter)
    }
}

/// The pieces, each named once.
macro_rules! pieces {
    ($($name:ident)*) => {
        /// A coloured piece. The discriminant is `2 * kind + color`.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Plain)]
        #[repr(u8)]
        #[allow(missing_docs)] // the names say it
        pub enum Piece {
            $($name),*
        }

        /// All pieces, in the order of their index.
        const PIECES: [Piece; 14] = [$(Piece::$name),*];
    };
}

pieces! {
    RedSoldier BlackSoldier
    RedAdvisor BlackAdvisor
    RedElephant BlackElephant
    RedHorse BlackHorse
    RedCannon BlackCannon
    RedRook BlackRook
    RedGeneral BlackGeneral
}

impl Piece {
    /// The piece of this side and kind.
    #[inline(always)]
    pub const fn new(color: Color, kind: Kind) -> Piece {
        PIECES[kind.index() * 2 + color.index()]
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

    /// The character that stands on the piece: those of the sides differ.
    pub const fn character(self) -> char {
        let both = match self.kind() {
            Kind::Soldier => ['兵', '卒'],
            Kind::Advisor => ['仕', '士'],
            Kind::Elephant => ['相', '象'],
            Kind::Horse => ['傌', '馬'],
            Kind::Cannon => ['炮', '砲'],
            Kind::Rook => ['俥', '車'],
            Kind::General => ['帥', '將'],
        };
        both[self.color() as usize]
    }

    /// The piece for a FEN letter, or `None`.
    pub fn from_letter(letter: char) -> Option<Piece> {
        let color = if letter.is_ascii_uppercase() { Color::Red } else { Color::Black };
        Kind::from_letter(letter).map(|kind| Piece::new(color, kind))
    }
}
