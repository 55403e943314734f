//! Positions to learn from, and positions to check with.

use std::path::PathBuf;

use cleave_smp::random::mix;

use crate::error::{Error, Result};
use crate::positions::{self, Record};

/// Positions in memory, 32 bytes each.
pub(super) struct Data {
    pub(super) training: Vec<Record>,
    pub(super) held_out: Vec<Record>,
}

/// One game in this many is held out.
const HELD_OUT: u64 = 20;

impl Data {
    /// Reads all files and folders. Only this share of the games that are not held out is taken.
    ///
    /// # Errors
    /// A file cannot be read, or is not of positions; or there are too few.
    pub(super) fn read(paths: &[PathBuf], share: f64) -> Result<Data> {
        let mut data = Data { training: Vec::new(), held_out: Vec::new() };
        for path in paths {
            positions::for_each_game(path, |game| data.add(game, share))?;
        }
        if data.training.is_empty() || data.held_out.is_empty() {
            let count = data.training.len() + data.held_out.len();
            let reason =
                format!("{count} positions are too few to learn from some and check with others");
            return Err(Error::Refused(reason));
        }
        Ok(data)
    }

    /// Adds a game to one side, by what is in it: wherever it is read from and whatever else there is, it
    /// comes to the same side.
    fn add(&mut self, game: &[Record], share: f64) {
        let mut hasher = crc32fast::Hasher::new();
        game.iter().for_each(|record| hasher.update(record.bytes()));
        let number = mix(hasher.finalize().into());
        if number.is_multiple_of(HELD_OUT) {
            self.held_out.extend(game);
        } else if (number / HELD_OUT) as f64 <= share * (u64::MAX / HELD_OUT) as f64 {
            self.training.extend(game);
        }
    }
}
