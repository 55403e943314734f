//! Which move of the book is played.

use std::time::{SystemTime, UNIX_EPOCH};

use cleave_board::{Move, Position};

use crate::{Book, BookMove};

/// How a move is chosen among those of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choice {
    /// The move with the largest weight, instead of a random one.
    pub best: bool,
    /// Only this many moves are considered, those with the largest weights; at least 1.
    pub width: usize,
}

impl Default for Choice {
    /// A random one of all moves, each as likely as its weight is large.
    fn default() -> Choice {
        Choice { best: false, width: 256 }
    }
}

impl Choice {
    /// A move of the book in this position; `None` if it has none to be played.
    pub fn of(self, book: &Book, position: &Position) -> Option<Move> {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        self.at(book, position, now.subsec_micros())
    }

    /// The move that this number selects.
    fn at(self, book: &Book, position: &Position, number: u32) -> Option<Move> {
        let mut moves = book.moves(position);
        moves.truncate(if self.best { 1 } else { self.width });
        pick(&moves, number)
    }
}

fn pick(moves: &[BookMove], number: u32) -> Option<Move> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lines;

    #[test]
    fn moves_are_chosen_in_proportion_to_their_weight() {
        let book = lines::read("e4 e5\ne4 c5 # Sicilian\nd4\nc4\n# nothing\n").unwrap();
        let start = Position::start();
        let chosen = |choice: Choice| {
            let at = |n| choice.at(&book, &start, n).unwrap().to_string();
            (0..4).map(at).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(chosen(Choice::default()), "e2e4 e2e4 d2d4 c2c4");
        assert_eq!(chosen(Choice { width: 2, best: false }), "e2e4 e2e4 d2d4 e2e4");
        assert_eq!(chosen(Choice { best: true, width: 9 }), "e2e4 e2e4 e2e4 e2e4");
        let other = Position::from_fen("7k/8/8/8/8/8/8/K7 w - - 0 1").unwrap();
        assert_eq!(Choice::default().of(&book, &other), None);
    }
}
