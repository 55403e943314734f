//! Splits a stream of arbitrary bytes into lines.

use std::collections::VecDeque;

/// The longest line accepted, in bytes. A UCI client sends all moves of a game in one line. No game lasts longer than
/// 5900 moves of each side, which take 59,000 bytes.
pub const MAX_LINE: usize = 64 * 1024;

/// The part of a refused line that is shown, in characters.
const EXCERPT: usize = 60;

/// A line without its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// Text, without white space at either end; never empty.
    Text(String),
    /// Longer than [`MAX_LINE`]; this is its beginning.
    TooLong(String),
    /// Not UTF-8, or text with control characters; this is its beginning.
    NotText(String),
    /// Text with a cursor or function key, which a terminal sends as an escape sequence; this is its beginning.
    Key(String),
}

impl Line {
    /// Returns the line, or the beginning of a line that cannot be read.
    pub fn text(&self) -> &str {
        match self {
            Line::Text(text) | Line::TooLong(text) | Line::NotText(text) | Line::Key(text) => text,
        }
    }
}

/// Collects bytes until they make a line.
///
/// A line may come in any number of pieces (xboard writes `usermove ` and the move separately). At
/// most [`MAX_LINE`] bytes are kept, however long the line is.
#[derive(Default, Debug)]
pub struct LineBuffer {
    partial: Vec<u8>,
    /// The line being read is too long; its bytes are dropped until it ends.
    overflows: bool,
    lines: VecDeque<Line>,
}

impl LineBuffer {
    /// Takes the next bytes of the stream.
    pub fn feed(&mut self, bytes: &[u8]) {
        let mut pieces = bytes.split(|&byte| byte == b'\n');
        let unfinished = pieces.next_back().unwrap_or_default();
        for piece in pieces {
            self.append(piece);
            self.finish();
        }
        self.append(unfinished);
    }

    /// Makes a line of the remaining bytes, at the end of a line or of the stream.
    pub fn finish(&mut self) {
        let bytes = std::mem::take(&mut self.partial);
        let overflows = std::mem::take(&mut self.overflows);
        self.lines.extend(classify(&bytes, overflows));
    }

    /// Returns the next complete line.
    pub fn next_line(&mut self) -> Option<Line> {
        self.lines.pop_front()
    }

    /// Returns true if a complete line is waiting.
    pub fn has_line(&self) -> bool {
        !self.lines.is_empty()
    }

    fn append(&mut self, bytes: &[u8]) {
        let room = MAX_LINE - self.partial.len();
        self.overflows |= bytes.len() > room;
        self.partial.extend_from_slice(&bytes[..bytes.len().min(room)]);
    }
}

/// Returns the line that these bytes make; `None` if they are blank.
fn classify(bytes: &[u8], overflows: bool) -> Option<Line> {
    let text = String::from_utf8_lossy(bytes);
    if overflows {
        return Some(Line::TooLong(excerpt(&text)));
    }
    let is_text = |c: char| !c.is_control() && c != char::REPLACEMENT_CHARACTER || c == '\t';
    let text = text.trim();
    if text.is_empty() {
        None
    } else if text.chars().all(is_text) {
        Some(Line::Text(text.into()))
    } else if text.contains("\x1b[") || text.contains("\x1bO") {
        Some(Line::Key(excerpt(text)))
    } else {
        Some(Line::NotText(excerpt(text)))
    }
}

/// Returns the beginning of a text, on one line and harmless to a terminal.
pub fn excerpt(text: &str) -> String {
    let safe = |c: char| if c.is_control() { '?' } else { c };
    let mut short: String = text.trim().chars().take(EXCERPT).map(safe).collect();
    if text.trim().chars().nth(EXCERPT).is_some() {
        short.push_str("...");
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn lines(bytes: &[u8]) -> Vec<Line> {
        let mut buffer = LineBuffer::default();
        buffer.feed(bytes);
        std::iter::from_fn(|| buffer.next_line()).collect()
    }

    #[test]
    fn a_line_may_come_in_pieces() {
        let mut buffer = LineBuffer::default();
        buffer.feed(b"usermove ");
        assert_eq!(buffer.next_line(), None);
        buffer.feed(b"e2e4\r\nping");
        assert_eq!(buffer.next_line(), Some(Line::Text("usermove e2e4".into())));
        assert_eq!(buffer.next_line(), None);
        buffer.finish();
        assert_eq!(buffer.next_line(), Some(Line::Text("ping".into())));
    }

    #[test]
    fn blank_lines_are_skipped() {
        assert_eq!(lines(b"\n \n\r\n\t\nnew\n"), [Line::Text("new".into())]);
    }

    #[test]
    fn a_line_of_a_megabyte_is_dropped_and_the_next_is_read() {
        let mut bytes = vec![b'x'; 1 << 20];
        bytes.extend(b"\nnew\n");
        let mut buffer = LineBuffer::default();
        for piece in bytes.chunks(1000) {
            buffer.feed(piece);
            assert!(buffer.partial.len() <= MAX_LINE);
        }
        assert!(matches!(buffer.next_line(), Some(Line::TooLong(start)) if start.len() < 100));
        assert_eq!(buffer.next_line(), Some(Line::Text("new".into())));
    }

    #[test]
    fn binary_is_not_text() {
        assert!(matches!(&lines(b"e2\xff\xfee4\n")[..], [Line::NotText(_)]));
        assert!(matches!(&lines(b"e2\x00e4\n")[..], [Line::NotText(start)] if start == "e2?e4"));
    }

    #[test]
    fn keys_are_recognised() {
        for key in [&b"\x1b[A\n"[..], b"e2e4\x1b[D\n", b"\x1bOP\n"] {
            assert!(matches!(&lines(key)[..], [Line::Key(_)]), "{key:?}");
        }
        assert!(matches!(&lines(b"\x1b\n")[..], [Line::NotText(_)]));
    }

    proptest! {
        #[test]
        fn the_pieces_of_the_stream_do_not_matter(
            bytes in prop::collection::vec(prop_oneof![Just(b'\n'), any::<u8>()], 0..200),
            cut in 0..200_usize,
        ) {
            let mut buffer = LineBuffer::default();
            let (first, second) = bytes.split_at(cut.min(bytes.len()));
            buffer.feed(first);
            buffer.feed(second);
            let pieces: Vec<Line> = std::iter::from_fn(|| buffer.next_line()).collect();
            prop_assert_eq!(pieces, lines(&bytes));
        }
    }
}
