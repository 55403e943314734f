//! Perft: the number of lines of legal moves of a given length.

use cleave_board::Position;

use crate::{Counter, Masks, all_moves, legal_moves};

/// Counts the leaves of the tree of legal moves, `depth` plies deep. The last moves are counted, not
/// made ('bulk counting').
///
/// ```
/// let position = cleave_board::Position::start();
/// assert_eq!(cleave_movegen::perft(&position, 4), 197_281);
/// ```
pub fn perft(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => {
            let mut counter = Counter(0);
            all_moves(position, &Masks::new(position), &mut counter);
            counter.0
        }
        _ => legal_moves(position).into_iter().map(|mv| perft(&position.make(mv), depth - 1)).sum(),
    }
}

/// As [`perft`], and every move is made, the last ones too: the speed of making moves.
pub fn perft_making_all(position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    legal_moves(position)
        .into_iter()
        .map(|mv| perft_making_all(std::hint::black_box(&position.make(mv)), depth - 1))
        .sum()
}
