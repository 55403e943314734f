//! The two sides.

use std::ops::Not;

use crate::listed::listed;

listed! {
    /// A side. Red moves first and begins on ranks 0 to 4.
    pub enum Color { Red, Black }
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
