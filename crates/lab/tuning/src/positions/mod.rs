//! Positions to learn from, and the files of games that they come from.
//!
//! Self-play stores whole games: the position at the start, then four bytes a ply (`game`). Files of games (`file`)
//! grow game by game, and a file that is broken off at any byte goes on behind its last whole game. The reader plays
//! each game again, keeps the positions that `is_quiet` accepts, and hands them over as [`Record`]s of 32 bytes. So
//! another filter needs no other games.

mod file;
mod game;
mod quiet;
mod record;

use std::fs;
use std::path::{Path, PathBuf};

pub(crate) use file::{GameFile, path_of};
pub(crate) use game::Stored;
pub(crate) use quiet::is_quiet;
pub use record::{Outcome, Record};

use cleave_kit::{Error, Result};

/// Hands over the quiet positions of each game in a file, or in all files of a folder and its folders.
///
/// # Errors
/// A file cannot be read, or is no file of games, or is damaged.
pub fn for_each_game(path: &Path, mut use_game: impl FnMut(&[Record])) -> Result<()> {
    let files = files(path)?;
    if files.is_empty() {
        return Err(Error::of_file(path, "there is no file of games"));
    }
    let mut records = Vec::new();
    let mut expand = |game: &Stored<'_>| {
        let (turns, result) = game.turns()?;
        records.clear();
        records.extend(
            turns.iter().filter(|turn| is_quiet(turn)).map(|turn| Record::of(turn, result)),
        );
        use_game(&records);
        Ok(())
    };
    files.iter().try_for_each(|path| file::read(path, &mut expand))
}

/// Hands over each stored game in a file or folder; a folder may have none.
///
/// # Errors
/// As [`for_each_game`].
pub(crate) fn for_each_stored(
    path: &Path,
    mut use_game: impl FnMut(&Path, &Stored<'_>),
) -> Result<()> {
    for path in files(path)? {
        file::read(&path, |game| {
            use_game(&path, game);
            Ok(())
        })?;
    }
    Ok(())
}

/// Returns the files of games in a folder and its folders, sorted; or the file alone.
fn files(path: &Path) -> Result<Vec<PathBuf>> {
    if !path.is_dir() {
        return Ok(vec![path.into()]);
    }
    let unreadable = |error| Error::of_file(path, error);
    let mut found = Vec::new();
    for entry in fs::read_dir(path).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        if path.is_dir() {
            found.extend(files(&path)?);
        } else if file::is_of_games(&path) {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_without_games_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let error = for_each_game(folder.path(), |_| ()).unwrap_err().to_string();
        assert!(error.ends_with("there is no file of games"), "{error}");
    }
}
