//! Opens files, and distinguishes them.

use std::fs::{File, FileType, Metadata, OpenOptions};
use std::io;
use std::path::Path;

use same_file::Handle;

/// Returns the usual options: no file here waits for another program.
pub(crate) fn options() -> OpenOptions {
    File::options()
}

/// Returns the usual options.
pub(crate) fn stream_options() -> OpenOptions {
    options()
}

/// Returns false: the system opens NUL as a file of its own kind.
pub(crate) fn is_null(_: &Metadata) -> bool {
    false
}

/// Returns the kind of a file that is not a regular file.
pub(crate) fn kind(file: FileType) -> &'static str {
    if file.is_dir() { "a folder" } else { "a device" }
}

/// Returns false: pipes have no names among the files.
pub(crate) fn has_no_reader(_: &io::Error) -> bool {
    false
}

/// Distinguishes a file from all others.
#[derive(Debug, PartialEq, Eq)]
pub struct Identity(Handle);

impl Identity {
    /// Returns the identity of the file at this path.
    ///
    /// # Errors
    /// There is none.
    pub fn of(path: &Path) -> io::Result<Identity> {
        Handle::from_path(path).map(Identity)
    }

    /// Returns the identity of an open file.
    ///
    /// # Errors
    /// The system refuses.
    pub(crate) fn of_file(file: &File) -> io::Result<Identity> {
        Handle::from_file(file.try_clone()?).map(Identity)
    }
}
