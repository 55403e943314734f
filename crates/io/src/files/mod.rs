//! Files that the user names: opened without waiting, and written whole or not at all.
//!
//! Opening a named pipe waits until another program opens its other end, perhaps forever. [`open`] refuses everything
//! except a regular file. It is for files that are read while the program must answer, or read twice. [`open_stream`]
//! accepts pipes as well, for commands that read once from start to end.
//!
//! A full disk, a read-only file system or a power failure leaves a file with its old contents or its new
//! ones, never a part. [`replace`] gives it new contents. [`append`] and [`Appender`] add to
//! its end.

mod opening;

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::system::Waiting;
use crate::system::files::{has_no_reader, options};

pub use crate::system::files::Identity;
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
    let path = target(path);
    let draft = draft(&path);
    let mut file = open_draft(&draft)?;
    let written = write_synced(&mut file, &path, contents.as_ref());
    if let Err(error) = written.and_then(|()| fs::rename(&draft, &path)) {
        let _ = fs::remove_file(&draft);
        return Err(error);
    }
    // The new name must survive a power failure too.
    let folder = path.parent().filter(|folder| *folder != "").unwrap_or(Path::new("."));
    match File::open(folder).and_then(|folder| folder.sync_all()) {
        Err(error) if is_not_offered(&error) => Ok(()),
        synced => synced,
    }
}

/// Not all file systems sync folders, and not all folders that can be written to can be read.
fn is_not_offered(error: &io::Error) -> bool {
    use ErrorKind::{InvalidInput, PermissionDenied, Unsupported};
    matches!(error.kind(), InvalidInput | PermissionDenied | Unsupported)
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
    let added = file.end().and_then(|end| file.add(&(separator(&end).to_owned() + text)));
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
        open_to_append(path).map(Appender::from)
    }

    /// Adds text, or nothing if not all of it can be written.
    ///
    /// # Errors
    /// The system refuses.
    pub fn add(&mut self, text: &str) -> io::Result<()> {
        let before = self.file().metadata()?.len();
        self.0.write_all(text.as_bytes()).inspect_err(|_| {
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
fn write_synced(draft: &mut File, path: &Path, contents: &[u8]) -> io::Result<()> {
    if let Ok(old) = fs::metadata(path) {
        draft.set_permissions(old.permissions())?;
    }
    draft.set_len(0)?;
    draft.write_all(contents)?;
    draft.sync_all()
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};

    use nix::sys::stat::Mode;
    use nix::unistd::mkfifo;

    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let name = |entry: io::Result<fs::DirEntry>| entry.unwrap().file_name().into_string();
        let mut names: Vec<_> = fs::read_dir(folder).unwrap().map(|it| name(it).unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn the_last_contents_are_there_and_no_draft() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file.toml");
        // A program was killed while it wrote.
        fs::write(draft(&file), "more than will be written").unwrap();
        replace(&file, "once").unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
        replace(&file, "again").unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "again");
        assert_eq!(fs::metadata(&file).unwrap().mode() & 0o777, 0o640);
        assert_eq!(names(folder.path()), ["file.toml"]);
    }

    #[test]
    fn a_symbolic_link_stays() {
        let folder = tempfile::tempdir().unwrap();
        let [file, link] = ["file", "link"].map(|name| folder.path().join(name));
        fs::write(&file, "old").unwrap();
        symlink(&file, &link).unwrap();
        replace(&link, "new").unwrap();
        assert!(link.is_symlink());
        assert_eq!(fs::read_to_string(&file).unwrap(), "new");
        for to in [file.as_path(), Path::new("file")] {
            fs::remove_file(&file).unwrap();
            fs::remove_file(&link).unwrap();
            symlink(to, &link).unwrap();
            try_to_write(&link).unwrap();
            assert!(link.is_symlink() && !file.exists(), "it leads nowhere yet");
            replace(&link, "newer").unwrap();
            assert!(link.is_symlink());
            assert_eq!(fs::read_to_string(&file).unwrap(), "newer");
        }
    }

    #[test]
    fn programs_that_write_one_file_do_not_mix() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        let contents = |letter: char| letter.to_string().repeat(100_000);
        std::thread::scope(|scope| {
            for letter in ['a', 'b', 'c'] {
                let file = &file;
                scope.spawn(move || (0..20).for_each(|_| replace(file, contents(letter)).unwrap()));
            }
        });
        let found = fs::read_to_string(&file).unwrap();
        assert!(['a', 'b', 'c'].map(contents).contains(&found), "{} bytes", found.len());
        assert_eq!(names(folder.path()), ["file"]);
    }

    #[test]
    fn text_is_added_after_the_separator_for_the_end() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        let separator = |end: &[u8]| match end {
            [] => "",
            [.., b'\n'] => "after a line: ",
            _ => "\n",
        };
        for text in ["1", "2\n", "3"] {
            append(&file, separator, text).unwrap();
        }
        assert_eq!(fs::read_to_string(&file).unwrap(), "1\n2\nafter a line: 3");
    }

    #[test]
    fn a_device_is_written_itself() {
        replace(Path::new("/dev/null"), "text").unwrap();
        append(Path::new("/dev/null"), |_| "", "text").unwrap();
        for error in [
            replace(Path::new("/dev/full"), "text").unwrap_err(),
            append(Path::new("/dev/full"), |_| "", "text").unwrap_err(),
        ] {
            assert_eq!(error.kind(), ErrorKind::StorageFull);
        }
    }

    #[test]
    fn a_pipe_without_a_reader_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        mkfifo(&pipe, Mode::S_IRUSR | Mode::S_IWUSR).unwrap();
        for error in [
            replace(&pipe, "text").unwrap_err(),
            append(&pipe, |_| "", "text").unwrap_err(),
            try_to_write(&pipe).unwrap_err(),
        ] {
            assert_eq!(error.to_string(), "no program reads this pipe");
        }
    }

    /// A pipe takes about 64 KiB.
    #[test]
    fn a_pipe_whose_reader_sleeps_is_given_up() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        mkfifo(&pipe, Mode::S_IRUSR | Mode::S_IWUSR).unwrap();
        let mut reader = open_stream(&pipe).unwrap();
        let mut appender = Appender::open(&pipe).unwrap();
        appender.add("text").unwrap();
        let error = appender.add(&"x".repeat(1 << 20)).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::TimedOut);
        let mut text = [0; 5];
        reader.read_exact(&mut text).unwrap();
        assert_eq!(&text, b"textx");
    }

    #[test]
    fn an_unwritable_file_is_detected_before() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        try_to_write(&file).unwrap();
        assert!(names(folder.path()).is_empty(), "nothing is written yet");
        fs::create_dir(draft(&file)).unwrap();
        let error = try_to_write(&file).unwrap_err().to_string();
        assert!(error.contains("file.new: Is a directory"), "{error}");
        let link = folder.path().join("link");
        fs::write(&file, "").unwrap();
        symlink(&file, &link).unwrap();
        let error = try_to_write(&link).unwrap_err().to_string();
        assert!(error.contains("file.new: Is a directory"), "the draft of the file: {error}");
        assert!(try_to_write(Path::new("/nowhere/file")).is_err());
        assert!(try_to_write(folder.path()).is_err(), "a folder is not a file");
    }
}
