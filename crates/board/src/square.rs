//! Files, ranks and squares.

use std::fmt;

use cleave_shared_memory::Plain;

use crate::Color;

/// A file, 0 for the a-file to 7 for the h-file.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct File(u8);

/// A rank, 0 for the first to 7 for the eighth.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Rank(u8);

/// A square: a1 = 0, b1 = 1, ... h8 = 63.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Plain)]
pub struct Square(u8);

macro_rules! eighth {
    ($name:ident, $($constant:ident = $n:literal),*) => {
        #[allow(missing_docs)] // the names say it
        impl $name {
            $(pub const $constant: $name = $name($n);)*

            /// All eight values, in order.
            pub const ALL: [$name; 8] = [$($name($n)),*];

            /// Returns the value with this index. Uses only the low three bits of `index`.
            #[inline(always)]
            pub const fn new(index: u8) -> $name {
                $name(index & 7)
            }

            /// Returns the index, 0 to 7.
            #[inline(always)]
            pub const fn index(self) -> usize {
                (self.0 & 7) as usize
            }
        }
    };
}

eighth!(File, A = 0, B = 1, C = 2, D = 3, E = 4, F = 5, G = 6, H = 7);
eighth!(
    Rank,
    FIRST = 0,
    SECOND = 1,
    THIRD = 2,
    FOURTH = 3,
    FIFTH = 4,
    SIXTH = 5,
    SEVENTH = 6,
    EIGHTH = 7
);

impl File {
    /// Returns the file named by a letter `a` to `h` of either case, or `None`.
    pub const fn from_letter(letter: char) -> Option<File> {
        match letter.to_ascii_lowercase() {
            c @ 'a'..='h' => Some(File(c as u8 - b'a')),
            _ => None,
        }
    }

    /// Returns the letter, `a` to `h`.
    pub const fn letter(self) -> char {
        (b'a' + self.0) as char
    }
}

impl Rank {
    /// Returns the rank named by a digit `1` to `8`, or `None`.
    pub const fn from_digit(digit: char) -> Option<Rank> {
        match digit {
            '1'..='8' => Some(Rank(digit as u8 - b'1')),
            _ => None,
        }
    }

    /// Returns the rank as this side counts ranks: `Rank::FIRST` is its own back rank.
    #[inline(always)]
    pub const fn relative_to(self, color: Color) -> Rank {
        Rank(self.0 ^ (7 * color as u8))
    }
}

impl Square {
    /// Returns the square with this index. Uses only the low six bits of `index`.
    #[inline(always)]
    pub const fn new(index: u8) -> Square {
        Square(index & 63)
    }

    /// Returns the square on this file and rank.
    #[inline(always)]
    pub const fn at(file: File, rank: Rank) -> Square {
        Square(rank.0 << 3 | file.0)
    }

    /// Returns the index, 0 to 63.
    #[inline(always)]
    pub const fn index(self) -> usize {
        (self.0 & 63) as usize
    }

    /// Returns the square's file.
    #[inline(always)]
    pub const fn file(self) -> File {
        File(self.0 & 7)
    }

    /// Returns the square's rank.
    #[inline(always)]
    pub const fn rank(self) -> Rank {
        Rank(self.0 >> 3 & 7)
    }

    /// Returns all squares from a1 to h8.
    pub fn all() -> impl Iterator<Item = Square> {
        (0..64).map(Square)
    }

    /// Returns the square mirrored top to bottom: a1 becomes a8.
    #[inline(always)]
    pub const fn flip_rank(self) -> Square {
        Square(self.0 ^ 56)
    }

    /// Returns the square as this side sees it: unchanged for White, `flip_rank` for Black.
    #[inline(always)]
    pub const fn relative_to(self, color: Color) -> Square {
        Square(self.0 ^ (56 * color as u8))
    }

    /// Moves the square one step towards the opponent of `color`. It must not be on that side's
    /// last rank.
    #[inline(always)]
    pub const fn forward(self, color: Color) -> Square {
        match color {
            Color::White => Square::new(self.0.wrapping_add(8)),
            Color::Black => Square::new(self.0.wrapping_sub(8)),
        }
    }

    /// Returns the distance in king moves: the larger of file and rank distance, 0 to 7.
    #[inline]
    pub const fn distance(self, other: Square) -> u8 {
        let files = (self.0 & 7).abs_diff(other.0 & 7);
        let ranks = (self.0 >> 3).abs_diff(other.0 >> 3);
        if files > ranks { files } else { ranks }
    }

    /// Returns the square named by lower-case text such as `e4`, or `None`.
    pub fn from_name(name: &str) -> Option<Square> {
        let mut letters = name.chars();
        let file = File::from_letter(letters.next().filter(char::is_ascii_lowercase)?)?;
        let rank = Rank::from_digit(letters.next()?)?;
        letters.next().is_none().then(|| Square::at(file, rank))
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}{}", self.file().letter(), self.rank().0 + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

macro_rules! squares {
    ($($name:ident)*) => {
        #[allow(missing_docs)] // the names say it
        impl Square {
            squares!(@ 0u8, $($name)*);
        }
    };
    (@ $n:expr, $name:ident $($rest:ident)*) => {
        pub const $name: Square = Square($n);
        squares!(@ $n + 1, $($rest)*);
    };
    (@ $n:expr,) => {};
}

squares! {
    A1 B1 C1 D1 E1 F1 G1 H1
    A2 B2 C2 D2 E2 F2 G2 H2
    A3 B3 C3 D3 E3 F3 G3 H3
    A4 B4 C4 D4 E4 F4 G4 H4
    A5 B5 C5 D5 E5 F5 G5 H5
    A6 B6 C6 D6 E6 F6 G6 H6
    A7 B7 C7 D7 E7 F7 G7 H7
    A8 B8 C8 D8 E8 F8 G8 H8
}
