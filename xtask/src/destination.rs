//! A file to be written once the work is done.

use std::fmt::Display;
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::figures::to_json;

/// A file that can be written: hours of measuring must not end with 'no such directory'. The path is
/// tried while the command line is parsed, so that the error names the option.
#[derive(Clone, Debug)]
pub(crate) struct Destination(PathBuf);

impl Destination {
    /// Tries the path. An existing file keeps its contents until [`Destination::write`].
    ///
    /// # Errors
    /// What the system said.
    pub(crate) fn parse(path: &str) -> Result<Destination, String> {
        let path = PathBuf::from(path);
        let is_new = !path.exists();
        let opened = File::options().create(true).append(true).open(&path);
        opened.map_err(|error| error.to_string())?;
        if is_new {
            fs::remove_file(&path).map_err(|error| error.to_string())?;
        }
        Ok(Destination(path))
    }

    /// The file's path.
    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    /// Writes the whole file, as JSON.
    ///
    /// # Errors
    /// The file's name, and what the system said.
    pub(crate) fn write_json(&self, figures: &impl Serialize) -> Result<(), String> {
        self.write(&to_json(figures).map_err(|error| self.blame(&error))?)
    }

    /// Writes the whole file.
    ///
    /// # Errors
    /// The file's name, and what the system said.
    pub(crate) fn write(&self, text: &str) -> Result<(), String> {
        fs::write(&self.0, text).map_err(|error| self.blame(&error))
    }

    /// Opens the file to append lines to it.
    ///
    /// # Errors
    /// The file's name, and what the system said.
    pub(crate) fn append(&self) -> Result<Appender<'_>, String> {
        let file = File::options().create(true).append(true).open(&self.0);
        let file = file.map_err(|error| self.blame(&error))?;
        Ok(Appender { destination: self, file: BufWriter::new(file) })
    }

    fn blame(&self, error: &dyn Display) -> String {
        format!("{}: {error}", self.0.display())
    }
}

/// A file that lines are appended to.
pub(crate) struct Appender<'d> {
    destination: &'d Destination,
    file: BufWriter<File>,
}

impl Appender<'_> {
    /// Appends a line.
    ///
    /// # Errors
    /// The file's name, and what the system said.
    pub(crate) fn line(&mut self, text: &str) -> Result<(), String> {
        writeln!(self.file, "{text}").map_err(|error| self.destination.blame(&error))
    }

    /// Hands all lines to the system.
    ///
    /// # Errors
    /// The file's name, and what the system said.
    pub(crate) fn flush(&mut self) -> Result<(), String> {
        self.file.flush().map_err(|error| self.destination.blame(&error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_tried_and_left_unchanged() {
        let path = std::env::temp_dir().join(format!("destination-{}", std::process::id()));
        let destination = Destination::parse(path.to_str().unwrap()).unwrap();
        assert!(!path.exists(), "nothing is written yet");
        destination.write("old").unwrap();
        Destination::parse(path.to_str().unwrap()).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        fs::remove_file(&path).unwrap();
    }

    #[test]
    fn lines_are_appended() {
        let path = std::env::temp_dir().join(format!("destination-lines-{}", std::process::id()));
        let destination = Destination::parse(path.to_str().unwrap()).unwrap();
        for line in ["one", "two"] {
            let mut file = destination.append().unwrap();
            file.line(line).unwrap();
            file.flush().unwrap();
        }
        assert_eq!(fs::read_to_string(&path).unwrap(), "one\ntwo\n");
        fs::remove_file(&path).unwrap();
    }

    #[test]
    fn every_error_names_the_file() {
        let full = Destination::parse("/dev/full").unwrap();
        let mut file = full.append().unwrap();
        file.line("a line").unwrap();
        for error in [file.flush(), full.write("text"), full.write_json(&[1])] {
            let error = error.unwrap_err();
            assert!(error.starts_with("/dev/full: No space left"), "{error}");
        }
    }

    #[test]
    fn a_missing_directory_is_found_at_once() {
        let error = Destination::parse("/no such directory/figures.json").unwrap_err();
        assert!(error.contains("No such file or directory"), "{error}");
        assert!(Destination::parse("/").is_err(), "a directory is not a file");
    }
}
