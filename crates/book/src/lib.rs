//! Opening books in the format of the program Polyglot. The crate reads books, makes them from
//! games, improves them by results, and looks up moves. Use it to make or inspect books for any
//! engine. It depends on `cleave-board`, `cleave-movegen` and `cleave-pgn`.
//!
//! A [`Book`] is a list of moves by position. Each move has a *weight*: the frequency with which it
//! should be played.
//!
//! * [`key`]: Polyglot's own hash, by which positions are found.
//! * [`entry`]: sixteen bytes hold a position, a move and its weight.
//! * [`Book`]: reads, writes, and finds the moves of a position.
//! * [`lines`]: the text format.
//! * [`maker`]: makes a book from games. Weights grow with the number of games and the score of a
//!   move. [`Book::learn`] adds the results of more games.
//! * [`choice`]: chooses the move to play.
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
