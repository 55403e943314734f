//! Chooses the move of the book to play.

use std::hash::{BuildHasher, Hasher, RandomState};

use cleave_board::{Move, Position};

use crate::{Book, BookMove, total_weight};

/// The way to choose among the moves of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choice {
    /// True to choose the move with the largest weight, instead of a random move.
    pub best: bool,
    /// The number of moves to consider, those with the largest weights. At least 1.
    pub width: usize,
}

impl Default for Choice {
    /// Chooses at random among all moves, with probabilities proportional to the weights.
    fn default() -> Choice {
        Choice { best: false, width: 256 }
    }
}

impl Choice {
    /// Returns a move of the book in this position, or `None` if it has no move to play.
    pub fn of(self, book: &Book, position: &Position) -> Option<Move> {
        self.at(book, position, random_number())
    }

    /// Returns the move that this number selects.
    fn at(self, book: &Book, position: &Position, number: u64) -> Option<Move> {
        let mut moves = book.moves(position);
        moves.truncate(if self.best { 1 } else { self.width });
        pick(&moves, number)
    }
}

/// Returns any of the 2^64 numbers. The standard library takes the keys of its hash function from
/// the system's random numbers, and changes them each time.
fn random_number() -> u64 {
    RandomState::new().build_hasher().finish()
}

fn pick(moves: &[BookMove], number: u64) -> Option<Move> {
    let mut left = number.checked_rem(total_weight(moves))?;
    for entry in moves {
        match left.checked_sub(entry.weight.into()) {
            Some(rest) => left = rest,
            None => return Some(entry.mv),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use cleave_movegen::legal_moves;

    use super::*;
    use crate::entry::{Entry, PackedMove};
    use crate::{key, lines};

    /// Returns a book with all moves of the start position, each with the largest possible weight.
    fn heavy_book() -> Book {
        let start = Position::start();
        let entry = |&mv| Entry {
            key: key::after(&start, None),
            mv: PackedMove::new(mv),
            weight: u16::MAX,
            learn: 0,
        };
        Book::from_entries(legal_moves(&start).as_slice().iter().map(entry).collect())
    }

    #[test]
    fn every_move_can_be_chosen_for_any_sum_of_weights() {
        let (book, start) = (heavy_book(), Position::start());
        let choice = Choice::default();
        let all = total_weight(&book.moves(&start));
        assert!(all > 1_000_000);
        let numbers = (0..20).map(|i| i * u64::from(u16::MAX) + 7 * all);
        let moves: HashSet<_> = numbers.map(|number| choice.at(&book, &start, number)).collect();
        assert_eq!(moves.len(), 20);
        // By chance a move is missing once in 10^43 runs.
        let moves: HashSet<_> = (0..2000).map(|_| choice.of(&book, &start)).collect();
        assert_eq!(moves.len(), 20);
    }

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
