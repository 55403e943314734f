//! Reads a stream of bytes line by line, with the place of each byte.

use std::collections::VecDeque;
use std::io::{self, BufRead, Read};

use crate::error::Place;
use crate::{PgnError, Problem};

/// The maximum number of bytes in a game, enough for about ten thousand moves with comments. A
/// longer text counts as garbage.
pub const MAX_GAME: usize = 1 << 20;

/// A stream that is read line by line. A line keeps its line feed.
pub(crate) struct Source<R> {
    stream: R,
    line: Vec<u8>,
    /// The lines after it that have been looked at.
    ahead: VecDeque<Vec<u8>>,
    /// The part of the line that has been read, in bytes and in characters.
    at: usize,
    characters: u64,
    /// The number of the line, from 1, or 0 before the first.
    number: u64,
    /// The bytes of the lines read for this game.
    game_bytes: usize,
}

impl<R: BufRead> Source<R> {
    pub(crate) fn new(stream: R) -> Source<R> {
        let (line, ahead) = Default::default();
        Source { stream, line, ahead, at: 0, characters: 0, number: 0, game_bytes: 0 }
    }

    /// Returns the rest of the line. It is empty at the end of the line and of the stream.
    pub(crate) fn rest(&self) -> &[u8] {
        &self.line[self.at..]
    }

    /// Returns the next byte of the line.
    pub(crate) fn peek(&self) -> Option<u8> {
        self.rest().first().copied()
    }

    /// Returns the whole line.
    pub(crate) fn line(&self) -> &[u8] {
        &self.line
    }

    /// Returns true if only white space comes before the next byte on its line.
    pub(crate) fn is_first_on_line(&self) -> bool {
        self.line[..self.at].trim_ascii().is_empty()
    }

    /// Returns the line that is `number` lines after this one, or `None` after the end of the
    /// stream.
    ///
    /// # Errors
    /// The stream cannot be read.
    pub(crate) fn line_ahead(&mut self, number: usize) -> io::Result<Option<&[u8]>> {
        while self.ahead.len() < number {
            let line = self.fetch()?;
            if line.is_empty() {
                break;
            }
            self.ahead.push_back(line);
        }
        Ok(number.checked_sub(1).and_then(|index| self.ahead.get(index)).map(|line| &line[..]))
    }

    /// Skips `count` bytes of the line.
    pub(crate) fn advance(&mut self, count: usize) {
        let end = self.at.saturating_add(count).min(self.line.len());
        let is_character = |byte: &&u8| **byte & 0xc0 != 0x80;
        self.characters += self.line[self.at..end].iter().filter(is_character).count() as u64;
        self.at = end;
    }

    /// Goes to the next line. Returns false at the end of the stream.
    ///
    /// # Errors
    /// The stream cannot be read, or the game is too long.
    pub(crate) fn next_line(&mut self) -> Result<bool, PgnError> {
        if self.game_bytes > MAX_GAME {
            return Err(PgnError::at(self.place(), Problem::GameTooLong));
        }
        Ok(self.read_line()?)
    }

    /// Goes to the next line like [`Source::next_line`], outside of a game.
    pub(crate) fn skip_line(&mut self) -> io::Result<bool> {
        self.game_bytes = 0;
        self.read_line()
    }

    fn read_line(&mut self) -> io::Result<bool> {
        // A line longer than a game is split into several lines.
        let ends = self.number == 0 || self.line.ends_with(b"\n");
        self.line.clear();
        (self.at, self.characters) = (0, 0);
        self.line = self.ahead.pop_front().map_or_else(|| self.fetch(), Ok)?;
        let is_there = !self.line.is_empty();
        self.number += u64::from(ends);
        self.game_bytes += self.line.len();
        if self.number == 1 && self.line.starts_with(b"\xef\xbb\xbf") {
            self.line.drain(..3);
        }
        Ok(is_there)
    }

    /// Returns the next line of the stream, which is empty at the end of the stream.
    fn fetch(&mut self) -> io::Result<Vec<u8>> {
        let mut line = Vec::new();
        self.stream.by_ref().take(MAX_GAME as u64 + 1).read_until(b'\n', &mut line)?;
        if line.ends_with(b"\r\n") {
            line.truncate(line.len() - 2);
            line.push(b'\n');
        }
        Ok(line)
    }

    /// Marks the rest of this line as the beginning of a game.
    pub(crate) fn begin_game(&mut self) {
        self.game_bytes = self.rest().len();
    }

    /// Returns the place of the next byte.
    pub(crate) fn place(&self) -> Place {
        Place { line: self.number.max(1), column: self.characters + 1 }
    }
}

/// Decodes UTF-8, or else Latin-1, the standard's encoding.
pub(crate) fn decode(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.into(),
        Err(_) => bytes.iter().map(|&byte| char::from(byte)).collect(),
    }
}
