//! A transcript: every line of a conversation, in a file.

use std::fs::{File, TryLockError};
use std::io::{self, ErrorKind, Write};
use std::path::Path;

/// A file that gets a copy of what is said; none at first.
#[derive(Debug, Default)]
pub struct Transcript(Option<File>);

impl Transcript {
    /// Two transcripts at the end of this file, which is locked as long as one of them is there.
    ///
    /// # Errors
    /// The file cannot be opened, or another program has locked it.
    pub fn pair(file: &Path) -> io::Result<(Transcript, Transcript)> {
        let one = File::options().create(true).append(true).open(file)?;
        match one.try_lock() {
            Err(TryLockError::WouldBlock) => {
                let why = "another program is writing it";
                return Err(io::Error::new(ErrorKind::ResourceBusy, why));
            }
            // Some file systems have no locks.
            Ok(()) | Err(TryLockError::Error(_)) => {}
        }
        let other = one.try_clone()?;
        Ok((Transcript(Some(one)), Transcript(Some(other))))
    }

    /// Adds the lines of a text behind a sign that says who speaks, with the time. If they cannot be
    /// written, the transcript ends: the conversation is more important.
    pub fn add(&mut self, speaker: char, text: &str) {
        let Some(file) = &mut self.0 else { return };
        let time = jiff::Timestamp::now().strftime("%H:%M:%S%.3f").to_string();
        let lines: String = text.lines().map(|line| format!("{time} {speaker} {line}\n")).collect();
        if let Err(error) = file.write_all(lines.as_bytes()) {
            log::warn!("cannot write the transcript: {error}");
            self.0 = None;
        }
    }
}
