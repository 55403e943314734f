//! What commands have in common on the command line.

pub mod bounds;
mod game;
pub mod words;

pub use game::Game;
