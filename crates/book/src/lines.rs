//! Books as text: one line of play per line, from the start position, in SAN or coordinates. `#`
//! begins a comment. The weight of a move is the number of lines that contain it.

use cleave_board::{Move, Position};
use cleave_movegen::{MoveTextError, parse_move};

use crate::Book;
use crate::maker::{Maker, Selection};

/// The size of the largest text that can be read, in MiB. It has about a million moves.
pub const LARGEST_MIB: u64 = 4;

/// The reason why a line is not a line of play.
#[derive(Debug, thiserror::Error)]
#[error("line {line}: {error}")]
pub struct LineError {
    /// The number of the line, from 1.
    pub line: usize,
    /// The problem with one of its moves.
    pub error: MoveTextError,
}

/// Reads a book from a text.
///
/// # Errors
/// A line contains something other than legal moves.
pub fn read(text: &str) -> Result<Book, LineError> {
    let mut maker = Maker::new(Selection { min_games: 1, ..Selection::default() });
    for line in moves(text) {
        maker.add_line(&line?);
    }
    Ok(maker.finish())
}

/// Returns the lines of play in a text.
pub fn moves(text: &str) -> impl Iterator<Item = Result<Vec<Move>, LineError>> {
    text.lines().zip(1..).map(|(text, line)| {
        let text = text.split('#').next().unwrap_or_default();
        let mut position = Position::start();
        let mut moves = Vec::new();
        for word in text.split_whitespace() {
            let mv = parse_move(&position, word).map_err(|error| LineError { line, error })?;
            position = position.make(mv);
            moves.push(mv);
        }
        Ok(moves)
    })
}
