//! Xiangqi (Chinese chess): the rules, a [`search`], and the program `cleave-xiangqi`. Use this crate for any program
//! that needs the rules, plays or analyses. It shares no code with chess. Turn the feature `program` off if you do not
//! need the program: only the program needs a command line and polled input.
//!
//! # Rules
//!
//! A [`Position`] is a few cache lines of plain data. A move copies it and changes the copy ([`Position::make`]), so no
//! move is unmade in a search. Files are 0 to 8 from Red's left, ranks 0 to 9 from Red's side.
//!
//! Generation is *strictly legal*. `generate.rs` finds the moves that can expose the general, and tries only those. A
//! table holds the moves of a rook or cannon. Its index is the occupancy of the row, nine bits, and of the column, ten
//! bits (`tables/lines.rs`).
//!
//! The rules of repetition are in `rules/`: [`Game::ending`] judges a game by its [`Step`]s. `rules/chase.rs` defines a
//! perpetual chase. [`Notation`] writes moves, [`parse_move`] reads them.
//!
//! ```
//! use cleave_xiangqi::{Notation, Position, parse_move, perft};
//! let start = Position::start();
//! assert_eq!(start.legal_moves().len(), 44);
//! let mv = parse_move(&start, "炮二平五").unwrap();
//! let position = start.make(mv);
//! let answer = parse_move(&position, "H8+7").unwrap();
//! assert_eq!(Notation::Chinese.write(&position, answer), "马8进7");
//! assert_eq!(Notation::Wxf.write(&start, mv), "C2=5");
//! assert_eq!(perft(&start, 2), 1_920);
//! ```
mod attacks;
mod color;
mod fen;
mod game;
mod generate;
mod listed;
mod moves;
mod notation;
mod perft;
mod piece;
mod position;
mod rules;
pub mod search;
mod set;
mod square;
mod tables;
mod zobrist;

pub use color::Color;
pub use fen::FenError;
pub use game::Game;
pub use moves::{MAX_MOVES, Move, MoveList};
pub use notation::{MoveTextError, Notation, parse_coordinates, parse_move};
pub use perft::perft;
pub use piece::{Kind, Piece};
pub use position::Position;
pub use rules::{
    Reason, Rules, Step, Verdict, is_material_insufficient, quiet_plies_draw, repetition,
};
pub use set::{Set, Squares};
pub use square::{FILES, RANKS, SQUARES, Square};
