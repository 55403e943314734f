//! FEN, X-FEN and Shredder-FEN: a position as a line of text.
//!
//! A FEN has six fields: placement, side to move, castling rights, en passant square, halfmove
//! clock, number of the move. The last two, or the last one, may be left out, as EPD does.
//! Castling rights are read in all three dialects: `KQkq` (in X-FEN the *outermost* rook on that
//! side of the king), and files, `HAha`. Written is X-FEN, which is plain FEN for all positions of
//! plain chess; a file stands only for a rook that is not the outermost one.
//!
//! The en passant square is kept, and written, only if the capture is legal. FEN in the wild has it
//! after every double push; reading drops it there, so that equal positions have equal keys.

mod error;
mod read;
mod validate;
mod write;

pub use error::FenError;
