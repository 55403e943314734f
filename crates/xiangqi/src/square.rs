//! The ninety points of the board, called squares here.

use std::fmt;

use cleave_shared_memory::Plain;

use crate::Color;

/// The number of files of the board, `a` to `i`.
pub const FILES: u8 = 9;
/// The number of ranks of the board. Red's first rank is 0.
pub const RANKS: u8 = 10;
/// The number of squares of the board.
pub const SQUARES: usize = 90;

/// A square, 0 (`a0`) to 89 (`i9`), rank by rank from Red's side.
///
/// `Display` writes the rank from 0, as UCCI and most engines do.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Plain)]
#[repr(transparent)]
pub struct Square(u8);

impl Square {
    /// Returns the square with this index, which must be below 90.
    #[inline(always)]
    pub const fn new(index: u8) -> Square {
        debug_assert!((index as usize) < SQUARES);
        Square(index)
    }

    /// Returns the square on a file (0 to 8) and rank (0 to 9).
    #[inline(always)]
    pub const fn at(file: u8, rank: u8) -> Square {
        debug_assert!(file < FILES && rank < RANKS);
        Square(rank * FILES + file)
    }

    /// Returns the square `files` to the right and `ranks` up from Red's side, if it is on the
    /// board.
    pub const fn offset(self, files: i8, ranks: i8) -> Option<Square> {
        let file = self.file() as i8 + files;
        let rank = self.rank() as i8 + ranks;
        if file < 0 || file >= FILES as i8 || rank < 0 || rank >= RANKS as i8 {
            return None;
        }
        Some(Square::at(file as u8, rank as u8))
    }

    /// Returns the index, 0 to 89.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the file, 0 (`a`) to 8 (`i`).
    #[inline(always)]
    pub const fn file(self) -> u8 {
        self.0 % FILES
    }

    /// Returns the rank, 0 to 9.
    #[inline(always)]
    pub const fn rank(self) -> u8 {
        self.0 / FILES
    }

    /// Returns the square from the point of view of `side`: ranks are counted from its side.
    #[inline(always)]
    pub const fn relative_to(self, side: Color) -> Square {
        match side {
            Color::Red => self,
            Color::Black => Square::at(self.file(), RANKS - 1 - self.rank()),
        }
    }

    /// Returns true on the half of the board where `side` begins.
    #[inline(always)]
    pub const fn is_home_of(self, side: Color) -> bool {
        (self.rank() < RANKS / 2) == matches!(side, Color::Red)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file()), self.rank())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}
