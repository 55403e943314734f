//! Opens files, and distinguishes them.

use std::fs::{self, File, FileType, Metadata, OpenOptions};
use std::io;
use std::os::unix::fs::{FileTypeExt, MetadataExt, OpenOptionsExt};
use std::path::Path;

use nix::errno::Errno;
use nix::fcntl::OFlag;

use crate::system::workers::WAITS_FOR_WRITER;

/// Returns options that do not wait for another program at the end of a pipe, and do not take a terminal.
pub(crate) fn options() -> OpenOptions {
    let mut options = File::options();
    options.custom_flags((OFlag::O_NONBLOCK | OFlag::O_NOCTTY).bits());
    options
}

/// Returns options for a stream that is read once. They wait for the writer of a named pipe only if reading does not.
pub(crate) fn stream_options() -> OpenOptions {
    if WAITS_FOR_WRITER {
        return options();
    }
    let mut options = File::options();
    options.custom_flags(OFlag::O_NOCTTY.bits());
    options
}

/// Returns true for /dev/null.
pub(crate) fn is_null(found: &Metadata) -> bool {
    found.file_type().is_char_device()
        && fs::metadata("/dev/null").is_ok_and(|null| null.rdev() == found.rdev())
}

/// Returns the kind of a file that is not a regular file.
pub(crate) fn kind(file: FileType) -> &'static str {
    match file {
        _ if file.is_fifo() => "a pipe",
        _ if file.is_socket() => "a socket",
        _ if file.is_dir() => "a folder",
        _ => "a device",
    }
}

/// Returns true if a pipe could not be opened because no program reads it.
pub(crate) fn has_no_reader(error: &io::Error) -> bool {
    error.raw_os_error().map(Errno::from_raw) == Some(Errno::ENXIO)
}

/// Distinguishes a file from all others, by its device and its inode.
#[derive(Debug, PartialEq, Eq)]
pub struct Identity(u64, u64);

impl Identity {
    /// Returns the identity of the file at this path.
    ///
    /// # Errors
    /// There is none.
    pub fn of(path: &Path) -> io::Result<Identity> {
        fs::metadata(path).map(Identity::from)
    }

    /// Returns the identity of an open file.
    ///
    /// # Errors
    /// The system refuses.
    pub(crate) fn of_file(file: &File) -> io::Result<Identity> {
        file.metadata().map(Identity::from)
    }
}

impl From<Metadata> for Identity {
    fn from(found: Metadata) -> Identity {
        Identity(found.dev(), found.ino())
    }
}
