//! A file to be written once the work is done.

use std::fmt::Display;
use std::fs::{self, File};
use std::io::BufWriter;
use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::figures::to_json;

/// A file that can be written: hours of measuring must not end with 'no such directory'. The path is
/// tried while the command line is parsed, so that the error names the option.
#[derive(Clone, Debug)]
pub(crate) struct Destination(PathBuf);

impl Destination {
    /// Tries the path. An existing file keeps its contents until [`Destination::write`].
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

    /// Tries a path whose folder may be missing, and makes that.
    pub(crate) fn create(path: &Path) -> Result<Destination, String> {
        let blame = |error: &dyn Display| format!("{}: {error}", path.display());
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(|error| blame(&error))?;
        }
        Destination::parse(&path.to_string_lossy()).map_err(|error| blame(&error))
    }

    /// The file's path.
    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    /// Writes the whole file, as JSON.
    pub(crate) fn write_json(&self, figures: &impl Serialize) -> Result<(), String> {
        self.write(&to_json(figures).map_err(|error| self.blame(&error))?)
    }

    /// Writes the whole file.
    pub(crate) fn write(&self, text: &str) -> Result<(), String> {
        fs::write(&self.0, text).map_err(|error| self.blame(&error))
    }

    /// Opens the file to append to it.
    pub(crate) fn append(&self) -> Result<BufWriter<File>, String> {
        let file = File::options().create(true).append(true).open(&self.0);
        Ok(BufWriter::new(file.map_err(|error| self.blame(&error))?))
    }

    /// An error, with the file's name.
    pub(crate) fn blame(&self, error: &dyn Display) -> String {
        format!("{}: {error}", self.0.display())
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
    fn a_missing_folder_is_made_where_that_is_asked_for() {
        let folder = std::env::temp_dir().join(format!("destination-new-{}", std::process::id()));
        let path = folder.join("deeper/figures.json");
        Destination::create(&path).unwrap().write("new").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        fs::remove_dir_all(&folder).unwrap();
        let error = Destination::create(Path::new("/dev/null/figures.json")).unwrap_err();
        assert!(error.starts_with("/dev/null/figures.json: "), "{error}");
    }

    #[test]
    fn every_error_names_the_file() {
        let full = Destination::parse("/dev/full").unwrap();
        for error in [full.write("text"), full.write_json(&[1])] {
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
