//! Reasons for refusing a FEN.

use std::fmt;

use crate::{Color, Square};

/// The reason why a FEN was refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs)] // the messages say it
pub enum FenError {
    #[error("the FEN has {0} fields; expected at least 4: placement, side, castling, en passant")]
    TooFewFields(usize),
    #[error("the FEN has {0} fields; expected at most 6")]
    TooManyFields(usize),

    #[error("the placement has {0} ranks; expected 8")]
    RankCount(usize),
    #[error("rank {rank} of the placement has {squares} squares; expected 8")]
    RankLength { rank: u8, squares: u32 },
    #[error("'{character}' in rank {rank} of the placement is neither a piece nor a digit 1 to 8")]
    BadPiece { rank: u8, character: char },
    #[error("rank {rank} of the placement has two digits in a row")]
    TwoDigits { rank: u8 },

    #[error("the side to move is '{0}'; expected w or b")]
    BadSide(String),
    #[error("'{0}' in the castling field; expected K, Q, k, q or a file, A to H or a to h")]
    BadCastling(char),
    #[error("castling right '{0}' is given twice, or two rights name the same side of the king")]
    CastlingTwice(char),
    #[error("castling right '{letter}': {color}'s king is not on its first rank")]
    CastlingKing { letter: char, color: Color },
    #[error("castling right '{letter}': {color} has no rook there to castle with")]
    CastlingRook { letter: char, color: Color },

    #[error("the en passant square '{0}' is not a square")]
    BadEnPassant(String),
    #[error(
        "the en passant square {0} is on the wrong rank for a double push by the side that has just moved"
    )]
    EnPassantRank(Square),
    #[error("no double push can just have crossed the en passant square {0}")]
    EnPassantImpossible(Square),

    #[error("the halfmove clock is '{0}'; expected a number from 0 to 255")]
    BadHalfmoveClock(String),
    #[error("the move number is '{0}'; expected a number from 1 to 65535")]
    BadFullmove(String),

    #[error("{color} has {count} kings; expected one")]
    KingCount { color: Color, count: u32 },
    #[error("{color} has {count} pieces; a side has at most 16")]
    TooManyPieces { color: Color, count: u32 },
    #[error("{color} has {count} pawns; a side has at most 8")]
    TooManyPawns { color: Color, count: u32 },
    #[error(
        "{color} has {promoted} more pieces than it started with, but only {missing} pawns are missing"
    )]
    TooManyPromoted { color: Color, promoted: u32, missing: u32 },
    #[error("there is a pawn on {0}, on the first or last rank")]
    PawnOnBackRank(Square),
    #[error("{0} is in check, but it is not {0}'s turn")]
    OpponentInCheck(Color),
    #[error("{0} pieces give check; at most 2 can at once")]
    TooManyCheckers(u32),
}

/// A fault of a FEN that [`Position::from_fen_mended`](crate::Position::from_fen_mended) has mended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FenRepair {
    fault: FenError,
    remedy: &'static str,
}

impl FenRepair {
    /// Returns the repair of a fault.
    ///
    /// # Errors
    /// The fault cannot be mended.
    pub(super) fn of(fault: FenError) -> Result<FenRepair, FenError> {
        let remedy = match fault {
            FenError::TooFewFields(1..) => "those that are missing are taken as 'w - - 0 1'",
            FenError::CastlingTwice(_)
            | FenError::CastlingKing { .. }
            | FenError::CastlingRook { .. } => "the right is dropped",
            FenError::EnPassantRank(_) | FenError::EnPassantImpossible(_) => "it is dropped",
            FenError::BadHalfmoveClock(_) | FenError::BadFullmove(_) => "the nearest is taken",
            fault => return Err(fault),
        };
        Ok(FenRepair { fault, remedy })
    }
}

impl fmt::Display for FenRepair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}; {}", self.fault, self.remedy)
    }
}
