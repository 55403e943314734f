//! Which quiet moves have caused cutoffs, shared by all workers: by piece and destination, alone and after
//! each of the last two moves of the line.

use std::sync::atomic::{AtomicI16, Ordering::Relaxed};

use cleave_shared_memory::{Plain, Shareable};

use crate::{Move, Piece, Position, SQUARES, Square};

/// The greatest score of one table, and the least with its sign changed.
const MOST: i32 = 8_000;

/// A piece and its destination.
#[derive(Clone, Copy, Plain)]
pub(crate) struct Moved {
    piece: Piece,
    to: Square,
}

impl Moved {
    pub(crate) fn by(position: &Position, mv: Move) -> Moved {
        Moved { piece: position.piece_on(mv.from()).expect("a piece moves"), to: mv.to() }
    }

    fn index(self) -> usize {
        self.piece.index() * SQUARES + self.to.index()
    }
}

/// Pieces times squares.
const MOVES: usize = 14 * SQUARES;

type Scores = [AtomicI16; MOVES];

/// Scores of quiet moves. Updates of several workers at once may be lost.
#[derive(Shareable)]
pub struct History {
    scores: Scores,
    /// After the last move, and after the one before it.
    after: [[Scores; MOVES]; 2],
}

impl History {
    /// The score after two moves of the line, the last one first: from -24,000 to 24,000.
    #[inline]
    pub(crate) fn score(&self, line: [Option<Moved>; 2], moved: Moved) -> i32 {
        self.tables(line).map(|scores| i32::from(scores[moved.index()].load(Relaxed))).sum()
    }

    /// The nearer a score is to its limit, the less it moves.
    pub(crate) fn update(&self, line: [Option<Moved>; 2], moved: Moved, bonus: i32) {
        for scores in self.tables(line) {
            let score = &scores[moved.index()];
            let old = i32::from(score.load(Relaxed));
            score.store((old + bonus - old * bonus.abs() / MOST) as i16, Relaxed);
        }
    }

    fn tables(&self, line: [Option<Moved>; 2]) -> impl Iterator<Item = &Scores> {
        let after = self.after.iter().zip(line);
        let after = after.filter_map(|(table, moved)| Some(&table[moved?.index()]));
        after.chain([&self.scores])
    }

    /// Forgets everything.
    pub(crate) fn clear(&self) {
        let all = self.after.iter().flatten().chain([&self.scores]).flatten();
        all.for_each(|score| score.store(0, Relaxed));
    }
}
