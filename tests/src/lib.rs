//! End-to-end tests through the built program.
//!
//! The tests in `e2e/` talk to the program `cleave` as xboard or a person would, over a pipe, and
//! know nothing of what is inside. They need three things:
//!
//! - [`program`] builds the program once, optimised and with debug assertions;
//! - [`Engine`] is a running program: what is said to it, what it answers, and how long it may take.
//!   One runs at a time, so that the clocks of the tests are fair;
//! - [`Game`] is the truth about chess: positions and legal moves from the crate cozy-chess, which
//!   shares no code with the engine.
//!
//! [`soak`] has the engine search, thousands of times, while everything is changed around it.
//!
//! [`Thought`] is a line of thinking as a GUI reads it. A test that waits for an answer waits for a
//! limited time, and if it does not come it fails with all that was said until then. Where the time
//! is what is tested, a [`Stopwatch`] leaves out what a busy machine adds. `xboard-game.sh` is the
//! other way in: whole games through the real xboard.

mod engine;
mod game;
mod program;
pub mod soak;
mod stopwatch;
mod thought;

pub use engine::{Engine, Features, Said};
pub use game::Game;
pub use program::program;
pub use stopwatch::Stopwatch;
pub use thought::Thought;
