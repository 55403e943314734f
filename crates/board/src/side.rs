//! The side to move as a type.
//!
//! In an innermost loop `if side == White` is a branch. Every shift direction and rank mask that
//! depends on the side is a selection. A function with a [`Side`] as type parameter is compiled
//! twice, and in each copy all of these are constants.

use crate::Color;

/// A colour known at compile time.
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
