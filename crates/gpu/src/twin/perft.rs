//! Counts the leaves of the tree of legal moves.

use super::{Cursor, Masks, Stage, count_moves};
use crate::Packed;

/// Returns the number of lines of `depth` legal moves. Counts the moves of the last ply without
/// making them.
pub fn perft(p: &Packed, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => count_moves(p).into(),
        _ => {
            let masks = Masks::new(p);
            let mut cursor = Cursor::new(p, &masks);
            let mut leaves = 0;
            while let Some(step) = cursor.next(p, &masks, Stage::Quiet) {
                leaves += perft(&p.make(step), depth - 1);
            }
            leaves
        }
    }
}
