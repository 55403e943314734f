//! Commands that work on files of games and positions: annotate, test, analyse, make books, bench. Use it
//! alone to do one of these from a program of your own, without a conversation. It depends on
//! `cleave-search`, on `cleave-pgn` and `cleave-book` for the files, and on `cleave-io` for progress and
//! interrupts.
//!
//! * [`annotate`] reads games and writes them with values and better lines.
//! * [`suite`] solves test positions (`cleave test`).
//! * [`analyse`] finds the best lines of positions, for scripts.
//! * [`mod@book`] makes opening books.
//! * [`mod@bench`] searches a fixed set of positions.
//!
//! Each has its arguments of the command line, and a function that does what they say. Their searches share
//! [`searching`]: the options, and an analyst that searches one position after the other and keeps its best
//! lines. One thread does everything, since workers are forked.

#![warn(clippy::print_stderr)]

pub mod analyse;
pub mod annotate;
pub mod bench;
pub mod book;
mod error;
mod files;
pub mod searching;
pub mod suite;

pub use error::ToolError;
