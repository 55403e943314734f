//! The folders of personalities: named sets of options, in files.

use std::fs;
use std::path::{Path, PathBuf};

use crate::folders;

/// The folder's name within the folder of a configuration file.
const FOLDER: &str = "personalities";

/// The ending of the files' names.
pub const EXTENSION: &str = "toml";

/// The places of personalities.
#[derive(Clone, Debug)]
pub struct Personalities {
    /// The folders. The first one is searched first, and written to.
    folders: Vec<PathBuf>,
    /// The options that the last loaded personality has set.
    pub sets: Vec<&'static str>,
}

impl Default for Personalities {
    fn default() -> Personalities {
        Personalities::beside(None)
    }
}

impl Personalities {
    /// Returns the folders next to this configuration file, if one is named, and in the user's configuration folder.
    pub fn beside(configuration: Option<&Path>) -> Personalities {
        let named = configuration.map(|file| file.parent().unwrap_or(Path::new("")).to_owned());
        let folders = named.into_iter().chain(folders::configuration());
        Personalities { folders: folders.map(|it| it.join(FOLDER)).collect(), sets: Vec::new() }
    }

    /// Returns the folder for new personalities, if there is one.
    pub fn folder(&self) -> Option<&Path> {
        self.folders.first().map(PathBuf::as_path)
    }

    /// Returns the names of all personalities, in alphabetical order.
    pub fn names(&self) -> Vec<String> {
        let mut names = Vec::new();
        for entry in self.folders.iter().filter_map(|folder| fs::read_dir(folder).ok()).flatten() {
            let path = entry.map(|entry| entry.path()).unwrap_or_default();
            if path.extension().is_some_and(|extension| extension == EXTENSION) {
                names.extend(path.file_stem().and_then(|name| name.to_str()).map(String::from));
            }
        }
        names.sort_unstable();
        names.dedup();
        names
    }

    /// Returns the file with this name, in the first folder that has it.
    pub fn find(&self, file_name: &str) -> Option<PathBuf> {
        self.folders.iter().map(|folder| folder.join(file_name)).find(|path| path.is_file())
    }
}
