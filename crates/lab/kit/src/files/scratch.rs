//! A folder for a test.

use std::fs;
use std::path::PathBuf;

use super::destination::Destination;

/// A new folder, which is removed at the end.
pub struct Scratch(PathBuf);

impl Scratch {
    /// Returns a folder with this name, which another test must not use.
    pub fn new(name: &str) -> Scratch {
        let folder = std::env::temp_dir().join(format!("{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        Scratch(folder)
    }

    /// Returns a path in the folder.
    pub fn path(&self, file: &str) -> PathBuf {
        self.0.join(file)
    }

    /// Returns `name` as an option with the path of the file.
    pub fn option(&self, name: &str, file: &str) -> String {
        format!("{name}={}", self.path(file).display())
    }

    /// A file in the folder that can be written.
    pub fn destination(&self, file: &str) -> Destination {
        Destination::create(&self.path(file)).unwrap()
    }

    /// Returns the text of a file.
    pub fn text(&self, file: &str) -> String {
        fs::read_to_string(self.path(file)).unwrap()
    }

    /// Writes a file.
    pub fn write(&self, file: &str, text: &str) -> PathBuf {
        fs::write(self.path(file), text).unwrap();
        self.path(file)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
