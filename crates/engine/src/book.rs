//! The opening book that the engine uses.

use std::path::{Path, PathBuf};

use cleave_board::{Move, Position};
use cleave_book::{Book, BookMove, Choice, NotABook, lines, maker};
use cleave_io::files;
use cleave_pgn::GameResult;

use crate::game::Game;
use crate::settings::BookSettings;

/// The built-in book: lines of play.
const BUILT_IN: &str = include_str!("../../../data/book.txt");

/// The opening book that the engine uses.
#[derive(Clone, Debug)]
pub struct OpeningBook {
    book: Book,
    /// The file of the book, if it can be written.
    file: Option<PathBuf>,
}

impl OpeningBook {
    /// Returns the built-in book.
    pub fn built_in() -> OpeningBook {
        let book = lines::read(BUILT_IN).expect("a test reads the book");
        OpeningBook { book, file: None }
    }

    /// Returns the book in a file.
    ///
    /// # Errors
    /// It is not a book.
    pub fn open(file: &Path) -> Result<OpeningBook, NotABook> {
        let file_to_write = Book::is_binary(file).then(|| file.to_owned());
        Ok(OpeningBook { book: Book::read(file, files::read)?, file: file_to_write })
    }

    /// Returns the book's moves here, the move with the largest weight first.
    pub fn moves(&self, position: &Position) -> Vec<BookMove> {
        self.book.moves(position)
    }

    /// Returns the move with the largest weight.
    pub fn best(&self, position: &Position) -> Option<Move> {
        Choice { best: true, ..Choice::default() }.of(&self.book, position)
    }

    /// Returns the move to play, if the engine uses the book.
    pub fn play(&self, settings: &BookSettings, position: &Position) -> Option<Move> {
        settings.is_on.then(|| settings.choice.of(&self.book, position)).flatten()
    }

    /// Adds the result of a game to the weights of its moves, and writes the book. It is read again first, because
    /// other programs may have learnt as well. Returns the number of moves changed.
    ///
    /// # Errors
    /// The book has no file in Polyglot's format, or the file cannot be read or written. The book stays as it was.
    pub fn learn(&mut self, game: &Game, result: GameResult) -> Result<usize, String> {
        let Some(file) = &self.file else {
            return Err("only a book in Polyglot's format (*.bin) can learn".into());
        };
        let moves: Vec<Move> = game.moves().collect();
        let mut learnt = Book::read(file, files::read).map_err(|error| error.to_string())?;
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

    /// The other moves of the start position have weights too, and would be chosen now and then.
    #[test]
    fn the_best_move_is_not_chosen_by_chance() {
        let (book, start) = (OpeningBook::built_in(), Position::start());
        let best = book.moves(&start)[0].mv;
        assert!((0..100).all(|_| book.best(&start) == Some(best)));
    }
}
