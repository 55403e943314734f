//! Sets of squares as 64-bit words.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use cleave_shared_memory::Plain;

use crate::{Color, File, Rank, Square};

/// A set of squares; bit 0 is a1, bit 63 is h8. Iterating yields the squares from a1 to h8.
///
/// ```
/// use cleave_board::{Bitboard, File, Rank, Square};
/// let corner = Bitboard::from(File::A) & Bitboard::from(Rank::FIRST);
/// assert_eq!(corner.into_iter().collect::<Vec<_>>(), [Square::A1]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Plain)]
#[repr(transparent)]
pub struct Bitboard(pub u64);

impl Bitboard {
    /// No square.
    pub const EMPTY: Bitboard = Bitboard(0);
    /// All 64 squares.
    pub const ALL: Bitboard = Bitboard(!0);
    /// The a-file.
    pub const FILE_A: Bitboard = Bitboard(0x0101_0101_0101_0101);
    /// The h-file.
    pub const FILE_H: Bitboard = Bitboard(0x8080_8080_8080_8080);
    /// a1, c1, ... h8: the dark squares.
    pub const DARK_SQUARES: Bitboard = Bitboard(0xAA55_AA55_AA55_AA55);

    /// Returns the set of one square.
    #[inline(always)]
    pub const fn of(square: Square) -> Bitboard {
        Bitboard(1 << square.index())
    }

    /// Returns the squares of a file.
    #[inline(always)]
    pub const fn file(file: File) -> Bitboard {
        Bitboard(Bitboard::FILE_A.0 << file.index())
    }

    /// Returns the squares of a rank.
    #[inline(always)]
    pub const fn rank(rank: Rank) -> Bitboard {
        Bitboard(0xff << (8 * rank.index()))
    }

    /// Returns true if the set is empty.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns true if the set is not empty.
    #[inline(always)]
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// Returns true if the set has at least two squares.
    #[inline(always)]
    pub const fn many(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// Returns the number of squares in the set.
    #[inline(always)]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Returns true if `square` is in the set.
    #[inline(always)]
    pub const fn has(self, square: Square) -> bool {
        self.0 >> square.index() & 1 != 0
    }

    /// Returns the first square (nearest to a1), or `None` for the empty set.
    #[inline(always)]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square::new(self.0.trailing_zeros() as u8)) }
    }

    /// Returns the first square of the set, or a1 if it is empty.
    #[inline(always)]
    pub const fn lsb(self) -> Square {
        Square::new(self.0.trailing_zeros() as u8)
    }

    /// Returns the last square of the set, or h8 if it is empty.
    #[inline(always)]
    pub const fn msb(self) -> Square {
        Square::new((63 - self.0.leading_zeros() as i32) as u8)
    }

    /// Returns the squares of `self` that are not in `other`.
    #[inline(always)]
    pub const fn without(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 & !other.0)
    }

    /// Moves the set one step up the board (towards rank 8).
    #[inline(always)]
    pub const fn north(self) -> Bitboard {
        Bitboard(self.0 << 8)
    }

    /// Moves the set one step down the board (towards rank 1).
    #[inline(always)]
    pub const fn south(self) -> Bitboard {
        Bitboard(self.0 >> 8)
    }

    /// Moves the set one step towards the h-file. Squares on the h-file drop out.
    #[inline(always)]
    pub const fn east(self) -> Bitboard {
        Bitboard((self.0 & !Bitboard::FILE_H.0) << 1)
    }

    /// Moves the set one step towards the a-file. Squares on the a-file drop out.
    #[inline(always)]
    pub const fn west(self) -> Bitboard {
        Bitboard((self.0 & !Bitboard::FILE_A.0) >> 1)
    }

    /// Moves the set one step towards the opponent of `color`.
    #[inline(always)]
    pub const fn forward(self, color: Color) -> Bitboard {
        match color {
            Color::White => self.north(),
            Color::Black => self.south(),
        }
    }

    /// Returns all squares ahead of these in the direction of `color`, without the squares
    /// themselves.
    #[inline]
    pub const fn front_fill(self, color: Color) -> Bitboard {
        let mut b = self.forward(color).0;
        match color {
            Color::White => {
                b |= b << 8;
                b |= b << 16;
                b |= b << 32;
            }
            Color::Black => {
                b |= b >> 8;
                b |= b >> 16;
                b |= b >> 32;
            }
        }
        Bitboard(b)
    }

    /// Returns all squares on the files of this set.
    #[inline]
    pub const fn file_fill(self) -> Bitboard {
        Bitboard(self.0 | self.front_fill(Color::White).0 | self.front_fill(Color::Black).0)
    }

    /// Returns the squares that pawns of `color` on these squares attack.
    #[inline(always)]
    pub const fn pawn_attacks(self, color: Color) -> Bitboard {
        let ahead = self.forward(color);
        Bitboard(ahead.east().0 | ahead.west().0)
    }

    /// Returns the set mirrored top to bottom.
    #[inline(always)]
    pub const fn flip_ranks(self) -> Bitboard {
        Bitboard(self.0.swap_bytes())
    }
}

impl From<Square> for Bitboard {
    #[inline(always)]
    fn from(square: Square) -> Bitboard {
        Bitboard::of(square)
    }
}

impl From<File> for Bitboard {
    #[inline(always)]
    fn from(file: File) -> Bitboard {
        Bitboard::file(file)
    }
}

impl From<Rank> for Bitboard {
    #[inline(always)]
    fn from(rank: Rank) -> Bitboard {
        Bitboard::rank(rank)
    }
}

macro_rules! binary {
    ($($op:ident $f:ident $assign:ident $g:ident)*) => {$(
        impl $op for Bitboard {
            type Output = Bitboard;

            #[inline(always)]
            fn $f(self, other: Bitboard) -> Bitboard {
                Bitboard(u64::$f(self.0, other.0))
            }
        }

        impl $assign for Bitboard {
            #[inline(always)]
            fn $g(&mut self, other: Bitboard) {
                *self = $op::$f(*self, other);
            }
        }
    )*};
}

binary! {
    BitAnd bitand BitAndAssign bitand_assign
    BitOr bitor BitOrAssign bitor_assign
    BitXor bitxor BitXorAssign bitxor_assign
}

impl Not for Bitboard {
    type Output = Bitboard;

    #[inline(always)]
    fn not(self) -> Bitboard {
        Bitboard(!self.0)
    }
}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    #[inline(always)]
    fn into_iter(self) -> Squares {
        Squares(self)
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Bitboard {
        squares.into_iter().fold(Bitboard::EMPTY, |set, square| set | square.into())
    }
}

/// The squares of a [`Bitboard`], from a1 to h8.
#[derive(Clone, Debug)]
pub struct Squares(Bitboard);

impl Iterator for Squares {
    type Item = Square;

    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        let square = self.0.first();
        self.0.0 &= self.0.0.wrapping_sub(1);
        square
    }

    #[inline(always)]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let n = self.0.count() as usize;
        (n, Some(n))
    }
}

impl ExactSizeIterator for Squares {}

impl fmt::Debug for Bitboard {
    /// Writes eight lines of `x` and `.`, rank 8 first.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for rank in Rank::ALL.into_iter().rev() {
            for file in File::ALL {
                f.write_str(if self.has(Square::at(file, rank)) { " x" } else { " ." })?;
            }
            f.write_str("\n")?;
        }
        Ok(())
    }
}
