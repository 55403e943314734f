//! Files that commands read and write.

use std::fs::{self, File};
use std::io::{BufReader, ErrorKind};
use std::path::{Path, PathBuf};

use cleave_io::Waiting;
use cleave_io::files::{Appender, Identity, create_new, open_stream, replace, try_to_write};

use crate::ToolError;

/// What a command reads: a file, a pipe or a device.
pub(crate) type Stream = BufReader<Waiting<File>>;

/// Opens a file to read it once.
///
/// # Errors
/// The system refuses.
pub(crate) fn open(path: &Path) -> Result<Stream, ToolError> {
    open_stream(path).map(BufReader::new).map_err(ToolError::unreadable(path))
}

/// A file that is written piece by piece. What it had stays until there is a first piece; a file that was
/// made for nothing is removed.
#[derive(Debug)]
pub(crate) struct OutputFile {
    path: PathBuf,
    is_new: bool,
    /// Open once there is a first piece.
    file: Option<Appender>,
}

impl OutputFile {
    /// Creates a file. One that exists is refused unless `overwrite`.
    ///
    /// # Errors
    /// It exists, or cannot be written.
    pub(crate) fn create(path: &Path, overwrite: bool) -> Result<OutputFile, ToolError> {
        let is_new = !path.exists();
        let opened = match overwrite {
            true => try_to_write(path),
            false => create_new(path),
        };
        match opened {
            Ok(()) => {}
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                let name = path.display();
                let why = "exists; choose another file, or overwrite it with --force";
                return Err(format!("{name} {why}").into());
            }
            Err(error) => return Err(ToolError::unwritable(path)(error)),
        }
        Ok(OutputFile { path: path.to_owned(), is_new, file: None })
    }

    /// Writes the next piece: all of it, or nothing.
    ///
    /// # Errors
    /// The system refuses.
    pub(crate) fn write(&mut self, text: &str) -> Result<(), ToolError> {
        let written = match &mut self.file {
            Some(file) => file.add(text),
            None => replace(&self.path, text).and_then(|()| {
                self.file = Some(Appender::open(&self.path)?);
                Ok(())
            }),
        };
        written.map_err(ToolError::unwritable(&self.path))
    }

    /// Ends the file; without a piece it is empty.
    ///
    /// # Errors
    /// A piece has not got onto the disk.
    pub(crate) fn finish(mut self) -> Result<(), ToolError> {
        if self.file.is_none() {
            self.write("")?;
        }
        let synced = self.file.as_ref().map_or(Ok(()), Appender::sync);
        synced.map_err(ToolError::unwritable(&self.path))
    }
}

impl Drop for OutputFile {
    fn drop(&mut self) {
        if self.is_new && self.file.is_none() {
            let _ = fs::remove_file(&self.path);
        }
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
enum Named {
    /// It exists.
    Existing(Identity),
    /// It does not exist yet: its path, without symbolic links.
    New(PathBuf),
}

/// `None` if it is no ordinary file, or cannot be created.
fn identity(path: &Path) -> Option<Named> {
    match fs::metadata(path) {
        Ok(found) if found.is_file() => Identity::of(path).ok().map(Named::Existing),
        Ok(_) => None,
        Err(_) => {
            let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
            let folder = fs::canonicalize(folder.unwrap_or(Path::new("."))).ok()?;
            Some(Named::New(folder.join(path.file_name()?)))
        }
    }
}
