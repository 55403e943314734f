//! Why a command has failed.

use std::path::Path;

use cleave_board::FenError;
use cleave_book::NotABook;
use cleave_movegen::MoveTextError;
use cleave_search::SearcherError;

/// Why a command that works on files has failed.
#[derive(Debug, thiserror::Error)]
pub enum ToolError {
    /// This file cannot be read.
    #[error("cannot read {0}: {1}")]
    Unreadable(String, std::io::Error),
    /// This file cannot be written.
    #[error("cannot write {0}: {1}")]
    Unwritable(String, std::io::Error),
    /// The system refuses the memory.
    #[error(transparent)]
    Machine(#[from] SearcherError),
    /// A file is no book.
    #[error(transparent)]
    Book(#[from] NotABook),
    /// A text is no position.
    #[error(transparent)]
    Position(#[from] FenError),
    /// A text is no legal move.
    #[error(transparent)]
    Move(#[from] MoveTextError),
    /// What the command line says cannot be done.
    #[error("{0}")]
    Refused(String),
    /// The rest was done, but this much could not be read.
    #[error("{0}")]
    Incomplete(String),
}

impl ToolError {
    /// This file cannot be read.
    pub(crate) fn unreadable(file: &Path) -> impl FnOnce(std::io::Error) -> ToolError {
        let file = file.display().to_string();
        move |error| ToolError::Unreadable(file, error)
    }

    /// This file cannot be written.
    pub(crate) fn unwritable(file: &Path) -> impl FnOnce(std::io::Error) -> ToolError {
        let file = file.display().to_string();
        move |error| ToolError::Unwritable(file, error)
    }
}

impl From<String> for ToolError {
    /// What the command line says cannot be done, for this reason.
    fn from(why: String) -> ToolError {
        ToolError::Refused(why)
    }
}
