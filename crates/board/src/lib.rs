//! The chess board: squares, bitboards, moves, attack tables, static exchange. The [`Position`] has
//! Zobrist keys and FEN. Use this crate for a tool that handles positions but generates no moves;
//! the crate `cleave-movegen` generates them. It depends only on `cleave-shared-memory`, which
//! marks its types as safe to place in memory that processes share.
//!
//! A position is three cache lines of plain data. A move copies it and changes the copy ([`Position::make`]), so no
//! move is ever unmade. The crate contains attack tables because reading a FEN needs them. It refuses a FEN if the side
//! not to move is in check. It keeps an en passant square only if the capture is legal.
//!
//! ```
//! use cleave_board::{Color, Position};
//! let start = Position::start();
//! assert_eq!(start.side(), Color::White);
//! assert!(!start.in_check());
//! ```
//!
//! # FEN from outside
//!
//! [`Position::from_fen`] is for our own files and tests, and refuses every fault. [`Position::from_fen_mended`] is for
//! FENs from users, GUIs and other programs. It mends the faults that python-chess, lichess and Stockfish mend, and
//! returns a sentence for each repair:
//!
//! | fault | repair |
//! |---|---|
//! | a castling right without its king on the first rank, or without its rook | the right is dropped |
//! | a castling right given twice, or two for one side of the king | the second is dropped |
//! | an en passant square that no double push can just have crossed | it is dropped |
//! | a counter below or above its range, or a dash | the nearest number is taken |
//! | a missing side to move, castling or en passant field | taken as `w - -` |
//!
//! Both readers accept three usual forms without a repair. Missing counters are 0 and 1, move number 0 is 1, and an en
//! passant square without a legal capture is omitted. Both refuse a FEN without a clear meaning, such as an unknown
//! letter or square, impossible material, or a check to the side not to move.

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
pub use fen::{FenError, FenRepair, placement};
pub use moves::{Move, MoveKind};
pub use piece::{Piece, PieceKind};
pub use position::Position;
pub use repetition::earlier_occurrences;
pub use see::SEE_VALUES;
pub use side::{Black, Side, White};
pub use square::{File, Rank, Square};
pub use value::Value;
pub use zobrist::Key;
