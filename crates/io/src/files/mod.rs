//! Files that the user names: opened without waiting, and written whole or not at all.
//!
//! Opening a named pipe waits until another program opens its other end, perhaps forever. [`open`] refuses everything
//! except a regular file. It is for files that are read while the program must answer, or read twice. [`open_stream`]
//! accepts pipes as well, for commands that read once from start to end.
//!
//! A full disk, a read-only file system or a power failure leaves a file with its old contents or its new
//! ones, never a part. [`replace`] gives it new contents, and [`replace_by`] contents too large for memory.
//! [`append`] and [`Appender`] add to its end. New files and [new folders](create_folder) keep their names.

mod folders;
mod opening;
#[cfg(test)]
mod tests;

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::system::Waiting;
use crate::system::files::{has_no_reader, options};

pub use crate::system::files::Identity;
pub use folders::{create_folder, create_new};
pub use opening::{open, open_stream, read, read_all, read_stream};

/// How long a write to a pipe waits for its reader.
const PATIENCE: Duration = Duration::from_secs(1);

/// Replaces the contents of a file, or creates it. They are written to a draft next to it, `NAME.new`, which is then
/// renamed. A symbolic link stays, and the file to which it leads is replaced. A device or a pipe is written itself.
///
/// # Errors
/// It cannot be written. The file stays as it was, and the draft is removed.
pub fn replace(path: &Path, contents: impl AsRef<[u8]>) -> io::Result<()> {
    if is_special(path) {
        return Waiting::new(open_to_append(path)?).write_all(contents.as_ref());
    }
    replace_by(path, |draft| draft.write_all(contents.as_ref()))
}

/// As [`replace`], with the contents that `write` writes to the draft. Returns what `write` returns.
///
/// # Errors
/// As for [`replace`]; or it is a device or a pipe.
pub fn replace_by<T>(path: &Path, write: impl FnOnce(&mut File) -> io::Result<T>) -> io::Result<T> {
    match fs::metadata(path) {
        Ok(found) if !found.is_file() => return Err(opening::not_regular(&found)),
        _ => {}
    }
    let path = target(path);
    let draft = draft(&path);
    let mut file = open_draft(&draft)?;
    let written = write_synced(&mut file, &path, write)
        .and_then(|result| fs::rename(&draft, &path).map(|()| result));
    if written.is_err() {
        let _ = fs::remove_file(&draft);
        return written;
    }
    folders::sync_name(&path).and(written)
}

/// Adds text to the end of a file, or creates it. Other programs may do the same. `separator` maps the last two bytes
/// of the file to the text that comes first.
///
/// # Errors
/// It cannot be written. The file stays as it was.
pub fn append(
    path: &Path,
    separator: impl FnOnce(&[u8]) -> &'static str,
    text: &str,
) -> io::Result<()> {
    let is_new = !path.exists();
    let mut file = Appender::open(path)?;
    let added = file.end().and_then(|end| file.add(separator(&end).to_owned() + text));
    let written = added.and_then(|()| file.sync());
    if written.is_err() && is_new {
        let _ = fs::remove_file(path);
    }
    written
}

/// Opens a file for writing, and its draft. Both stay as they were, or missing.
///
/// # Errors
/// It cannot be written, by [`replace`] or otherwise.
pub fn try_to_write(path: &Path) -> io::Result<()> {
    try_to_open(path)?;
    if is_special(path) {
        return Ok(());
    }
    let draft = draft(&target(path));
    try_to_open(&draft)
        .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", draft.display())))
}

fn try_to_open(path: &Path) -> io::Result<()> {
    let is_new = !path.exists();
    open_to_append(path)?;
    if is_new { fs::remove_file(target(path)) } else { Ok(()) }
}

/// Opens a file to add to its end, or creates it. A pipe must have a reader by then.
fn open_to_append(path: &Path) -> io::Result<File> {
    // A pipe or a terminal cannot be read and appended to.
    let is_plain = !is_special(path);
    options().create(true).append(true).read(is_plain).open(path).map_err(|error| {
        match !is_plain && has_no_reader(&error) {
            true => io::Error::new(error.kind(), "no program reads this pipe"),
            false => error,
        }
    })
}

