//! Opening books in the format of the program Polyglot: read, made from games, improved by results, and
//! asked for moves. Use it alone to make or inspect books for any engine. It depends on `cleave-board`,
//! `cleave-movegen` and `cleave-pgn`.
//!
//! A [`Book`] is a list of moves by position, each with a *weight*: how often it should be played.
//!
//! * [`key`]: positions are found by a hash of Polyglot's own.
//! * [`entry`]: sixteen bytes hold a position, a move and its weight.
//! * [`Book`]: reads, writes, and finds the moves of a position.
//! * [`lines`]: the text format.
//! * [`maker`]: a book from games, weighted by how often a move was played and how well it did;
//!   [`Book::learn`] adds the results of more games.
//! * [`choice`]: which of its moves is played.
//!
//! ```
//! use cleave_board::Position;
//! use cleave_book::{Book, lines};
//!
//! let book = lines::read("e4 e5\ne4 c5\nd4\n").unwrap();
//! let moves = book.moves(&Position::start());
//! assert_eq!((moves[0].mv.to_string(), moves[0].weight), ("e2e4".into(), 2));
//! assert_eq!(Book::from_bytes(&book.to_bytes()).unwrap(), book);
//! ```

mod book;
pub mod choice;
pub mod entry;
pub mod key;
mod learn;
pub mod lines;
pub mod maker;

pub use book::{Book, BookMove, NotABook, total_weight};
pub use choice::Choice;
pub use maker::Maker;
