//! Generates legal chess moves, counts them ([`perft`]), and reads and writes them as SAN or
//! coordinates. Use this crate for anything that needs the rules of chess without an engine.
//! Chess960 is included. It depends on `cleave-board` and `cleave-shared-memory`.
//!
//! Generation is *strictly legal*. The check mask and the pin lines ([`Masks`]) are computed first,
//! so every move that comes out is legal. Only an en passant capture is tried on the board. The
//! generator passes moves in sets ([`MoveSink`]): a piece with all its destinations, or all pawns
//! with one kind of step. [`captures`] and [`quiets`] are the two stages of a search; [`all_moves`]
//! is both.
//!
//! ```
//! use cleave_board::Position;
//! use cleave_movegen::{Masks, MoveList, captures, legal_moves, parse_move, perft, to_san};
//!
//! let start = Position::start();
//! assert_eq!(legal_moves(&start).len(), 20);
//!
//! let position = start.make(parse_move(&start, "e4").unwrap());
//! let mut list = MoveList::new();
//! captures(&position, &Masks::new(&position), &mut list);
//! assert!(list.is_empty());
//! assert_eq!(perft(&position, 3), 13_160);
//! ```

mod castling;
mod checks;
mod coordinate;
mod count;
mod error;
mod generate;
mod king;
mod legality;
mod line;
mod list;
mod masks;
mod pawns;
mod perft;
mod pieces;
mod quad;
mod rays;
mod san;
mod sink;
mod text;

pub use checks::{Checks, gives_check, quiet_checks};
pub use coordinate::to_coordinate;
pub use error::MoveTextError;
pub use generate::{all_moves, captures, count_moves, has_legal_move, legal_moves, quiets};
pub use king::attacked;
pub use legality::is_legal;
pub use line::{line_text, spell_line};
pub use list::MoveList;
pub use masks::Masks;
pub use perft::{perft, perft_making_all};
pub use san::{parse_san, to_san};
pub use sink::{Counter, Each, MoveSink};
pub use text::parse_move;
