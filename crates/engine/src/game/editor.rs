//! The edit mode of xboard's protocol: lines that put pieces on the board one by one.

use cleave_board::{Color, Piece, PieceKind, Position, Square};

use super::arrangement::{Arrangement, Castling};
use crate::refusal::{Refusal, Reply};

/// A position that is being set up.
#[derive(Debug)]
pub struct Editor {
    arrangement: Arrangement,
    /// The colour of the next pieces.
    color: Color,
}

impl Editor {
    /// The line that ends the mode.
    pub const END: &str = ".";

    /// Sets up a position, beginning with this one. White's pieces come first.
    pub fn of(position: &Position) -> Editor {
        Editor { arrangement: Arrangement::of(position), color: Color::White }
    }

    /// Executes a line: `#` clears the board, `c` changes the colour, `Nf3` puts a piece on a square, and `xf3` clears
    /// it.
    ///
    /// # Errors
    /// The line has another form.
    pub fn edit(&mut self, line: &str) -> Reply {
        match line {
            "#" => self.arrangement.clear(),
            "c" => self.color = !self.color,
            _ => {
                let expected = "expected a piece and a square such as Nf3, or x to clear it; # clears \
                     the board, c changes the colour, and . ends the edit mode";
                let (kind, square) = read_piece(line).ok_or(expected)?;
                self.arrangement.put(kind.map(|kind| Piece::new(self.color, kind)), square);
            }
        }
        Ok(())
    }

    /// Returns the position that has been set up. The side to move is unchanged.
    ///
    /// # Errors
    /// The position cannot be played.
    pub fn position(&self) -> Result<Position, Refusal> {
        self.arrangement.position(Castling::FromHome).map_err(Refusal::IllegalPosition)
    }
}

/// Reads `Nf3`, or `xf3` for no piece.
fn read_piece(line: &str) -> Option<(Option<PieceKind>, Square)> {
    let mut letters = line.chars();
    let letter = letters.next()?;
    let square = Square::from_name(letters.as_str())?;
    match letter {
        'x' | 'X' => Some((None, square)),
        _ => Some((Some(PieceKind::from_letter(letter)?), square)),
    }
}