/// A file that grows at its end. If it is a pipe, a write waits for its reader for a second.
#[derive(Debug)]
pub struct Appender(Waiting<File>);

impl Appender {
    /// Opens this file, or creates it.
    ///
    /// # Errors
    /// The system refuses.
    pub fn open(path: &Path) -> io::Result<Appender> {
        let is_new = !path.exists();
        let file = open_to_append(path)?;
        let named = if is_new { folders::sync_name(&target(path)) } else { Ok(()) };
        named.map(|()| file.into()).inspect_err(|_| {
            let _ = fs::remove_file(target(path));
        })
    }

    /// Empties this file, or creates it.
    ///
    /// # Errors
    /// As for [`replace`].
    pub fn begin(path: &Path) -> io::Result<Appender> {
        replace(path, "")?;
        Appender::open(path)
    }

    /// Adds text, or nothing if not all of it can be written.
    ///
    /// # Errors
    /// The system refuses.
    pub fn add(&mut self, text: impl AsRef<[u8]>) -> io::Result<()> {
        let before = self.file().metadata()?.len();
        self.0.write_all(text.as_ref()).inspect_err(|_| {
            let _ = self.file().set_len(before);
        })
    }

    /// Waits until the text is on the disk. Some systems report only then that there is no room.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn sync(&self) -> io::Result<()> {
        match self.file().sync_all() {
            // A device or a pipe has nothing to wait for.
            Err(error) if error.kind() == ErrorKind::InvalidInput => Ok(()),
            synced => synced,
        }
    }

    /// Returns another handle to the same file.
    ///
    /// # Errors
    /// The system refuses.
    pub fn try_clone(&self) -> io::Result<Appender> {
        self.file().try_clone().map(Appender::from)
    }

    /// Returns the last two bytes, or fewer.
    fn end(&mut self) -> io::Result<Vec<u8>> {
        let mut end = Vec::new();
        let mut file = self.file();
        let length = file.metadata()?.len();
        if length > 0 {
            file.seek(SeekFrom::Start(length.saturating_sub(2)))?;
            file.read_to_end(&mut end)?;
        }
        Ok(end)
    }

    fn file(&self) -> &File {
        self.0.stream()
    }
}

impl From<File> for Appender {
    /// `file` is opened to append.
    fn from(file: File) -> Appender {
        Appender(Waiting::at_most(PATIENCE, file))
    }
}

impl AsRef<File> for Appender {
    fn as_ref(&self) -> &File {
        self.file()
    }
}

impl Write for Appender {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Returns true for anything but an ordinary file, such as a device.
fn is_special(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|found| !found.is_file())
}

/// Returns the file to which a symbolic link leads.
fn target(path: &Path) -> PathBuf {
    // A file that does not exist yet has no canonical path, but a link may lead to it.
    let beside = |other: PathBuf| path.parent().unwrap_or(Path::new("")).join(other);
    fs::canonicalize(path)
        .or_else(|_| fs::read_link(path).map(beside))
        .unwrap_or_else(|_| path.to_owned())
}

fn draft(path: &Path) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(".new");
    name.into()
}

/// Opens a draft for this program alone. If another program writes it, waits for that program.
fn open_draft(draft: &Path) -> io::Result<File> {
    loop {
        let file = File::options().create(true).write(true).truncate(false).open(draft)?;
        // Some file systems have no locks.
        let _ = file.lock();
        let opened = Identity::of_file(&file)?;
        // A file that another program has finished meanwhile is no longer a draft.
        if Identity::of(draft).is_ok_and(|now| now == opened) {
            return Ok(file);
        }
    }
}

/// Writes the draft of this file with the same permissions.
fn write_synced<T>(
    draft: &mut File,
    path: &Path,
    write: impl FnOnce(&mut File) -> io::Result<T>,
) -> io::Result<T> {
    if let Ok(old) = fs::metadata(path) {
        draft.set_permissions(old.permissions())?;
    }
    draft.set_len(0)?;
    let result = write(draft)?;
    draft.sync_all()?;
    Ok(result)
}
