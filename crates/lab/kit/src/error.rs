//! The errors of commands.

use std::fmt::Display;
use std::path::{Path, PathBuf};

use cleave_smp::ArenaError;

/// The reason why a command has not done its work.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A file cannot be read or written, or has wrong content.
    #[error("{}: {reason}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The fault of the file.
        reason: String,
    },
    /// The arguments ask for something that is not possible, or not worth doing.
    #[error("{0}")]
    Refused(String),
    /// There is no memory for a table or a team.
    #[error(transparent)]
    Searcher(#[from] cleave_search::SearcherError),
    /// There is no memory for the workers.
    #[error(transparent)]
    Team(#[from] ArenaError),
    /// Figures cannot be put into a file.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    /// A picture cannot be drawn.
    #[error("a picture: {0}")]
    Picture(String),
}

/// The result of a command or of a part of one.
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    /// Returns an error that is a file's fault.
    pub fn of_file(path: &Path, reason: impl Display) -> Error {
        Error::File { path: path.into(), reason: reason.to_string() }
    }

    /// Something that is not possible, for this reason.
    pub fn refused(reason: impl Into<String>) -> Error {
        Error::Refused(reason.into())
    }
}
