//! The opening book: lines of play as text, known by the positions they go through.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use cleave_board::{Key, Move, Position};
use cleave_movegen::{MoveTextError, parse_move};

/// The book that the program brings along.
const OWN: &str = include_str!("../../../data/book.txt");

/// A move of the book.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BookMove {
    /// The move.
    pub mv: Move,
    /// How many lines go through it.
    pub weight: u32,
}

/// What each position of its lines was answered with.
///
/// A book is a text file: one line of play per line, from the start position, in any notation;
/// `#` begins a comment. Positions are known by their keys, so a transposition finds its way back.
#[derive(Clone, Debug, Default)]
pub struct Book {
    positions: BTreeMap<u64, Vec<BookMove>>,
}

/// Why a file is no book.
#[derive(Debug, thiserror::Error)]
pub enum BookError {
    /// The file cannot be read.
    #[error("cannot read the book {path}: {error}")]
    Unreadable {
        /// The file.
        path: String,
        /// What the system said.
        error: std::io::Error,
    },
    /// A move in it is not legal.
    #[error("line {line} of the book: {error}")]
    BadMove {
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        error: MoveTextError,
    },
}

impl Book {
    /// The book that the program brings along.
    pub fn own() -> Book {
        Book::from_text(OWN).expect("a test reads the book")
    }

    /// The book in a file.
    ///
    /// # Errors
    /// The file cannot be read, or it holds something else than legal moves.
    pub fn from_file(path: &Path) -> Result<Book, BookError> {
        let unreadable = |error| BookError::Unreadable { path: path.display().to_string(), error };
        Book::from_text(&std::fs::read_to_string(path).map_err(unreadable)?)
    }

    /// The book in a text.
    ///
    /// # Errors
    /// It holds something else than legal moves.
    pub fn from_text(text: &str) -> Result<Book, BookError> {
        let mut book = Book::default();
        for (i, line) in text.lines().enumerate() {
            let line = line.split('#').next().unwrap_or_default();
            book.add_line(line).map_err(|error| BookError::BadMove { line: i + 1, error })?;
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

    /// A move by chance, each as often as the book has it.
    pub fn choose(&self, position: &Position) -> Option<Move> {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        self.choose_at(position, now.subsec_micros())
    }

    /// The move that this number falls on.
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
    fn the_own_book_is_sound() {
        let book = Book::from_text(OWN).unwrap();
        assert!(book.moves(&Position::start()).len() >= 4);
        assert!(book.positions.len() > 500);
    }

    #[test]
    fn moves_are_chosen_as_often_as_they_occur() {
        let book = Book::from_text("e4 e5\ne4 c5 # Sicilian\nd4\n\n# nothing\n").unwrap();
        let start = Position::start();
        let chosen: Vec<String> =
            (0..3).map(|n| book.choose_at(&start, n).unwrap().to_string()).collect();
        assert_eq!(chosen, ["e2e4", "e2e4", "d2d4"]);
        assert_eq!(book.choose(&Position::from_fen("7k/8/8/8/8/8/8/K7 w - - 0 1").unwrap()), None);
    }

    #[test]
    fn a_bad_line_is_named() {
        let error = Book::from_text("e4\ne4 e4\n").unwrap_err().to_string();
        assert!(error.starts_with("line 2 of the book: illegal move"), "{error}");
    }
}
