//! Why a line is no EPD.

use cleave_board::FenError;
use cleave_movegen::MoveTextError;

/// Why a line is no EPD, and where.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("column {column}: {problem}")]
pub struct EpdError {
    /// The column, from 1, in characters.
    pub column: usize,
    /// What is wrong.
    pub problem: EpdProblem,
}

/// What is wrong with a line of EPD.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum EpdProblem {
    /// The position is wrong.
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
    /// The line is too long to be one.
    #[error("the line has more than {0} bytes")]
    LongLine(usize),
}

/// Why an operation names no legal move.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the operation {operation}: {error}")]
pub struct EpdMoveError {
    /// The name of the operation.
    pub operation: String,
    /// What is wrong with the move.
    pub error: MoveTextError,
}
