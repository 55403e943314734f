//! Options that several commands share.

pub mod bounds;
mod game;
mod listed;
pub mod words;

pub use game::Game;
pub use listed::unlisted;
