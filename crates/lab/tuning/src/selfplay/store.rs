//! The games of a folder: how many there are, which openings they have, and which file gets the next.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use cleave_board::{Key, Position};
use cleave_io::files::create_folder;

use super::setting::Setting;
use crate::positions::{GameFile, for_each_stored, path_of};
use cleave_kit::{Error, Result};

/// The games of a folder. Each setting has its games in a sub-folder.
pub(super) struct Store {
    folder: PathBuf,
    setting: String,
    next_file: AtomicU32,
    count: Mutex<Count>,
}

/// What there is.
#[derive(Default)]
pub(super) struct Count {
    /// Games of this setting, and their positions.
    pub(super) games: u64,
    pub(super) positions: u64,
    /// Games that threads are playing.
    pub(super) begun: u64,
    /// The openings of all settings.
    openings: HashSet<Key>,
    /// Openings that this process drew and that were known.
    pub(super) known: u64,
}

impl Store {
    /// Counts the games in a folder, and makes the sub-folder of this setting.
    ///
    /// # Errors
    /// A folder cannot be made, or a file is damaged.
    pub(super) fn open(folder: &Path, setting: &Setting) -> Result<Store> {
        let own = folder.join(setting.folder_name());
        create_folder(&own).map_err(|error| Error::of_file(&own, error))?;
        let mut count = Count::default();
        for_each_stored(folder, |path, game| {
            // The reader reports an opening that is no position.
            count.openings.extend(game.opening().map(|opening| opening.key()));
            if path.starts_with(&own) {
                count.games += 1;
                count.positions += game.plies() as u64;
            }
        })?;
        let (next_file, count) = (AtomicU32::new(0), Mutex::new(count));
        Ok(Store { folder: own, setting: setting.to_string(), next_file, count })
    }

    /// Returns the sub-folder of the setting.
    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Opens the next file that has room and that no other thread or process writes. Also returns its number.
    ///
    /// # Errors
    /// A file cannot be written or is damaged.
    pub(super) fn next_file(&self) -> Result<(u32, GameFile)> {
        loop {
            let number = self.next_file.fetch_add(1, Ordering::Relaxed);
            let file = GameFile::open(path_of(&self.folder, number), &self.setting)?;
            if let Some(file) = file.filter(|file| !file.is_full()) {
                return Ok((number, file));
            }
        }
    }

    /// Locks the counts, to read or change them.
    pub(super) fn count(&self) -> MutexGuard<'_, Count> {
        // A thread that panicked has changed nothing by halves.
        self.count.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Count {
    /// Takes an opening that no game has begun with. Returns false for a known one.
    pub(super) fn claim(&mut self, opening: &Position) -> bool {
        let is_new = self.openings.insert(opening.key());
        self.known += u64::from(!is_new);
        is_new
    }

    /// Counts a game that was begun, and is stored now.
    pub(super) fn end(&mut self, plies: usize) {
        self.begun -= 1;
        self.games += 1;
        self.positions += plies as u64;
    }
}
