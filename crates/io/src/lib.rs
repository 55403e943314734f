//! Input and output of a program that listens while it computes, and the messages to GUIs that programs for all games
//! share. Both `cleave` and `cleave-xiangqi` use it. It knows no game: moves have a type of the caller's, and sides are
//! 0 and 1.
//!
//! [`Input`] is polled, and gives [`Line`]s, signals and the end of the stream as [`Event`]s. [`Output`] flushes each
//! line. Both wait if a stream is non-blocking. So does [`Waiting`], which reads or writes any other stream. A
//! [`Transcript`] gets a copy of both. [`Interrupts`] and [`progress`] are for work without input lines. All files that
//! the program keeps are written by [`files`]. [`logging`] begins the log.
//!
//! While a search runs, a [`Listener`] decides for each line whether it is executed at once, is held, or ends the
//! search.
//!
//! An [`OptionState`](option::OptionState) is an option with its value, in the formats of UCI, xboard and people. The
//! functions next to it read the text that sets one. A [`go::Request`] is the text after `go`, and becomes the
//! [`Limits`](cleave_clock::Limits) of a search.

mod complain;
pub mod files;
pub mod go;
mod input;
mod lines;
mod listener;
pub mod logging;
mod numbers;
pub mod option;
mod output;
pub mod progress;
mod system;
mod transcript;

pub use complain::{complain, complain_as};
pub use input::{Event, Input, Wait};
pub use lines::{Line, LineBuffer, MAX_LINE, excerpt};
pub use listener::{Backlog, Effect, Listener, SearchKind};
pub use numbers::{count, number};
pub use output::Output;
pub use system::{Interrupts, Waiting, block_standard_streams, programs};
pub use transcript::Transcript;
