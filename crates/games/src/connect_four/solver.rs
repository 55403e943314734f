//! The value of a position with perfect play, by alpha-beta with a table.

use std::collections::HashMap;

use super::position::{Position, column_squares};

/// A solver that remembers what it has found out.
#[derive(Default)]
pub struct Solver {
    /// Bounds of values, below and above.
    bounds: HashMap<u64, (i8, i8)>,
}

/// The most positions to remember.
const ROOM: usize = 4_000_000;

/// Columns from the middle outwards: those in the middle are part of more fours.
const ORDER: [u32; 7] = [3, 2, 4, 1, 5, 0, 6];

/// The value of a position: see [`Solver::solve`].
pub fn solve(position: Position) -> i8 {
    Solver::default().solve(position)
}

impl Solver {
    /// 1 if the player to move wins, 0 for a draw, -1 if the opponent wins. A position with 14 stones
    /// takes some tenths of a second, with 20 some milliseconds. The last move must not have won.
    pub fn solve(&mut self, position: Position) -> i8 {
        if self.bounds.len() > ROOM {
            self.bounds.clear();
        }
        self.search(position, -1, 1)
    }

    /// The columns, as a set of bits, that lead to the value of the position.
    pub fn best_columns(&mut self, position: Position) -> u8 {
        let playable = position.playable();
        let open = (0..7).filter(|&column| playable & column_squares(column) != 0);
        let values: Vec<(u32, i8)> = open
            .map(|column| {
                let square = playable & column_squares(column);
                let wins = position.wins(position.own) & square != 0;
                (column, if wins { 1 } else { -self.solve(position.play(square)) })
            })
            .collect();
        let best = values.iter().map(|value| value.1).max();
        let good = values.iter().filter(|value| Some(value.1) == best);
        good.fold(0, |columns, value| columns | 1 << value.0)
    }

    fn search(&mut self, position: Position, mut alpha: i8, beta: i8) -> i8 {
        let playable = position.playable();
        if playable & position.wins(position.own) != 0 {
            return 1;
        }
        let threats = playable & position.wins(position.other());
        if threats & (threats.wrapping_sub(1)) != 0 {
            return -1;
        }
        let moves = if threats != 0 { threats } else { playable };
        if moves == 0 {
            return 0;
        }
        let key = position.mirror_key();
        let (low, high) = self.bounds.get(&key).copied().unwrap_or((-1, 1));
        if low >= beta || low == high {
            return low;
        }
        if high <= alpha {
            return high;
        }
        let asked = alpha;
        let mut best = -1;
        for square in ORDER.map(|column| moves & column_squares(column)) {
            if square != 0 {
                best = best.max(-self.search(position.play(square), -beta, -alpha));
                alpha = alpha.max(best);
                if alpha >= beta {
                    break;
                }
            }
        }
        let known = self.bounds.entry(key).or_insert((-1, 1));
        match best {
            _ if best <= asked => known.1 = known.1.min(best),
            _ if best >= beta => known.0 = known.0.max(best),
            _ => *known = (best, best),
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::connect_four::has_four;

    /// Plain minimax, with the rules alone.
    fn minimax(position: Position) -> i8 {
        if has_four(position.other()) {
            return -1;
        }
        let squares = (0..7).map(|column| position.playable() & column_squares(column));
        let values = squares.filter(|&square| square != 0);
        values.map(|square| -minimax(position.play(square))).max().unwrap_or(0)
    }

    #[test]
    fn the_solver_agrees_with_minimax() {
        let mut solver = Solver::default();
        let mut seen = [0; 3];
        for seed in 0..5_000 {
            let Some(position) = Position::random(34, &mut cleave_mcts::Random::of(3, seed)) else {
                continue;
            };
            let value = minimax(position);
            assert_eq!(solver.solve(position), value, "{position:?}");
            seen[(value + 1) as usize] += 1;
            for column in (0..7).filter(|c| solver.best_columns(position) & 1 << c != 0) {
                let square = position.playable() & column_squares(column);
                assert_eq!(-minimax(position.play(square)), value, "{position:?} {column}");
            }
        }
        assert!(seen.iter().all(|&number| number > 3), "{seen:?}");
    }
}
