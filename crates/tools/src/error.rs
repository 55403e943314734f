//! Why a command has failed.

use std::path::Path;

/// Why a command that works on files has failed.
#[derive(Debug, thiserror::Error)]
pub enum ToolError {
    /// A file cannot be read.
    #[error("cannot read {file}: {error}")]
    Unreadable {
        /// The file.
        file: String,
        /// Why not.
        error: std::io::Error,
    },
    /// A file cannot be written.
    #[error("cannot write {file}: {error}")]
    Unwritable {
        /// The file.
        file: String,
        /// Why not.
        error: std::io::Error,
    },
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
        move |error| ToolError::Unreadable { file, error }
    }
}
