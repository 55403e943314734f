//! The files of game logs, by number.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// What the names of the files begin with.
const GAME: &str = "game.";
const LOG: &str = "log.";

/// The file of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct GameFile(PathBuf);

impl GameFile {
    /// A file that is there already.
    pub(super) fn existing(path: PathBuf) -> GameFile {
        GameFile(path)
    }

    /// A new file in this folder, with the number after the highest; the folder is made if need be.
    ///
    /// # Errors
    /// Nothing can be written there.
    pub(super) fn create(folder: &Path) -> io::Result<GameFile> {
        fs::create_dir_all(folder)?;
        let mut number = numbers(folder)?.last().map_or(1, |last| last + 1);
        loop {
            let path = folder.join(format!("{GAME}{number:03}"));
            match File::create_new(&path) {
                Ok(_) => return Ok(GameFile(path)),
                // Another program has just taken the number.
                Err(error) if error.kind() == ErrorKind::AlreadyExists => number += 1,
                Err(error) => return Err(error),
            }
        }
    }

    pub(super) fn path(&self) -> &Path {
        &self.0
    }

    /// The file of the conversation beside it.
    pub(super) fn log(&self) -> PathBuf {
        let name = self.0.file_name().unwrap_or_default().to_string_lossy();
        let number = name.strip_prefix(GAME).unwrap_or(&name);
        self.0.with_file_name(format!("{LOG}{number}"))
    }

    /// Gives the file this text instead of what it has. At any moment the file has the one or the other,
    /// also after a power failure.
    ///
    /// # Errors
    /// It cannot be written; then it is as it was.
    pub(super) fn replace(&self, text: &str) -> io::Result<()> {
        let mut name = self.0.file_name().unwrap_or_default().to_owned();
        name.push(".new");
        let fresh = self.0.with_file_name(name);
        let mut file = File::create(&fresh)?;
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        fs::rename(&fresh, &self.0)?;
        let folder = self.0.parent().filter(|folder| *folder != "").unwrap_or(Path::new("."));
        File::open(folder)?.sync_all()
    }
}

/// The game logs in this folder, the oldest first.
///
/// # Errors
/// The folder cannot be read.
pub(super) fn games(folder: &Path) -> io::Result<Vec<GameFile>> {
    let file = |number| GameFile(folder.join(format!("{GAME}{number:03}")));
    Ok(numbers(folder)?.into_iter().map(file).collect())
}

/// The numbers that are taken, in order; none if there is no such folder.
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
    fn numbers_go_up_and_contents_are_replaced() {
        let folder = std::env::temp_dir().join(format!("cleave-logs-{}", std::process::id()));
        let first = GameFile::create(&folder).unwrap();
        fs::write(folder.join("game.009"), "").unwrap();
        fs::write(folder.join("game.txt"), "").unwrap();
        let tenth = GameFile::create(&folder).unwrap();
        tenth.replace("a game").unwrap();
        tenth.replace("again").unwrap();
        let content = fs::read_to_string(folder.join("game.010")).unwrap();
        let found: Vec<GameFile> = games(&folder).unwrap();
        fs::remove_dir_all(&folder).unwrap();
        assert_eq!(first.path(), folder.join("game.001"));
        assert_eq!(tenth.log(), folder.join("log.010"));
        assert_eq!(content, "again");
        assert_eq!(found.len(), 3, "{found:?}");
        assert_eq!(found.last(), Some(&tenth));
    }
}
