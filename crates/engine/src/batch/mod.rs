//! Work on files and positions without a conversation: [`analyse`](crate::analyse),
//! [`suite`](crate::suite) (`cleave test`) and [`annotate`](crate::annotate).
//!
//! What the three share is here: the options of their searches ([`options`]), an [`analyst`] that
//! searches a position and keeps its best lines, and [`signals`] that end the work early. One thread
//! does everything, since workers are forked.

pub mod analyst;
pub mod best_lines;
pub(crate) mod files;
pub mod options;
pub mod progress;
pub mod shown_value;
pub mod signals;

use std::path::Path;

/// Why a command that works on files has failed.
#[derive(Debug, thiserror::Error)]
pub enum BatchError {
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

impl BatchError {
    /// This file cannot be read.
    pub(crate) fn unreadable(file: &Path) -> impl FnOnce(std::io::Error) -> BatchError {
        let file = file.display().to_string();
        move |error| BatchError::Unreadable { file, error }
    }
}
