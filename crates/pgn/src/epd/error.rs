//! Errors in a line of EPD.

use cleave_board::FenError;
use cleave_movegen::MoveTextError;

/// The reason why a line is no EPD, and its place.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("column {column}: {problem}")]
pub struct EpdError {
    /// The column, from 1, in characters.
    pub column: usize,
    /// The problem.
    pub problem: EpdProblem,
}

/// A problem in a line of EPD.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum EpdProblem {
    /// The position is malformed or impossible.
    #[error(transparent)]
    BadPosition(#[from] FenError),
    /// An operation does not begin with a name.
    #[error("'{0}' is not the name of an operation: expected a letter, then letters or digits")]
    BadName(String),
    /// A quoted text does not end.
    #[error("the text that begins here does not end: expected a quotation mark")]
    UnclosedText,
    /// A counter is no number.
    #[error("the operation {0} needs a number")]
    BadCounter(&'static str),
    /// The line is too long for an EPD.
    #[error("the line has more than {0} bytes")]
    LongLine(usize),
}

/// The reason why an operation names no legal move.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the operation {operation}: {error}")]
pub struct EpdMoveError {
    /// The name of the operation.
    pub operation: String,
    /// The problem with the move.
    pub error: MoveTextError,
}
