//! A transcript: every line of a conversation, in a file.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

/// A file that gets a copy of what is said; none at first.
#[derive(Debug, Default)]
pub struct Transcript(Option<File>);

impl Transcript {
    /// A transcript at the end of this file.
    ///
    /// # Errors
    /// The file cannot be opened.
    pub fn open(file: &Path) -> io::Result<Transcript> {
        Ok(Transcript(Some(File::options().create(true).append(true).open(file)?)))
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
