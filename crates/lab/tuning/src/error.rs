//! What can go wrong in the workshop.

use std::fmt::Display;
use std::path::{Path, PathBuf};

/// Why a command has not done what it was asked for.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A file cannot be read or written, or is not what it should be.
    #[error("{}: {reason}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// What is asked for is not possible.
    #[error("{0}")]
    Refused(String),
    /// A player or a file of the laboratory.
    #[error(transparent)]
    Lab(#[from] cleave_lab::Error),
    /// There is no memory for a table.
    #[error(transparent)]
    Searcher(#[from] cleave_search::SearcherError),
}

/// The result of a command or of a part of one.
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    /// An error that is a file's fault.
    pub(crate) fn of_file(path: &Path, reason: impl Display) -> Error {
        Error::File { path: path.into(), reason: reason.to_string() }
    }
}
