//! Commands from a file (`input`). They are read at once, and each is executed when the search that the previous one
//! started is over.

use std::collections::VecDeque;
use std::path::Path;

use cleave_io::{Line, LineBuffer, files};

/// The largest file that is read, in bytes.
const LARGEST: u64 = 1 << 20;

/// The lines of a file that are not yet executed.
#[derive(Debug)]
pub struct Script(VecDeque<Line>);

impl Script {
    /// Reads a file.
    ///
    /// # Errors
    /// The reason why it cannot be read, in words.
    pub fn read(file: &Path) -> Result<Script, String> {
        let bytes = files::read(file, LARGEST)
            .map_err(|error| format!("cannot read {}: {error}", file.display()))?;
        let mut buffer = LineBuffer::default();
        buffer.feed(&bytes);
        buffer.finish();
        Ok(Script(std::iter::from_fn(|| buffer.next_line()).collect()))
    }

    /// Takes the next line.
    pub fn next_line(&mut self) -> Option<Line> {
        self.0.pop_front()
    }
}
