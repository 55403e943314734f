//! Files of figures, and of text.

use std::path::Path;

use cleave_io::files::read_stream;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::error::{Error, Result};

/// The text of a file of figures. The same figures give the same text.
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
/// It cannot be read or is no text in UTF-8, and is named.
pub fn read_text(path: &Path) -> Result<String> {
    String::from_utf8(read_bytes(path)?).map_err(|error| Error::of_file(path, error))
}

/// Reads a file, or a pipe to its end. The wait for the writer of a pipe ends with SIGTERM.
///
/// # Errors
/// It cannot be read, and is named.
pub fn read_bytes(path: &Path) -> Result<Vec<u8>> {
    read_stream(path, u64::MAX).map_err(|error| Error::of_file(path, error))
}

#[cfg(test)]
mod tests {
    use std::fs::File;
    use std::io::Write;
    use std::process::Command;
    use std::thread;
    use std::time::Duration;

    use super::super::scratch::Scratch;
    use super::*;

    /// A host may have made the pipe non-blocking for all that have it.
    #[test]
    fn a_stream_is_waited_for_and_what_is_no_text_is_named() {
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
