//! The conditions for a game to begin: no program measures times, and no signal has asked to stop.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use cleave_io::files::replace;
use cleave_kit::{Error, Result};

/// While this file is in the folder, no game begins.
const PAUSE: &str = "pause";
/// Each thread that plays a game holds a shared lock of this file.
const PLAYING: &str = "playing.lock";

/// Between two looks whether a pause is over.
const MOMENT: Duration = Duration::from_millis(200);

/// The gate of a folder, which all threads of all processes pass before each game.
pub(super) struct Gate {
    pause: PathBuf,
    playing: PathBuf,
    is_busy: AtomicBool,
    is_closed: AtomicBool,
}

impl Gate {
    /// Returns the gate of this folder, which exists.
    pub(super) fn new(folder: &Path) -> Gate {
        Gate {
            pause: folder.join(PAUSE),
            playing: folder.join(PLAYING),
            is_busy: AtomicBool::new(false),
            is_closed: AtomicBool::new(false),
        }
    }

    /// Waits until a game may begin. The permission lasts until it is dropped; `None` if the gate is closed.
    ///
    /// # Errors
    /// The lock cannot be opened.
    pub(super) fn enter(&self) -> Result<Option<File>> {
        while !self.is_closed.load(Ordering::Relaxed) {
            // The lock comes first: a program that makes the pause file and then gets the lock knows that no game is
            // played.
            let lock = self.lock()?;
            // Not all file systems have locks.
            let _ = lock.lock_shared();
            if self.reason_to_wait().is_none() {
                return Ok(Some(lock));
            }
            drop(lock);
            thread::sleep(MOMENT);
        }
        Ok(None)
    }

    /// Says why games wait, if they do.
    pub(super) fn reason_to_wait(&self) -> Option<String> {
        if self.pause.exists() {
            Some(format!("paused by {}", self.pause.display()))
        } else if self.is_busy.load(Ordering::Relaxed) {
            Some("paused: other programs are busy".into())
        } else {
            None
        }
    }

    /// Says whether other programs need the processors. Only this process looks at that.
    pub(super) fn set_busy(&self, is_busy: bool) {
        self.is_busy.store(is_busy, Ordering::Relaxed);
    }

    /// Lets no more games of this process begin.
    pub(super) fn close(&self) {
        self.is_closed.store(true, Ordering::Relaxed);
    }

    /// Makes the pause file, and waits until all games that were being played have ended.
    ///
    /// # Errors
    /// The file cannot be written, or a game has not ended after `patience`.
    pub(super) fn pause(&self, patience: Duration) -> Result<()> {
        replace(&self.pause, "").map_err(|error| Error::of_file(&self.pause, error))?;
        let lock = self.lock()?;
        let began = Instant::now();
        while let Err(fs::TryLockError::WouldBlock) = lock.try_lock() {
            if began.elapsed() > patience {
                let reason = "a game is still being played; no other begins";
                return Err(Error::of_file(&self.pause, reason));
            }
            thread::sleep(MOMENT / 4);
        }
        Ok(())
    }

    /// Removes the pause file. Returns false if there was none.
    ///
    /// # Errors
    /// It cannot be removed.
    pub(super) fn resume(&self) -> Result<bool> {
        match fs::remove_file(&self.pause) {
            Ok(()) => Ok(true),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(false),
            Err(error) => Err(Error::of_file(&self.pause, error)),
        }
    }

    fn lock(&self) -> Result<File> {
        let file = File::options().create(true).truncate(false).write(true).open(&self.playing);
        file.map_err(|error| Error::of_file(&self.playing, error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pause_waits_for_games_and_games_wait_for_its_end() {
        let folder = tempfile::tempdir().unwrap();
        // Two processes have a gate each.
        let [gate, other] = [0; 2].map(|_| Gate::new(folder.path()));
        let game = gate.enter().unwrap().expect("the gate is open");
        let second = other.enter().unwrap().expect("two may play at once");
        drop(second);
        let error = other.pause(Duration::from_millis(100)).unwrap_err().to_string();
        assert!(error.ends_with("pause: a game is still being played; no other begins"), "{error}");
        thread::scope(|scope| {
            let paused = scope.spawn(|| other.pause(Duration::from_secs(60)));
            thread::sleep(Duration::from_millis(100));
            assert!(!paused.is_finished(), "a game is being played");
            drop(game);
            paused.join().unwrap().unwrap();
            assert!(gate.reason_to_wait().unwrap().starts_with("paused by "));
            let waiting = scope.spawn(|| gate.enter().unwrap().is_some());
            thread::sleep(Duration::from_millis(300));
            assert!(!waiting.is_finished(), "the folder is paused");
            assert!(other.resume().unwrap() && !other.resume().unwrap());
            assert!(waiting.join().unwrap(), "the game begins");
        });
    }

    #[test]
    fn busy_programs_stop_games_and_a_closed_gate_ends_the_waiting() {
        let folder = tempfile::tempdir().unwrap();
        let gate = Gate::new(folder.path());
        gate.set_busy(true);
        assert_eq!(gate.reason_to_wait().unwrap(), "paused: other programs are busy");
        thread::scope(|scope| {
            let waiting = scope.spawn(|| gate.enter().unwrap().is_some());
            thread::sleep(Duration::from_millis(300));
            assert!(!waiting.is_finished());
            gate.close();
            assert!(!waiting.join().unwrap(), "it never began");
        });
        gate.set_busy(false);
        assert!(gate.enter().unwrap().is_none());
    }
}
