//! Games and positions as text: PGN (Portable Game Notation) and EPD (Extended Position Description),
//! which one standard defines (S. J. Edwards, 1994; EPD is its section 16.2). Use it alone to read,
//! change and write collections of games or test suites with all their comments and variations. It
//! depends on `cleave-board` and `cleave-movegen`.
//!
//! # PGN
//! A file holds games. A [`Game`] is a section of [`Tags`], then the movetext: a main line of [`Ply`]s,
//! each with its NAGs and [`Remark`]s (comments and variations, in their order), and the result.
//!
//! [`Games`] reads a stream game by game and keeps only one in memory. It reads PGN as it is found:
//! move numbers are skipped, moves may be SAN of any dialect or coordinates, text may be UTF-8 or
//! Latin-1, tags and result may be missing. A game counts as unreadable only if its main line cannot be
//! followed; reading goes on with the next game. What else is wrong is passed over: a stray bracket, a
//! word that is no move, a variation that cannot be played. A null move ends the main line, and the moves
//! from there on become a variation. Errors and [`Flaw`]s name line and column. A game has at most [`MAX_GAME`] bytes, so that garbage cannot fill the memory.
//!
//! Writing (`Display`) gives the standard's export format, except that a comment is never wrapped. What
//! was written is read back as an equal game, and written again as the same text. [`load`] reads a game
//! of a file, and [`separator`] stands before one that is added to a file.
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
//! How a game ends by the rules is an [`Ending`].
//!
//! # EPD
//! A line is a position with operations: `bm Nf3; id "test 1";`. [`Epd`] reads and writes one,
//! [`Positions`] reads a stream of them.
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
