//! A transcript: every line of a conversation, in a file.

use std::fs::TryLockError;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use crate::files::Appender;

/// A file that gets a copy of the conversation; none at first.
#[derive(Debug, Default)]
pub struct Transcript {
    file: Option<Appender>,
    path: PathBuf,
    /// The reason for its end, until the caller takes it.
    error: Option<String>,
}

impl Transcript {
    /// Returns two transcripts at the end of this file, which stays locked while one of them exists.
    ///
    /// # Errors
    /// The file cannot be opened, or another program has locked it.
    pub fn pair(file: &Path) -> io::Result<(Transcript, Transcript)> {
        let one = Appender::open(file)?;
        match one.as_ref().try_lock() {
            Err(TryLockError::WouldBlock) => {
                let why = "another program is writing it";
                return Err(io::Error::new(ErrorKind::ResourceBusy, why));
            }
            // Some file systems have no locks.
            Ok(()) | Err(TryLockError::Error(_)) => {}
        }
        let transcript =
            |appender| Transcript { file: Some(appender), path: file.into(), error: None };
        let other = one.try_clone()?;
        Ok((transcript(one), transcript(other)))
    }

    /// Adds the lines of a text after a sign for the speaker, with the time. If they cannot be
    /// written, the transcript ends: the conversation is more important.
    pub fn add(&mut self, speaker: char, text: &str) {
        let Some(file) = &mut self.file else { return };
        let time = jiff::Timestamp::now().strftime("%H:%M:%S%.3f").to_string();
        let lines: String = text.lines().map(|line| format!("{time} {speaker} {line}\n")).collect();
        if let Err(error) = file.add(&lines) {
            self.error = Some(format!("cannot write {}: {error}", self.path.display()));
            self.file = None;
        }
    }

    /// Returns why the transcript has ended, in words. A second call returns `None`.
    pub fn take_error(&mut self) -> Option<String> {
        self.error.take()
    }
}
