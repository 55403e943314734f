//! Files that commands write.

use std::fs::File;
use std::io::{ErrorKind, Write};
use std::path::Path;

use super::BatchError;

/// A file that is written, with its name for messages.
#[derive(Debug)]
pub(crate) struct OutputFile {
    file: File,
    name: String,
}

impl OutputFile {
    /// Creates a file. One that exists is refused, or emptied if `overwrite`.
    ///
    /// # Errors
    /// It exists, or cannot be written.
    pub(crate) fn create(path: &Path, overwrite: bool) -> Result<OutputFile, BatchError> {
        let mut options = File::options();
        options.write(true).create_new(!overwrite).create(overwrite).truncate(overwrite);
        let name = path.display().to_string();
        match options.open(path) {
            Ok(file) => Ok(OutputFile { file, name }),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => Err(BatchError::Refused(
                format!("{name} exists; choose another file, or overwrite it with --force"),
            )),
            Err(error) => Err(BatchError::Unwritable { file: name, error }),
        }
    }

    /// Writes text, in one piece.
    ///
    /// # Errors
    /// The system refuses.
    pub(crate) fn write(&mut self, text: &str) -> Result<(), BatchError> {
        let written = self.file.write_all(text.as_bytes());
        written.map_err(|error| BatchError::Unwritable { file: self.name.clone(), error })
    }
}
