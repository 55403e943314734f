//! Which quiet moves have caused cutoffs: by piece and destination, shared by all workers.

use std::sync::atomic::{AtomicI16, Ordering::Relaxed};

use cleave_shared_memory::Shareable;
use cleave_xiangqi::{Piece, SQUARES, Square};

/// The greatest score, and the least with its sign changed.
const MOST: i32 = 8_000;

/// Scores of quiet moves, from -8,000 to 8,000. Updates of several workers at once may be lost.
#[derive(Shareable)]
pub struct History {
    scores: [[AtomicI16; SQUARES]; 14],
}

impl History {
    #[inline]
    pub(crate) fn score(&self, piece: Piece, to: Square) -> i32 {
        self.scores[piece.index()][to.index()].load(Relaxed).into()
    }

    /// The nearer a score is to its limit, the less it moves.
    pub(crate) fn update(&self, piece: Piece, to: Square, bonus: i32) {
        let score = &self.scores[piece.index()][to.index()];
        let old = i32::from(score.load(Relaxed));
        score.store((old + bonus - old * bonus.abs() / MOST) as i16, Relaxed);
    }

    /// Forgets everything.
    pub(crate) fn clear(&self) {
        self.scores.iter().flatten().for_each(|score| score.store(0, Relaxed));
    }
}
