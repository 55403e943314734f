//! The two sides.

use std::ops::Not;

use cleave_shared_memory::Plain;

/// A side. Red moves first and begins on ranks 0 to 4.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Plain)]
#[repr(u8)]
#[allow(missing_docs)] // the names say it
pub enum Color {
    Red = 0,
    Black = 1,
}

impl Color {
    /// Both sides, Red first.
    pub const ALL: [Color; 2] = [Color::Red, Color::Black];

    /// 0 for Red, 1 for Black.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl Not for Color {
    type Output = Color;

    #[inline(always)]
    fn not(self) -> Color {
        match self {
            Color::Red => Color::Black,
            Color::Black => Color::Red,
        }
    }
}
