//! FEN, X-FEN and Shredder-FEN: a position as a line of text.
//!
//! A FEN has six fields: placement, side to move, castling rights, en passant square, halfmove
//! clock and move number. The last one or two may be missing, as in EPD. Castling rights may be in
//! any of three dialects: `KQkq` (in X-FEN the *outermost* rook on that side of the king), or files,
//! `HAha`. The crate writes X-FEN, which is plain FEN for every position of standard chess; it names
//! a file only for a rook that is not the outermost one.
//!
//! An en passant square is kept only if the capture is legal. Many programs write one after every
//! double push; dropping it gives equal positions equal keys.

mod error;
mod read;
mod validate;
mod write;

pub use error::FenError;
pub use write::placement;
