//! Writing a FEN.

use crate::square::{FILES, RANKS};
use crate::{Color, Position, Square};

impl Position {
    /// The FEN, with six fields.
    pub fn fen(&self) -> String {
        let ranks: Vec<String> = (0..RANKS).rev().map(|rank| self.rank_text(rank)).collect();
        let side = if self.side == Color::Red { 'w' } else { 'b' };
        format!("{} {side} - - {} {}", ranks.join("/"), self.quiet_plies, self.fullmove)
    }

    fn rank_text(&self, rank: u8) -> String {
        let mut text = String::new();
        let mut empty = 0;
        for file in 0..FILES {
            match self.piece_on(Square::at(file, rank)) {
                None => empty += 1,
                Some(piece) => {
                    if empty > 0 {
                        text += &empty.to_string();
                    }
                    empty = 0;
                    text.push(piece.letter());
                }
            }
        }
        if empty > 0 {
            text += &empty.to_string();
        }
        text
    }
}
