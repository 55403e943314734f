//! Reads, changes and writes games and positions as text: PGN (Portable Game Notation) and EPD (Extended Position
//! Description). One standard defines both (S. J. Edwards, 1994; EPD is its section 16.2). Use this crate for
//! collections of games or test suites with all their comments and variations. It depends on `cleave-board` and
//! `cleave-movegen`.
//!
//! # PGN
//! A file has games. A [`Game`] begins with a section of [`Tags`]. Then comes the movetext: a main line of [`Ply`]s and
//! the result. Each ply has its NAGs and [`Remark`]s: comments and variations, in their order.
//!
//! [`Games`] reads a stream game by game and keeps only one in memory. It reads PGN as people and programs write it.
//! Move numbers are skipped, moves may be SAN of any dialect or coordinates, text may be UTF-8 or Latin-1, and tags and
//! result may be missing. A game is unreadable only if its main line cannot be followed; reading then continues with
//! the next game. Other problems are passed over: a stray bracket, a word that is no move, a variation that cannot be
//! played. A null move ends the main line, and the moves from there on become a variation. Errors and [`Flaw`]s name
//! line and column. A game has at most [`MAX_GAME`] bytes, so that garbage cannot fill the memory.
//!
//! Writing (`Display`) uses the standard's export format, except that it never wraps a comment. Reading the text back
//! gives an equal game, and writing that game gives the same text. [`load`] reads one game of a file. [`separator`]
//! returns the text to write before a game that is added to a file.
//!
//! ```
//! use cleave_pgn::{Games, TagName};
//!
//! let text = "[White \"Réti\"]\n\n1.e4 c6 {Caro-Kann} 2. d4 (2. Nc3!?) d5 1-0\n";
//! let game = Games::new(text.as_bytes()).next().unwrap().unwrap();
//! assert_eq!(game.tags.get(&TagName::WHITE), Some("Réti"));
//! assert_eq!(game.main.moves().count(), 4);
//! assert!(game.to_string().ends_with("1. e4 c6 {Caro-Kann} 2. d4 (2. Nc3 $5) 2... d5 1-0\n"));
//! ```
//!
//! An [`Ending`] is an end of the game by the rules.
//!
//! # EPD
//! A line is a position with operations: `bm Nf3; id "test 1";`. [`Epd`] reads and writes a line, [`Positions`] reads a
//! stream of lines.
//!
//! ```
//! use cleave_pgn::Epd;
//!
//! let epd = Epd::parse("6k1/5ppp/8/8/8/8/8/R6K w - - bm Ra8#; id \"back rank\";").unwrap();
//! assert_eq!(epd.id(), Some("back rank"));
//! assert_eq!(epd.best_moves().unwrap()[0].to_string(), "a1a8");
//! ```

mod comment;
mod ending;
mod epd;
mod error;
mod file;
mod game;
mod lexer;
mod nag;
mod reader;
mod result;
mod source;
mod tags;
mod variant;
mod word;
mod writer;

pub use comment::Comment;
pub use ending::Ending;
pub use epd::{Epd, EpdError, EpdMoveError, EpdProblem, Operand, Operation, Positions};
pub use error::{Flaw, PgnError, Place, Problem};
pub use file::{load, separator};
pub use game::{Game, Ply, Remark, Variation};
pub use nag::Nag;
pub use reader::{Games, MAX_DEPTH};
pub use result::GameResult;
pub use source::MAX_GAME;
pub use tags::{TagName, Tags};
pub use variant::Variant;
