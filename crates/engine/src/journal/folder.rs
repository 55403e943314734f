//! The files of game logs, by number.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use cleave_io::files::{create_folder, create_new, replace};

/// The beginnings of the names of the files.
const GAME: &str = "game.";
const LOG: &str = "log.";

/// The end of the name of an empty file that marks a game log as older than its game.
const BEHIND: &str = ".behind";

/// The file of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameFile(PathBuf);

impl GameFile {
    /// Returns a file that exists already.
    pub(super) fn existing(path: PathBuf) -> GameFile {
        GameFile(path)
    }

    /// Creates a new file in this folder, with the number after the highest. Creates the folder if necessary.
    ///
    /// # Errors
    /// The reason why it cannot be written, in words.
    pub(super) fn create(folder: &Path) -> Result<GameFile, String> {
        let unwritable = |path: &Path, error| format!("cannot write {}: {error}", path.display());
        let taken = create_folder(folder).and_then(|()| numbers(folder));
        let taken = taken.map_err(|error| unwritable(folder, error))?;
        let mut last = taken.last().copied().unwrap_or(0);
        loop {
            let number = last
                .checked_add(1)
                .ok_or_else(|| format!("{}: no number is left after {last}", folder.display()))?;
            let path = folder.join(format!("{GAME}{number:03}"));
            match create_new(&path) {
                Ok(()) => return Ok(GameFile(path)),
                // Another program has just taken the number.
                Err(error) if error.kind() == ErrorKind::AlreadyExists => last = number,
                Err(error) => return Err(unwritable(&path, error)),
            }
        }
    }

    /// Returns the file's path.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Marks the file as older than its game, or removes the mark. Most full disks still have room for an empty file.
    pub(super) fn mark(&self, is_behind: bool) {
        let mark = self.mark_path();
        let marked = if is_behind { replace(&mark, "") } else { fs::remove_file(&mark) };
        if let Err(error) = marked {
            log::warn!("{}: {error}", mark.display());
        }
    }

    /// Returns true if the file is marked as older than its game.
    pub(super) fn is_behind(&self) -> bool {
        self.mark_path().exists()
    }

    fn mark_path(&self) -> PathBuf {
        let mut name = self.0.clone().into_os_string();
        name.push(BEHIND);
        name.into()
    }

    /// Removes the file, and so frees its number.
    pub(super) fn remove(&self) {
        let _ = fs::remove_file(&self.0);
    }

    /// Removes the file, and the files next to it.
    pub(super) fn remove_all(&self) {
        for path in [self.0.clone(), self.log(), self.mark_path()] {
            let _ = fs::remove_file(path);
        }
    }

    /// Returns the path of the conversation's file next to it.
    pub(super) fn log(&self) -> PathBuf {
        let name = self.0.file_name().unwrap_or_default().to_string_lossy();
        let number = name.strip_prefix(GAME).unwrap_or(&name);
        self.0.with_file_name(format!("{LOG}{number}"))
    }
}

/// Returns the game logs in this folder, the oldest first.
///
/// # Errors
/// The folder cannot be read.
pub(super) fn games(folder: &Path) -> io::Result<Vec<GameFile>> {
    let file = |number| GameFile(folder.join(format!("{GAME}{number:03}")));
    Ok(numbers(folder)?.into_iter().map(file).collect())
}

/// Returns the numbers in use, in order; none if there is no such folder.
fn numbers(folder: &Path) -> io::Result<Vec<u32>> {
    let mut numbers = Vec::new();
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(numbers),
        entries => entries?,
    };
    for entry in entries {
        let name = entry?.file_name();
        let number = name.to_str().and_then(|name| name.strip_prefix(GAME)?.parse::<u32>().ok());
        numbers.extend(number);
    }
    numbers.sort_unstable();
    Ok(numbers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_go_up() {
        let folder = std::env::temp_dir().join(format!("cleave-logs-{}", std::process::id()));
        let first = GameFile::create(&folder).unwrap();
        fs::write(folder.join("game.009"), "").unwrap();
        fs::write(folder.join("game.txt"), "").unwrap();
        let tenth = GameFile::create(&folder).unwrap();
        let last = folder.join(format!("game.{}", u32::MAX));
        fs::write(&last, "").unwrap();
        assert!(GameFile::create(&folder).is_err(), "no number is left");
        let refused = GameFile::create(Path::new("/proc")).unwrap_err();
        assert!(refused.starts_with("cannot write /proc/game.001: "), "{refused}");
        fs::remove_file(&last).unwrap();
        let found: Vec<GameFile> = games(&folder).unwrap();
        fs::remove_dir_all(&folder).unwrap();
        assert_eq!(first.path(), folder.join("game.001"));
        assert_eq!(tenth.log(), folder.join("log.010"));
        assert_eq!(found.len(), 3, "{found:?}");
        assert_eq!(found.last(), Some(&tenth));
    }
}
