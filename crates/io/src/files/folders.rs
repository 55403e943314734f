//! Folders, and new names in them.
//!
//! A sync of a file saves its bytes, but not its name. The folder has the name, and must be synced as well, or a power
//! failure may take the name back. A folder in turn has its name in the folder above it.

use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::Path;

/// Creates a folder, and the missing folders above it. They survive a power failure from now on.
///
/// # Errors
/// The system refuses.
pub fn create_folder(path: &Path) -> io::Result<()> {
    let is_missing = |folder: &&Path| *folder != "" && !folder.exists();
    let missing: Vec<&Path> = path.ancestors().take_while(is_missing).collect();
    fs::create_dir_all(path)?;
    missing.into_iter().rev().try_for_each(sync_name)
}

/// Creates an empty file, which survives a power failure from now on.
///
/// # Errors
/// It exists already ([`ErrorKind::AlreadyExists`]), or the system refuses.
pub fn create_new(path: &Path) -> io::Result<()> {
    File::create_new(path)?;
    sync_name(path).inspect_err(|_| {
        let _ = fs::remove_file(path);
    })
}

/// Makes the present name of a file or folder survive a power failure.
pub(super) fn sync_name(path: &Path) -> io::Result<()> {
    let folder = path.parent().filter(|folder| *folder != "").unwrap_or(Path::new("."));
    match File::open(folder).and_then(|folder| folder.sync_all()) {
        Err(error) if !is_not_offered(&error) => Err(error),
        _ => Ok(()),
    }
}

/// Not all file systems sync folders, and not all folders that can be written to can be read.
fn is_not_offered(error: &io::Error) -> bool {
    use ErrorKind::{InvalidInput, PermissionDenied, Unsupported};
    matches!(error.kind(), InvalidInput | PermissionDenied | Unsupported)
}
