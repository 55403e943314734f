//! Reads a stream of EPD.

use std::io::{self, BufRead, Read};

use super::{Epd, EpdError, EpdProblem};
use crate::source::decode;

/// The maximum number of bytes in a line.
const MAX_LINE: usize = 1 << 16;

/// The positions of a stream, each with the number of its line, from 1. Skips empty lines and lines
/// that begin with `#`. Accepts plain FENs too.
pub struct Positions<R> {
    stream: R,
    line: u64,
}

impl<R: BufRead> Positions<R> {
    /// Reads this stream.
    pub fn new(stream: R) -> Positions<R> {
        Positions { stream, line: 0 }
    }

    /// Returns the next line without its end, or `None` at the end of the stream.
    fn read_line(&mut self) -> io::Result<Option<Result<String, EpdError>>> {
        let mut bytes = Vec::new();
        let mut limited = self.stream.by_ref().take(MAX_LINE as u64 + 1);
        if limited.read_until(b'\n', &mut bytes)? == 0 {
            return Ok(None);
        }
        self.line += 1;
        if bytes.len() <= MAX_LINE {
            let text = decode(&bytes);
            return Ok(Some(Ok(text.trim_start_matches('\u{feff}').trim().into())));
        }
        while !bytes.ends_with(b"\n") && !bytes.is_empty() {
            bytes.clear();
            self.stream.by_ref().take(MAX_LINE as u64).read_until(b'\n', &mut bytes)?;
        }
        let problem = EpdProblem::LongLine(MAX_LINE);
        Ok(Some(Err(EpdError { column: MAX_LINE, problem })))
    }
}

impl<R: BufRead> Iterator for Positions<R> {
    /// The number of a line, and its position.
    type Item = io::Result<(u64, Result<Epd, EpdError>)>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let line = match self.read_line().transpose()? {
                Ok(line) => line,
                Err(error) => return Some(Err(error)),
            };
            match line {
                Ok(line) if line.is_empty() || line.starts_with('#') => {}
                line => return Some(Ok((self.line, line.and_then(|line| Epd::parse(&line))))),
            }
        }
    }
}
