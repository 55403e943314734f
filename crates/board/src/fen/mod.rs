//! FEN, X-FEN and Shredder-FEN: a position as a line of text.
//!
//! A FEN has six fields: placement, side to move, castling rights, en passant square, halfmove
//! clock and move number. The last one or two may be missing, as in EPD. Castling rights come in
//! three dialects. Plain FEN writes `KQkq`. X-FEN means the *outermost* rook on that side of the
//! king by `K` or `Q`. Shredder-FEN names the rooks' files: `HAha`. The crate reads all three and
//! writes X-FEN. That is plain FEN for every position of standard chess, and names a file only for
//! a rook that is not outermost.
//!
//! [`Position::from_fen`](crate::Position::from_fen) is strict. [`Position::from_fen_mended`](crate::Position::from_fen_mended)
//! also reads the FENs of users and other programs.
//!
//! An en passant square is kept only if the capture is legal. Many programs write one after every
//! double push. Dropping it gives equal positions equal keys.

mod error;
mod read;
mod validate;
mod write;

pub use error::{FenError, FenRepair};
pub use write::placement;
