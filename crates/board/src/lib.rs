//! The board: squares, bitboards, pieces, moves, and the [`Position`] with its Zobrist keys.
//!
//! ```
//! use cleave_board::{Color, Position};
//! let start = Position::start();
//! assert_eq!(start.side(), Color::White);
//! assert!(!start.in_check());
//! ```

pub mod attacks;
mod bitboard;
mod castling;
mod color;
mod fen;
mod keys;
mod make;
mod moves;
mod piece;
mod position;
mod repetition;
mod see;
mod setup;
mod side;
mod square;
mod value;
pub mod zobrist;

pub use bitboard::{Bitboard, Squares};
pub use castling::{CastlingRights, Wing};
pub use color::Color;
pub use fen::{FenError, placement};
pub use moves::{Move, MoveKind};
pub use piece::{Piece, PieceKind};
pub use position::Position;
pub use repetition::earlier_occurrences;
pub use see::SEE_VALUES;
pub use side::{Black, Side, White};
pub use square::{File, Rank, Square};
pub use value::Value;
pub use zobrist::Key;
