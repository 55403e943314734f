//! The opening book that the engine plays by.

use std::path::{Path, PathBuf};

use cleave_board::{Move, Position};
use cleave_book::{Book, BookMove, Choice, NotABook, lines, maker};
use cleave_io::files;
use cleave_pgn::GameResult;

use crate::game::Game;
use crate::settings::BookSettings;

/// The built-in book: lines of play.
const BUILT_IN: &str = include_str!("../../../data/book.txt");

/// The book that the engine plays by.
#[derive(Clone, Debug)]
pub struct OpeningBook {
    book: Book,
    /// Where it comes from, if it can be written there.
    file: Option<PathBuf>,
}

impl OpeningBook {
    /// The built-in book.
    pub fn built_in() -> OpeningBook {
        let book = lines::read(BUILT_IN).expect("a test reads the book");
        OpeningBook { book, file: None }
    }

    /// The book in a file.
    ///
    /// # Errors
    /// It is not a book.
    pub fn open(file: &Path) -> Result<OpeningBook, NotABook> {
        let file_to_write = Book::is_binary(file).then(|| file.to_owned());
        Ok(OpeningBook { book: Book::read(files::open(file), file)?, file: file_to_write })
    }

    /// The moves that the book has here, the one with the largest weight first.
    pub fn moves(&self, position: &Position) -> Vec<BookMove> {
        self.book.moves(position)
    }

    /// The move with the largest weight.
    pub fn best(&self, position: &Position) -> Option<Move> {
        Choice { best: true, ..Choice::default() }.of(&self.book, position)
    }

    /// The move to play, if the engine is to play by the book.
    pub fn play(&self, settings: &BookSettings, position: &Position) -> Option<Move> {
        settings.is_on.then(|| settings.choice.of(&self.book, position)).flatten()
    }

    /// Adds the result of a game to the weights of its moves, and writes the book. It is read again first, since other
    /// programs may have learnt as well. Returns how many moves have changed.
    ///
    /// # Errors
    /// The book has no file in Polyglot's format, or that cannot be read or written; the book stays as it was.
    pub fn learn(&mut self, game: &Game, result: GameResult) -> Result<usize, String> {
        let Some(file) = &self.file else {
            return Err("only a book in Polyglot's format (*.bin) can learn".into());
        };
        let moves: Vec<Move> = game.moves().collect();
        let mut learnt = Book::read(files::open(file), file).map_err(|error| error.to_string())?;
        let changed = learnt.learn(&maker::Game { start: *game.start(), moves: &moves, result });
        if changed > 0 {
            files::replace(file, learnt.to_bytes())
                .map_err(|error| format!("cannot write {}: {error}", file.display()))?;
            self.book = learnt;
        }
        Ok(changed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_book_is_sound() {
        let book = OpeningBook::built_in();
        assert!(book.moves(&Position::start()).len() >= 4);
        assert!(book.book.positions() > 500);
    }

    /// The others of the start position have a weight as well, and would be chosen now and then.
    #[test]
    fn the_best_move_is_no_matter_of_chance() {
        let (book, start) = (OpeningBook::built_in(), Position::start());
        let best = book.moves(&start)[0].mv;
        assert!((0..100).all(|_| book.best(&start) == Some(best)));
    }
}
