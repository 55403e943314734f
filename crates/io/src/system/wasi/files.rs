//! How files are opened and told apart. The host offers none, so no call gets that far.

use std::fs::{File, FileType, Metadata, OpenOptions};
use std::io;
use std::path::Path;

/// Returns the usual options.
pub(crate) fn options() -> OpenOptions {
    File::options()
}

/// Returns the usual options.
pub(crate) fn stream_options() -> OpenOptions {
    File::options()
}

/// Returns false: there is no such file.
pub(crate) fn is_null(_: &Metadata) -> bool {
    false
}

/// Returns what a file is, other than a regular file.
pub(crate) fn kind(file: FileType) -> &'static str {
    if file.is_dir() { "a folder" } else { "a device" }
}

/// Returns false: there are no pipes with names.
pub(crate) fn has_no_reader(_: &io::Error) -> bool {
    false
}

/// Tells a file from all others; no file has one.
#[derive(Debug, PartialEq, Eq)]
pub struct Identity(std::convert::Infallible);

impl Identity {
    /// Fails.
    ///
    /// # Errors
    /// Always.
    pub fn of(_: &Path) -> io::Result<Identity> {
        Err(io::ErrorKind::Unsupported.into())
    }

    /// Fails.
    ///
    /// # Errors
    /// Always.
    pub(crate) fn of_file(_: &File) -> io::Result<Identity> {
        Err(io::ErrorKind::Unsupported.into())
    }
}
