//! Games of the engine against itself, in one process.

pub mod clock;
pub mod game;
pub mod opening;
pub mod player;
pub mod random;
pub mod score;
