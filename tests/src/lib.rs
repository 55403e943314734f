//! End-to-end tests through the built program.
//!
//! The tests in `e2e/` use the program `cleave` over a pipe, as xboard or a person would. They do
//! not use its internal code. They use three parts:
//!
//! - [`program`] builds the program once, optimised and with debug assertions;
//! - [`Engine`] is a running program with its input, its answers and time limits. Only one runs at
//!   a time, so that the time limits of the tests are fair;
//! - [`Game`] is the reference for chess. Its positions and legal moves come from the crate
//!   cozy-chess, which shares no code with the engine.
//!
//! [`soak`] disturbs thousands of searches of the engine.
//!
//! [`Thought`] is a line of thinking as a GUI reads it. A test waits for an answer for a limited
//! time. If the answer does not come, the test fails with the whole transcript. A test of times
//! uses a [`Stopwatch`], which subtracts the time that a busy machine adds. `xboard-game.sh` plays
//! whole games through the real xboard, and `uci-client.py` drives the program over UCI.

#[cfg(test)]
mod completeness;
mod engine;
#[cfg(test)]
mod files;
mod game;
mod program;
#[cfg(test)]
mod shared_build;
pub mod soak;
mod stopwatch;
mod thought;

pub use engine::{Engine, Features, Said};
pub use game::Game;
pub use program::{fault_shim, program, programs, xiangqi_program};
pub use stopwatch::Stopwatch;
pub use thought::Thought;
