//! Writes a FEN, and a board of letters.

use crate::square::{FILES, RANKS};
use crate::{Color, Piece, Position, Square};

impl Position {
    /// Returns the FEN, with six fields.
    pub fn fen(&self) -> String {
        let ranks: Vec<String> = (0..RANKS).rev().map(|rank| self.letters(rank)).collect();
        let digit_for = |text: String, n: usize| text.replace(&".".repeat(n), &n.to_string());
        let placement = (1..=9).rev().fold(ranks.join("/"), digit_for);
        let side = if self.side == Color::Red { 'w' } else { 'b' };
        format!("{placement} {side} - - {} {}", self.quiet_plies, self.fullmove)
    }

    /// Returns the position as a board of letters, Red below, with ranks and files.
    pub fn diagram(&self) -> String {
        let spaced = |rank| self.letters(rank).replace("", " ");
        let ranks = (0..RANKS).rev().map(|rank| format!("{rank} {}\n", spaced(rank).trim_end()));
        ranks.collect::<String>() + "   a b c d e f g h i"
    }

    /// Returns the letters of a rank, with a dot for an empty square.
    fn letters(&self, rank: u8) -> String {
        let piece = |file| self.piece_on(Square::at(file, rank));
        (0..FILES).map(|file| piece(file).map_or('.', Piece::letter)).collect()
    }
}
