//! Positions to learn from, and the files that hold them.
//!
//! A [`Record`] packs a position, its value and the result of its game into 32 bytes. A *shard* is a
//! file of a million of them, in units of 32 bytes: a head, then for each game a unit that counts and
//! checks its records, then the records. A shard that is not complete has another ending, and is
//! continued behind its last whole game: whatever breaks self-play off, it loses one game at most.

mod record;
mod shard;

use std::fs;
use std::path::{Path, PathBuf};

pub use record::{Outcome, Record};
pub(crate) use shard::{FULL, Shard, path_of};

use cleave_kit::{Error, Result};

/// Reads the records of a shard, complete or not, or of all shards in a folder.
///
/// # Errors
/// A file cannot be read, or is no shard, or is damaged.
pub fn read(path: &Path) -> Result<Vec<Record>> {
    let mut records = Vec::new();
    for_each_game(path, |game| records.extend(game))?;
    Ok(records)
}

/// As [`read`], game by game.
///
/// # Errors
/// As [`read`].
pub fn for_each_game(path: &Path, mut use_game: impl FnMut(&[Record])) -> Result<()> {
    shards(path)?.iter().try_for_each(|path| shard::read(path, &mut use_game))
}

/// The shards in a folder, in order of their numbers, or the file alone.
///
/// # Errors
/// The folder cannot be read, or has no shard.
pub fn shards(path: &Path) -> Result<Vec<PathBuf>> {
    if !path.is_dir() {
        return Ok(vec![path.into()]);
    }
    let unreadable = |error| Error::of_file(path, error);
    let mut shards = Vec::new();
    for entry in fs::read_dir(path).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        if shard::is_shard(&path) {
            shards.push(path);
        }
    }
    if shards.is_empty() {
        return Err(Error::of_file(path, "there is no file of positions"));
    }
    shards.sort();
    Ok(shards)
}
