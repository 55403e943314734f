//! A file to be written once the work is done.

use std::io;
use std::path::{Path, PathBuf};

use cleave_io::files;
use serde::Serialize;

use super::figures::to_json;
use crate::error::{Error, Result};

/// A file that can be written: hours of measuring must not end with 'no such directory'. The path is
/// tried while the command line is parsed, so that the error names the option.
#[derive(Clone, Debug)]
pub struct Destination(PathBuf);

impl Destination {
    /// Tries the path. An existing file keeps its contents until [`Destination::write`].
    ///
    /// # Errors
    /// The file cannot be written; clap names it.
    pub fn parse(path: &str) -> io::Result<Destination> {
        Destination::new(Path::new(path))
    }

    /// As [`Destination::parse`], with a folder that may be missing, and is made.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn parse_and_create(path: &str) -> Result<Destination> {
        Destination::create(Path::new(path))
    }

    /// Tries a path whose folder may be missing, and makes that.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn create(path: &Path) -> Result<Destination> {
        let folder = path.parent().map_or(Ok(()), files::create_folder);
        folder.and_then(|()| Destination::new(path)).map_err(|error| Error::of_file(path, error))
    }

    fn new(path: &Path) -> io::Result<Destination> {
        let destination = Destination(path.into());
        files::try_to_write(&destination.0)?;
        Ok(destination)
    }

    /// Returns the file's path.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Writes the whole file, as JSON.
    pub fn write_json(&self, figures: &impl Serialize) -> Result<()> {
        self.write(&to_json(figures)?)
    }

    /// Writes the whole file. If that fails, the old contents stay.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn write(&self, text: &str) -> Result<()> {
        files::replace(&self.0, text).map_err(|error| self.blame(error))
    }

    /// Writes the whole file, bytes of any kind. If that fails, the old contents stay.
    pub fn write_bytes(&self, bytes: &[u8]) -> Result<()> {
        files::replace(&self.0, bytes).map_err(|error| self.blame(error))
    }

    /// Returns true if both are the same file, by their paths.
    pub fn is_same_as(&self, other: &Destination) -> bool {
        let absolute = |path: &Path| std::path::absolute(path).unwrap_or_else(|_| path.into());
        absolute(&self.0) == absolute(&other.0)
    }

    /// Returns an error, with the file's name.
    pub fn blame(&self, error: io::Error) -> Error {
        Error::of_file(&self.0, error)
    }
}

#[cfg(test)]
mod tests {
    use super::super::scratch::Scratch;
    use super::*;

    #[test]
    fn a_path_is_tried_and_left_unchanged() {
        let scratch = Scratch::new("destination");
        let path = scratch.path("file");
        let destination = Destination::parse(path.to_str().unwrap()).unwrap();
        assert!(!path.exists(), "nothing is written yet");
        destination.write("old").unwrap();
        Destination::parse(path.to_str().unwrap()).unwrap();
        assert_eq!(scratch.text("file"), "old");
        destination.write("new").unwrap();
        assert_eq!(scratch.text("file"), "new");
    }

    #[test]
    fn a_missing_folder_is_made_where_that_is_asked_for() {
        let scratch = Scratch::new("destination-new");
        scratch.destination("deeper/figures.json").write("new").unwrap();
        assert_eq!(scratch.text("deeper/figures.json"), "new");
        let error =
            Destination::create(Path::new("/dev/null/figures.json")).unwrap_err().to_string();
        assert!(error.starts_with("/dev/null/figures.json: "), "{error}");
    }

    #[test]
    fn every_error_names_the_file() {
        let full = Destination::parse("/dev/full").unwrap();
        for error in [full.write("text"), full.write_json(&[1])] {
            let error = error.unwrap_err().to_string();
            assert!(error.starts_with("/dev/full: No space left"), "{error}");
        }
    }

    #[test]
    fn a_missing_directory_is_found_at_once() {
        let error = Destination::parse("/no such directory/figures.json").unwrap_err().to_string();
        assert!(error.contains("No such file or directory"), "{error}");
        assert!(Destination::parse("/").is_err(), "a directory is not a file");
    }
}
