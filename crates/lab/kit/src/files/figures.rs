//! Files of figures, and of text.

use std::fs::File;
use std::path::Path;

use cleave_io::files::{read_all, read_stream};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::error::{Error, Result};

/// The most bytes of a file of figures or text: a hundred times the longest committed one.
const MOST_BYTES: u64 = 1 << 28;

/// Returns the text of a file of figures. Equal figures give equal text.
pub fn to_json(figures: &impl Serialize) -> Result<String> {
    Ok(serde_json::to_string_pretty(figures)? + "\n")
}

/// Reads a file of figures.
///
/// # Errors
/// It cannot be read, or holds others.
pub fn read_json<T: DeserializeOwned>(path: &Path) -> Result<T> {
    serde_json::from_str(&read_text(path)?).map_err(|error| Error::of_file(path, error))
}

/// Reads a text file.
///
/// # Errors
/// It cannot be read, is too long or no text in UTF-8, and is named.
pub fn read_text(path: &Path) -> Result<String> {
    to_text(path, read_bytes(path, MOST_BYTES)?)
}

/// Reads the text of a file that is open, from where it stands.
///
/// # Errors
/// As for [`read_text`].
pub fn read_text_of(path: &Path, file: &File) -> Result<String> {
    to_text(path, read_all(file, MOST_BYTES).map_err(|error| Error::of_file(path, error))?)
}

fn to_text(path: &Path, bytes: Vec<u8>) -> Result<String> {
    String::from_utf8(bytes).map_err(|error| Error::of_file(path, error))
}

/// Reads a file of at most `most` bytes, or a pipe to its end. The wait for the writer of a pipe ends with
/// SIGTERM.
///
/// # Errors
/// It cannot be read or is longer, and is named.
pub fn read_bytes(path: &Path, most: u64) -> Result<Vec<u8>> {
    read_stream(path, most).map_err(|error| Error::of_file(path, error))
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::process::Command;
    use std::thread;
    use std::time::Duration;

    use super::super::scratch::Scratch;
    use super::*;

    /// A host may have made the pipe non-blocking for all that have it.
    #[test]
    fn a_stream_is_waited_for_and_bytes_that_are_no_text_are_named() {
        let scratch = Scratch::new("read-text");
        let pipe = scratch.path("pipe");
        assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        let mut both = File::options().read(true).write(true).open(&pipe).unwrap();
        let reader = thread::spawn(move || read_text(&pipe));
        thread::sleep(Duration::from_millis(50));
        both.write_all(b"text").unwrap();
        thread::sleep(Duration::from_millis(50));
        drop(both);
        assert_eq!(reader.join().unwrap().unwrap(), "text");
        std::fs::write(scratch.path("bytes"), [0xff]).unwrap();
        let error = read_text(&scratch.path("bytes")).unwrap_err().to_string();
        assert!(error.contains("/bytes: invalid utf-8"), "{error}");
    }
}
