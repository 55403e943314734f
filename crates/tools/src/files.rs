//! Files that commands read and write.

use std::fs::{self, File};
use std::io::{BufReader, ErrorKind, Write};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use crate::ToolError;

/// Opens a file to read it.
///
/// # Errors
/// The system refuses.
pub(crate) fn open(path: &Path) -> Result<BufReader<File>, ToolError> {
    File::open(path).map(BufReader::new).map_err(ToolError::unreadable(path))
}

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
    pub(crate) fn create(path: &Path, overwrite: bool) -> Result<OutputFile, ToolError> {
        let mut options = File::options();
        options.write(true).create_new(!overwrite).create(overwrite).truncate(overwrite);
        let name = path.display().to_string();
        match options.open(path) {
            Ok(file) => Ok(OutputFile { file, name }),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                Err(format!("{name} exists; choose another file, or overwrite it with --force")
                    .into())
            }
            Err(error) => Err(ToolError::Unwritable(name, error)),
        }
    }

    /// Writes text, in one piece.
    ///
    /// # Errors
    /// The system refuses.
    pub(crate) fn write(&mut self, text: &str) -> Result<(), ToolError> {
        let written = self.file.write_all(text.as_bytes());
        written.map_err(|error| ToolError::Unwritable(self.name.clone(), error))
    }
}

/// Refuses a file that is named twice, by whatever paths: it would be lost while it is read, or
/// overwritten by another. Each file comes with what the command line calls it. Devices and pipes may
/// be named twice.
///
/// # Errors
/// Two of the files are the same.
pub(crate) fn refuse_shared(files: &[(&str, &Path)]) -> Result<(), ToolError> {
    let files: Vec<_> = files.iter().map(|&(role, path)| (role, path, identity(path))).collect();
    for (i, (role, path, file)) in files.iter().enumerate() {
        let earlier = files[..i].iter().find(|(_, _, other)| file.is_some() && other == file);
        if let Some((other, _, _)) = earlier {
            let name = path.display();
            let why = format!("{other} and {role} are the same file, {name}; choose another one");
            return Err(why.into());
        }
    }
    Ok(())
}

/// What tells a file from all others.
#[derive(PartialEq, Eq)]
enum Identity {
    /// It exists: its device and its inode.
    Existing(u64, u64),
    /// It does not exist yet: its path, without symbolic links.
    New(PathBuf),
}

/// `None` if it is no ordinary file, or cannot be created.
fn identity(path: &Path) -> Option<Identity> {
    match fs::metadata(path) {
        Ok(found) => found.is_file().then(|| Identity::Existing(found.dev(), found.ino())),
        Err(_) => {
            let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
            let folder = fs::canonicalize(folder.unwrap_or(Path::new("."))).ok()?;
            Some(Identity::New(folder.join(path.file_name()?)))
        }
    }
}
