//! Writes lines to standard output and flushes each at once.

use std::fmt::Display;
use std::io::{self, ErrorKind, Write};

use crate::system::{Waiting, is_ended_by_signal};
use crate::transcript::Transcript;

/// The destination of lines.
pub struct Output {
    sink: Box<dyn Write>,
    /// Gets a copy of each line.
    pub transcript: Transcript,
    /// A second copy of each line. It outlasts the transcript of a game.
    pub debug_log: Transcript,
    /// The reason why nothing more can be written.
    error: Option<io::Error>,
}

impl Output {
    /// Writes to standard output. If a reader is late, a write waits for it, until SIGTERM.
    pub fn stdout() -> Output {
        Output::new(Waiting::new(io::stdout()))
    }

    /// Writes to this sink.
    pub fn new(sink: impl Write + 'static) -> Output {
        let (transcript, debug_log) = Default::default();
        Output { sink: Box::new(sink), transcript, debug_log, error: None }
    }

    /// Writes a line.
    pub fn line(&mut self, line: impl Display) {
        let line = line.to_string();
        for part in line.lines() {
            log::debug!("> {part}");
        }
        self.transcript.add('>', &line);
        self.debug_log.add('>', &line);
        self.write(&format!("{line}\n"));
    }

    /// Writes text without ending the line.
    pub fn prompt(&mut self, text: &str) {
        self.write(text);
    }

    /// Returns false once a line could not be written.
    pub fn is_open(&self) -> bool {
        self.error.is_none()
    }

    /// Ends the output.
    ///
    /// # Errors
    /// A line could not be written. A reader that has closed and SIGTERM are reasons to quit, not errors.
    pub fn finish(&mut self) -> io::Result<()> {
        let is_end =
            |error: &io::Error| error.kind() == ErrorKind::BrokenPipe || is_ended_by_signal(error);
        let error = self.error.take().filter(|error| !is_end(error));
        error.map_or(Ok(()), Err)
    }

    fn write(&mut self, text: &str) {
        if self.error.is_none() {
            let written = self.sink.write_all(text.as_bytes()).and_then(|()| self.sink.flush());
            self.error = written.err();
        }
    }
}
