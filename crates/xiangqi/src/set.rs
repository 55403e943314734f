//! Sets of squares.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use cleave_shared_memory::Plain;

use crate::Square;
use crate::square::SQUARES;

/// A set of squares. Bit `n` is the square with index `n`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Plain)]
#[repr(transparent)]
pub struct Set(pub(crate) u128);

impl Set {
    /// No square.
    pub const EMPTY: Set = Set(0);
    /// The whole board.
    pub const ALL: Set = Set((1 << SQUARES) - 1);
    /// The palaces of Red and Black: three squares of each of three ranks.
    pub const PALACES: [Set; 2] = {
        let red = 0b111 << 3 | 0b111 << 12 | 0b111 << 21;
        [Set(red), Set(red << 63)]
    };

    /// Returns the set of one square.
    #[inline(always)]
    pub const fn of(square: Square) -> Set {
        Set(1 << square.index())
    }

    /// Returns true if the square is in the set.
    #[inline(always)]
    pub const fn has(self, square: Square) -> bool {
        self.0 >> square.index() & 1 != 0
    }

    /// Returns true if no square is in the set.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the number of squares.
    #[inline(always)]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Returns the first square, if there is one.
    #[inline(always)]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square::new(self.0.trailing_zeros() as u8)) }
    }

    /// Returns this set with one more square.
    #[inline(always)]
    pub const fn with(self, square: Square) -> Set {
        Set(self.0 | 1 << square.index())
    }

    /// Returns this set without the square.
    #[inline(always)]
    pub const fn without(self, square: Square) -> Set {
        Set(self.0 & !(1 << square.index()))
    }
}

macro_rules! operators {
    ($($operator:ident $function:ident $assign:ident $assign_function:ident $sign:tt;)*) => {$(
        impl $operator for Set {
            type Output = Set;

            #[inline(always)]
            fn $function(self, other: Set) -> Set {
                Set(self.0 $sign other.0)
            }
        }

        impl $assign for Set {
            #[inline(always)]
            fn $assign_function(&mut self, other: Set) {
                *self = *self $sign other;
            }
        }
    )*};
}

operators! {
    BitAnd bitand BitAndAssign bitand_assign &;
    BitOr bitor BitOrAssign bitor_assign |;
    BitXor bitxor BitXorAssign bitxor_assign ^;
}

impl Not for Set {
    type Output = Set;

    #[inline(always)]
    fn not(self) -> Set {
        Set(!self.0 & Set::ALL.0)
    }
}

impl FromIterator<Square> for Set {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Set {
        squares.into_iter().fold(Set::EMPTY, Set::with)
    }
}

impl IntoIterator for Set {
    type Item = Square;
    type IntoIter = Squares;

    #[inline(always)]
    fn into_iter(self) -> Squares {
        Squares(self.0)
    }
}

impl std::fmt::Debug for Set {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

/// The squares of a [`Set`], from the first to the last.
#[derive(Clone, Debug)]
pub struct Squares(u128);

impl Iterator for Squares {
    type Item = Square;

    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        let square = Set(self.0).first()?;
        self.0 &= self.0 - 1;
        Some(square)
    }
}
