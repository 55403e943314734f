//! Kinds of pieces, and coloured pieces.

use crate::Color;
use crate::listed::listed;

listed! {
    /// A kind of piece.
    pub enum Kind { Soldier, Advisor, Elephant, Horse, Cannon, Rook, General }
}

listed! {
    /// A coloured piece. Its index is `2 * kind + color`.
    pub enum Piece {
        RedSoldier, BlackSoldier, RedAdvisor, BlackAdvisor, RedElephant, BlackElephant, RedHorse, BlackHorse,
        RedCannon, BlackCannon, RedRook, BlackRook, RedGeneral, BlackGeneral,
    }
}

impl Kind {
    /// Returns the number that a side has at the start, which is the maximum.
    pub const fn most(self) -> u32 {
        match self {
            Kind::Soldier => 5,
            Kind::General => 1,
            _ => 2,
        }
    }

    /// Returns the lower-case letter of FEN: `p a b n c r k`.
    pub const fn letter(self) -> char {
        ['p', 'a', 'b', 'n', 'c', 'r', 'k'][self as usize]
    }
}

impl Piece {
    /// Returns the piece of this side and kind.
    #[inline(always)]
    pub const fn new(color: Color, kind: Kind) -> Piece {
        Piece::ALL[kind.index() * 2 + color.index()]
    }

    /// Returns the piece's side.
    #[inline(always)]
    pub const fn color(self) -> Color {
        Color::ALL[self as usize & 1]
    }

    /// Returns the piece's kind.
    #[inline(always)]
    pub const fn kind(self) -> Kind {
        Kind::ALL[self as usize >> 1]
    }

    /// Returns the letter of FEN: upper case for Red.
    pub const fn letter(self) -> char {
        let letter = self.kind().letter();
        match self.color() {
            Color::Red => letter.to_ascii_uppercase(),
            Color::Black => letter,
        }
    }

    /// Returns the character on the piece. The two sides have different characters.
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

    /// Returns the piece for a letter of FEN. `e` and `h` mean elephant and horse.
    pub fn from_letter(letter: char) -> Option<Piece> {
        let color = if letter.is_ascii_uppercase() { Color::Red } else { Color::Black };
        let letter = match letter.to_ascii_lowercase() {
            'e' => 'b',
            'h' => 'n',
            other => other,
        };
        let kind = Kind::ALL.into_iter().find(|kind| kind.letter() == letter)?;
        Some(Piece::new(color, kind))
    }
}
