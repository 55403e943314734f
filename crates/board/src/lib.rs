//! The chess board: squares, bitboards, moves, attack tables, static exchange. The [`Position`] has
//! Zobrist keys and FEN. Use this crate for a tool that handles positions but generates no moves;
//! the crate `cleave-movegen` generates them. It depends only on `cleave-shared-memory`, which
//! marks its types as safe to place in memory that processes share.
//!
//! A position is three cache lines of plain data. A move copies it and changes the copy
//! ([`Position::make`]), so no move is ever unmade. The crate contains attack tables because
//! reading a FEN needs them: a FEN is refused if the side not to move is in check, and an en
//! passant square is kept only if the capture is legal.
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
