//! The opening book: lines of play as text, found by the positions they go through.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use cleave_board::{Key, Move, Position};
use cleave_movegen::{MoveTextError, parse_move};

/// The built-in book.
const BUILT_IN: &str = include_str!("../../../data/book.txt");

/// The largest book that is read from a file, in MiB: about a million moves.
const LARGEST_MIB: u64 = 4;

/// A move of the book.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BookMove {
    /// The move.
    pub mv: Move,
    /// The number of lines that go through it.
    pub weight: u32,
}

/// The moves played in each position of its lines.
///
/// A book is a text file: one line of play per line, from the start position, in SAN or coordinates;
/// `#` begins a comment. Positions are found by their keys, so transpositions meet.
#[derive(Clone, Debug, Default)]
pub struct Book {
    positions: BTreeMap<u64, Vec<BookMove>>,
}

/// Why a file is not a book.
#[derive(Debug, thiserror::Error)]
pub enum BookError {
    /// The file cannot be read.
    #[error("cannot read the book {path}: {error}")]
    Unreadable {
        /// The file.
        path: String,
        /// The system's reason.
        error: std::io::Error,
    },
    /// The file is too large.
    #[error(
        "the book {0} is larger than {LARGEST_MIB} MiB; a book is a text file with a line of play, \
         such as 'e4 e5 Nf3', on each line"
    )]
    TooLarge(String),
    /// A line is not a line of play.
    #[error("the book {path}, {error}")]
    BadLine {
        /// The file.
        path: String,
        /// What is wrong.
        error: LineError,
    },
}

/// Why a line of a book is not a line of play.
#[derive(Debug, thiserror::Error)]
#[error("line {line}: {error}")]
pub struct LineError {
    /// The number of the line, from 1.
    pub line: usize,
    /// What is wrong with one of its moves.
    pub error: MoveTextError,
}

impl Book {
    /// The built-in book.
    pub fn built_in() -> Book {
        Book::from_text(BUILT_IN).expect("a test reads the book")
    }

    /// The book in a file.
    ///
    /// # Errors
    /// The file cannot be read, is too large, or holds something other than legal moves.
    pub fn from_file(file: &Path) -> Result<Book, BookError> {
        let path = || file.display().to_string();
        let mut text = String::new();
        // One byte more than allowed: a device may never end.
        File::open(file)
            .and_then(|file| file.take((LARGEST_MIB << 20) + 1).read_to_string(&mut text))
            .map_err(|error| BookError::Unreadable { path: path(), error })?;
        if text.len() as u64 > LARGEST_MIB << 20 {
            return Err(BookError::TooLarge(path()));
        }
        Book::from_text(&text).map_err(|error| BookError::BadLine { path: path(), error })
    }

    /// The book in a text.
    ///
    /// # Errors
    /// It holds something other than legal moves.
    pub fn from_text(text: &str) -> Result<Book, LineError> {
        let mut book = Book::default();
        for (i, line) in text.lines().enumerate() {
            let line = line.split('#').next().unwrap_or_default();
            book.add_line(line).map_err(|error| LineError { line: i + 1, error })?;
        }
        Ok(book)
    }

    fn add_line(&mut self, line: &str) -> Result<(), MoveTextError> {
        let mut position = Position::start();
        for text in line.split_whitespace() {
            let mv = parse_move(&position, text)?;
            self.add(position.key(), mv);
            position = position.make(mv);
        }
        Ok(())
    }

    fn add(&mut self, key: Key, mv: Move) {
        let moves = self.positions.entry(key.0).or_default();
        match moves.iter_mut().find(|known| known.mv == mv) {
            Some(known) => known.weight += 1,
            None => moves.push(BookMove { mv, weight: 1 }),
        }
    }

    /// The moves that the book has here, the most frequent first.
    pub fn moves(&self, position: &Position) -> Vec<BookMove> {
        let mut moves = self.positions.get(&position.key().0).cloned().unwrap_or_default();
        moves.sort_by_key(|entry| std::cmp::Reverse(entry.weight));
        moves
    }

    /// The most frequent move.
    pub fn best(&self, position: &Position) -> Option<Move> {
        self.moves(position).first().map(|entry| entry.mv)
    }

    /// A random move, each as likely as it is frequent.
    pub fn choose(&self, position: &Position) -> Option<Move> {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        self.choose_at(position, now.subsec_micros())
    }

    /// The move that this number selects.
    fn choose_at(&self, position: &Position, number: u32) -> Option<Move> {
        let moves = self.moves(position);
        let all: u32 = moves.iter().map(|entry| entry.weight).sum();
        let mut left = number.checked_rem(all)?;
        for entry in moves {
            match left.checked_sub(entry.weight) {
                Some(rest) => left = rest,
                None => return Some(entry.mv),
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_book_is_sound() {
        let book = Book::from_text(BUILT_IN).unwrap();
        assert!(book.moves(&Position::start()).len() >= 4);
        assert!(book.positions.len() > 500);
    }

    #[test]
    fn moves_are_chosen_in_proportion_to_their_weight() {
        let book = Book::from_text("e4 e5\ne4 c5 # Sicilian\nd4\n\n# nothing\n").unwrap();
        let start = Position::start();
        let chosen: Vec<String> =
            (0..3).map(|n| book.choose_at(&start, n).unwrap().to_string()).collect();
        assert_eq!(chosen, ["e2e4", "e2e4", "d2d4"]);
        assert_eq!(book.choose(&Position::from_fen("7k/8/8/8/8/8/8/K7 w - - 0 1").unwrap()), None);
    }

    #[test]
    fn errors_name_the_file_and_the_line() {
        let path = std::env::temp_dir().join(format!("cleave-book-{}", std::process::id()));
        std::fs::write(&path, "e4\ne4 e4\n").unwrap();
        let error = Book::from_file(&path).unwrap_err().to_string();
        std::fs::remove_file(&path).unwrap();
        let start = format!("the book {}, line 2: illegal move 'e4'", path.display());
        assert!(error.starts_with(&start), "{error}");

        let error = Book::from_file("/nowhere".as_ref()).unwrap_err().to_string();
        assert!(error.starts_with("cannot read the book /nowhere: No such file"), "{error}");
    }

    #[test]
    fn an_endless_file_is_not_a_book() {
        let error = Book::from_file("/dev/zero".as_ref()).unwrap_err().to_string();
        assert!(error.starts_with("the book /dev/zero is larger than 4 MiB; a book is"), "{error}");
    }
}
