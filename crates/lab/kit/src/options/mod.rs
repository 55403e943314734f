//! What commands have in common on the command line.

pub mod bounds;
mod game;
mod listed;
pub mod words;

pub use game::Game;
pub use listed::unlisted;
