//! The quiet moves that have caused cutoffs. All workers share the scores. They are indexed by
//! piece and destination, alone and after each of the last two moves of the line.

use std::sync::atomic::{AtomicI16, Ordering::Relaxed};

use cleave_shared_memory::{Plain, Shareable};

use crate::{Move, Piece, Position, SQUARES, Square};

/// The maximum absolute score of one table.
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

/// The number of pieces times the number of squares.
const MOVES: usize = 14 * SQUARES;

type Scores = [AtomicI16; MOVES];

/// Scores of quiet moves. Concurrent updates by several workers may be lost.
#[derive(Shareable)]
pub struct History {
    scores: Scores,
    /// Scores after the last move, and after the move before it.
    after: [[Scores; MOVES]; 2],
}

impl History {
    /// Returns the score after two moves of the line, the last one first. It is from -24,000 to
    /// 24,000.
    #[inline]
    pub(crate) fn score(&self, line: [Option<Moved>; 2], moved: Moved) -> i32 {
        self.tables(line).map(|scores| i32::from(scores[moved.index()].load(Relaxed))).sum()
    }

    /// Adds a bonus to a move's scores. A score near its limit moves less.
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

    /// Forgets all scores.
    pub(crate) fn clear(&self) {
        let all = self.after.iter().flatten().chain([&self.scores]).flatten();
        all.for_each(|score| score.store(0, Relaxed));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Game;
    use crate::search::{Limits, Searcher};

    #[test]
    fn scores_stay_in_their_range_however_often_a_move_refutes_or_fails() {
        let position = Position::start();
        let moves = position.legal_moves();
        let [one, other] = [moves[0], moves[1]].map(|mv| Moved::by(&position, mv));
        let (mut searcher, game) = (Searcher::new(1).expect("memory"), Game::from(position));
        searcher.search_by(&game, &Limits::to_depth(1), &mut |_: &_| {}, |parts| {
            let history = parts.arena.shared();
            let line = [Some(one), Some(other)];
            for (bonus, sign) in [(1_200, 1), (-1_200, -1)] {
                for _ in 0..100 {
                    let before = history.score(line, one) * sign;
                    history.update(line, one, bonus);
                    let after = history.score(line, one) * sign;
                    assert!((before..=3 * MOST).contains(&after), "{before} {after}");
                }
                assert!(history.score(line, one) * sign > 2 * MOST);
            }
            assert_eq!(history.score(line, other), 0);
        });
    }
}
