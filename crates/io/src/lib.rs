//! Lines in and out of a program that computes while it listens, with one thread. Use it alone for any
//! such program: it knows nothing of chess. It depends on no other crate of this workspace.
//!
//! [`Input`] is polled, and gives [`Line`]s, signals and the end of the stream as [`Event`]s. [`Output`]
//! flushes each line. A [`Transcript`] gets a copy of both. [`Interrupts`] and [`progress`] are for work
//! that takes no lines. All files that the program keeps are written by [`files`].

pub mod files;
mod input;
mod lines;
mod numbers;
mod output;
pub mod progress;
mod signals;
mod transcript;

pub use input::{Event, Input, Wait};
pub use lines::{Line, LineBuffer, MAX_LINE, excerpt};
pub use numbers::count;
pub use output::Output;
pub use signals::Interrupts;
pub use transcript::Transcript;
