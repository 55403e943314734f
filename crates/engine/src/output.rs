//! Lines to standard output, each on its way before the next thing happens.

use std::fmt::Display;
use std::io::Write;

/// Where lines go.
pub struct Output {
    sink: Box<dyn Write>,
    open: bool,
}

impl Output {
    /// Writes to this sink.
    pub fn new(sink: impl Write + 'static) -> Output {
        Output { sink: Box::new(sink), open: true }
    }

    /// Writes a line.
    pub fn line(&mut self, line: impl Display) {
        let line = line.to_string();
        for part in line.lines() {
            log::debug!("> {part}");
        }
        self.write(&format!("{line}\n"));
    }

    /// Writes text without ending the line.
    pub fn prompt(&mut self, text: &str) {
        self.write(text);
    }

    /// False once nobody reads any more.
    pub fn is_open(&self) -> bool {
        self.open
    }

    fn write(&mut self, text: &str) {
        let written = self.sink.write_all(text.as_bytes()).and_then(|()| self.sink.flush());
        if let Err(error) = written
            && self.open
        {
            // A GUI that has gone is a reason to leave, not an error.
            log::info!("cannot write the output: {error}");
            self.open = false;
        }
    }
}
