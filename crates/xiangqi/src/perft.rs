//! Perft: the number of lines of legal moves of a given length.

use crate::generate::for_each_piece;
use crate::{Move, Position, Set};

/// Counts the leaves of the tree of legal moves at `depth` plies. Counts the moves of the last ply
/// without making them (bulk counting).
pub fn perft(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => u64::from(position.count_moves()),
        _ => {
            let mut leaves = 0;
            for_each_piece(position, Set::ALL, |from, destinations| {
                for to in destinations {
                    leaves += perft(&position.make(Move::new(from, to)), depth - 1);
                }
            });
            leaves
        }
    }
}
