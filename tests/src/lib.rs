//! End-to-end tests through the built program.
//!
//! The tests in `e2e/` talk to the program `cleave` over a pipe, as xboard or a person would, and know
//! nothing of its inside. They need three things:
//!
//! - [`program`] builds the program once, optimised and with debug assertions;
//! - [`Engine`] is a running program: what it is sent, what it answers, and how long it may take. Only
//!   one runs at a time, so that the time limits of the tests are fair;
//! - [`Game`] is the reference for chess: positions and legal moves from the crate cozy-chess, which
//!   shares no code with the engine.
//!
//! [`soak`] disturbs thousands of searches of the engine.
//!
//! [`Thought`] is a line of thinking as a GUI reads it. A test that waits for an answer waits for a
//! limited time; if the answer does not come, it fails with the whole transcript. Where time is what
//! is tested, a [`Stopwatch`] leaves out what a busy machine adds. `xboard-game.sh` plays whole games
//! through the real xboard, and `uci-client.py` drives the program over UCI.

#[cfg(test)]
mod completeness;
mod engine;
mod game;
mod program;
#[cfg(test)]
mod shared_build;
pub mod soak;
mod stopwatch;
mod thought;

pub use engine::{Engine, Features, Said};
pub use game::Game;
pub use program::{fault_shim, program};
pub use stopwatch::Stopwatch;
pub use thought::Thought;
