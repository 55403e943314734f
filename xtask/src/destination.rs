//! A file to be written once the work is done.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::figures::to_json;

/// A file that can be written: hours of measuring must not end in 'no such directory'. It is tried
/// while the command line is read, so the flag that names it is blamed.
#[derive(Clone, Debug)]
pub(crate) struct Destination(PathBuf);

impl Destination {
    /// Tries the path. A file that is there keeps what is in it until [`Destination::write`].
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
    /// The file, and what the system said.
    pub(crate) fn write_json(&self, figures: &impl Serialize) -> Result<(), String> {
        let text = to_json(figures).map_err(|error| format!("{}: {error}", self.0.display()))?;
        self.write(&text)
    }

    /// Writes the whole file.
    ///
    /// # Errors
    /// The file, and what the system said.
    pub(crate) fn write(&self, text: &str) -> Result<(), String> {
        fs::write(&self.0, text).map_err(|error| format!("{}: {error}", self.0.display()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_tried_and_left_as_it_was() {
        let path = std::env::temp_dir().join(format!("destination-{}", std::process::id()));
        let destination = Destination::parse(path.to_str().unwrap()).unwrap();
        assert!(!path.exists(), "nothing is written yet");
        destination.write("old").unwrap();
        Destination::parse(path.to_str().unwrap()).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        fs::remove_file(&path).unwrap();
    }

    #[test]
    fn a_directory_that_is_not_there_is_found_out_at_once() {
        let error = Destination::parse("/no such directory/figures.json").unwrap_err();
        assert!(error.contains("No such file or directory"), "{error}");
        assert!(Destination::parse("/").is_err(), "a directory is no file");
    }
}
