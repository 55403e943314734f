//! Commands that work through files, without a conversation.
//!
//! [`annotate`] reads games and writes them with values and better lines, [`suite`] (`cleave test`) solves
//! test positions, [`analyse`] finds the best lines of positions for scripts, [`book`] makes opening books,
//! and [`bench`] searches a fixed set of positions. Each has its arguments of the command line, and a
//! function that does what they say; the program `cleave` calls it, and its console does as well.
//!
//! What the searches of all of them share is in [`searching`]: their options, and an analyst that searches
//! one position after the other and keeps its best lines. One thread does everything, since workers are
//! forked.

pub mod analyse;
pub mod annotate;
pub mod bench;
pub mod book;
mod error;
mod files;
pub mod searching;
pub mod suite;

pub use error::ToolError;
