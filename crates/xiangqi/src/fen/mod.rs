//! Positions as text: Forsyth-Edwards notation for xiangqi.

mod read;
mod write;

use crate::{Color, Kind, Square};

/// The reason why a FEN was refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs)] // the messages say it
pub enum FenError {
    #[error("the FEN is empty; expected a placement and the side to move")]
    Empty,
    #[error("the FEN has {0} fields; expected at most 6")]
    TooManyFields(usize),
    #[error("the placement has {0} ranks; expected 10")]
    RankCount(usize),
    #[error("rank {rank} of the placement has {squares} squares; expected 9")]
    RankLength { rank: u8, squares: u32 },
    #[error("'{character}' in rank {rank} of the placement is neither a piece nor a digit 1 to 9")]
    BadPiece { rank: u8, character: char },
    #[error("the side to move is '{0}'; expected w, r or b")]
    BadSide(String),
    #[error("the number of plies without a capture is '{0}'; expected 0 to 65535")]
    BadQuietPlies(String),
    #[error("the move number is '{0}'; expected 1 to 65535")]
    BadFullmove(String),
    #[error("{color:?} has {count} pieces of the kind {kind:?}; expected {}{}", if *kind == Kind::General { "" } else { "at most " }, kind.most())]
    Count { color: Color, kind: Kind, count: u32 },
    #[error("{color:?}'s {kind:?} can never be on {square}")]
    Place { color: Color, kind: Kind, square: Square },
    #[error("{0:?} is in check, but it is not {0:?}'s turn")]
    OpponentInCheck(Color),
}
