//! Opens files that the user names, for reading. All files that a user or a peer can name are read by [`read`] or
//! [`read_stream`], which have a limit, or piece by piece from [`open`] or [`open_stream`].

use std::fs::{File, Metadata};
use std::io::{self, ErrorKind, Read};
use std::path::Path;

use crate::system::{Waiting, files};

/// Opens a regular file to read it. /dev/null counts as an empty file.
///
/// # Errors
/// The system refuses, or it is a pipe, a device or a folder.
pub fn open(path: &Path) -> io::Result<File> {
    let file = files::options().read(true).open(path)?;
    let found = file.metadata()?;
    if found.is_file() || files::is_null(&found) { Ok(file) } else { Err(not_regular(&found)) }
}

/// Returns why a pipe, a device or a folder is refused.
pub(super) fn not_regular(found: &Metadata) -> io::Error {
    let kind = files::kind(found.file_type());
    io::Error::new(ErrorKind::InvalidInput, format!("it is {kind}, not a regular file"))
}

/// Opens a regular file and reads it, if it has at most `most` bytes. A longer file is refused before its first
/// byte is read.
///
/// # Errors
/// As for [`open`]; or the file is longer ([`ErrorKind::FileTooLarge`]), or cannot be read.
pub fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    read_all(&open(path)?, most)
}

/// As [`read`], for a pipe or a device as well: their reading ends behind `most` bytes.
///
/// # Errors
/// As for [`open_stream`]; or there are more bytes ([`ErrorKind::FileTooLarge`]), or they cannot be read.
pub fn read_stream(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    read_all(&open_to_read_once(path)?, most)
}

/// Reads a file that is open already, from where it stands to its end.
///
/// # Errors
/// The file is longer than `most` bytes ([`ErrorKind::FileTooLarge`]), or cannot be read.
pub fn read_all(file: &File, most: u64) -> io::Result<Vec<u8>> {
    let found = file.metadata()?;
    let mut bytes = Vec::new();
    if !found.is_file() || found.len() <= most {
        // Some files, such as those of /proc, do not know their length. Others grow.
        Waiting::new(file).take(most.saturating_add(1)).read_to_end(&mut bytes)?;
        if bytes.len() as u64 <= most {
            return Ok(bytes);
        }
    }
    let why = format!("it is larger than {most} bytes");
    Err(io::Error::new(ErrorKind::FileTooLarge, why))
}

/// Opens a file, a pipe or a device to read it once, from start to end. On Linux reads wait for the writer of a pipe
/// until SIGINT or SIGTERM. On other systems opening waits for it.
///
/// # Errors
/// The system refuses.
pub fn open_stream(path: &Path) -> io::Result<Waiting<File>> {
    open_to_read_once(path).map(Waiting::new)
}

fn open_to_read_once(path: &Path) -> io::Result<File> {
    files::stream_options().read(true).open(path)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::io::Write;
    use std::path::PathBuf;
    use std::sync::mpsc::channel;
    use std::thread;
    use std::time::Duration;

    use nix::sys::stat::Mode;
    use nix::unistd::mkfifo;

    use super::*;

    fn pipe(folder: &Path) -> PathBuf {
        let pipe = folder.join("pipe");
        mkfifo(&pipe, Mode::S_IRUSR | Mode::S_IWUSR).unwrap();
        pipe
    }

    /// Runs `work`, and fails if it does not return in time.
    fn in_time<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
        let (sender, receiver) = channel();
        thread::spawn(move || sender.send(work()));
        receiver.recv_timeout(Duration::from_secs(20)).expect("it returns")
    }

    #[test]
    fn only_a_regular_file_can_be_read_twice() {
        let folder = tempfile::tempdir().unwrap();
        let (pipe, file) = (pipe(folder.path()), folder.path().join("file"));
        fs::write(&file, "text").unwrap();
        assert_eq!(read(&file, 4).unwrap(), b"text");
        assert_eq!(read(&file, 3).unwrap_err().to_string(), "it is larger than 3 bytes");
        assert_eq!(read(Path::new("/dev/null"), 0).unwrap(), b"");
        assert_eq!(read_stream(&file, 4).unwrap(), b"text");
        let refused = in_time(move || open(&pipe)).unwrap_err().to_string();
        assert_eq!(refused, "it is a pipe, not a regular file");
        for (path, kind) in [(folder.path(), "a folder"), (Path::new("/dev/zero"), "a device")] {
            let refused = open(path).unwrap_err().to_string();
            assert_eq!(refused, format!("it is {kind}, not a regular file"));
        }
    }

    /// To read it would take a hundred seconds, or all memory.
    #[test]
    fn a_long_file_is_refused_before_it_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("sparse");
        File::create(&path).unwrap().set_len(1 << 40).unwrap();
        let most = (1 << 40) - 1;
        for read in [read, read_stream] {
            let path = path.clone();
            let refused = in_time(move || read(&path, most)).unwrap_err();
            assert_eq!(refused.kind(), ErrorKind::FileTooLarge);
            assert_eq!(refused.to_string(), "it is larger than 1099511627775 bytes");
        }
    }

    #[test]
    fn a_device_without_an_end_is_read_up_to_the_limit() {
        let refused = in_time(|| read_stream(Path::new("/dev/zero"), 1 << 20)).unwrap_err();
        assert_eq!(refused.kind(), ErrorKind::FileTooLarge);
    }

    #[test]
    fn a_pipe_is_read_once_its_writer_comes() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = pipe(folder.path());
        let path = pipe.clone();
        let writer = thread::spawn(move || {
            thread::sleep(Duration::from_millis(50));
            let mut writer = File::options().write(true).open(&path).unwrap();
            writer.write_all(b"te").unwrap();
            thread::sleep(Duration::from_millis(50));
            writer.write_all(b"xt").unwrap();
        });
        let mut stream = open_stream(&pipe).unwrap();
        let mut text = String::new();
        stream.read_to_string(&mut text).unwrap();
        assert_eq!(text, "text");
        writer.join().unwrap();
    }
}
