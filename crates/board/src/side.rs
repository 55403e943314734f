//! The side to move as a type.
//!
//! `if side == White` in the innermost loops is a branch, and every shift direction and rank mask
//! behind it a selection. A function that takes a [`Side`] as a type parameter is compiled twice, and
//! in each copy all of that is constant.

use crate::Color;

/// A colour known to the compiler.
pub trait Side {
    /// The colour.
    const COLOR: Color;
    /// The other side.
    type Opponent: Side<Opponent = Self>;
}

/// White, as a type.
#[derive(Debug)]
pub enum White {}

/// Black, as a type.
#[derive(Debug)]
pub enum Black {}

impl Side for White {
    const COLOR: Color = Color::White;
    type Opponent = Black;
}

impl Side for Black {
    const COLOR: Color = Color::Black;
    type Opponent = White;
}
