//! Files that commands write.

use std::fs::File;
use std::io::ErrorKind;
use std::path::Path;

use super::BatchError;

/// Creates a file. One that exists is refused, or emptied if `overwrite`.
///
/// # Errors
/// It exists, or cannot be written.
pub(crate) fn create(file: &Path, overwrite: bool) -> Result<File, BatchError> {
    let mut options = File::options();
    options.write(true);
    let options =
        if overwrite { options.create(true).truncate(true) } else { options.create_new(true) };
    options.open(file).map_err(|error| match error.kind() {
        ErrorKind::AlreadyExists => BatchError::Refused(format!(
            "{} exists; choose another file, or overwrite it with --force",
            file.display()
        )),
        _ => BatchError::unwritable(file)(error),
    })
}
