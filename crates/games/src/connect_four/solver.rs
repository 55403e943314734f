//! Finds the value of a position with perfect play, by alpha-beta with a table.

use super::position::{Position, column_squares};

/// A solver with a table of its results.
pub struct Solver {
    /// Bounds of values by position, or 0 if nothing is known.
    table: Box<[u64]>,
}

/// The number of table entries, as a power of two. They take 32 MiB.
const PLACES_LOG2: u32 = 22;

/// Columns from the middle outwards. Middle columns are part of more fours.
const ORDER: [u32; 7] = [3, 2, 4, 1, 5, 0, 6];

/// Returns the value of a position: see [`Solver::solve`].
pub fn solve(position: Position) -> i8 {
    Solver::default().solve(position)
}

impl Default for Solver {
    fn default() -> Solver {
        Solver { table: vec![0; 1 << PLACES_LOG2].into_boxed_slice() }
    }
}

impl Solver {
    /// Returns 1 if the player to move wins, 0 for a draw, -1 if the opponent wins. A position with
    /// 14 stones takes some milliseconds. The game must not be over.
    pub fn solve(&mut self, position: Position) -> i8 {
        self.search(position, -1, 1)
    }

    /// Returns the columns that lead to the value of the position, as a set of bits.
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
        if playable == 0 {
            return 0;
        }
        let moves = worth_playing(position, playable);
        if moves == 0 {
            return -1;
        }
        let key = position.mirror_key();
        let (low, high) = self.bounds(key);
        if low >= beta || low == high {
            return low;
        }
        if high <= alpha {
            return high;
        }
        let asked = alpha;
        let mut best = -1;
        for square in by_threats(position, moves).into_iter().take_while(|&square| square != 0) {
            best = best.max(-self.search(position.play(square), -beta, -alpha));
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        let found = match best {
            _ if best <= asked => (low, high.min(best)),
            _ if best >= beta => (low.max(best), high),
            _ => (best, best),
        };
        self.remember(key, found);
        best
    }

    fn place(key: u64) -> usize {
        (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - PLACES_LOG2)) as usize
    }

    /// Returns the lower and the upper bound of the position's value.
    fn bounds(&self, key: u64) -> (i8, i8) {
        let entry = self.table[Self::place(key)];
        if entry >> 4 != key {
            return (-1, 1);
        }
        ((entry & 3) as i8 - 1, (entry >> 2 & 3) as i8 - 1)
    }

    /// Stores both bounds. A key has 49 bits, and each bound two.
    fn remember(&mut self, key: u64, (low, high): (i8, i8)) {
        self.table[Self::place(key)] = key << 4 | ((high + 1) as u64) << 2 | (low + 1) as u64;
    }
}

/// Returns the moves that do not lose at once: they stop the opponent's four, and do not enable
/// one.
fn worth_playing(position: Position, playable: u64) -> u64 {
    let threats = position.wins(position.other());
    let forced = playable & threats;
    let stopping = match forced.count_ones() {
        0 => playable,
        1 => forced,
        _ => 0,
    };
    stopping & !(threats >> 1)
}

/// Returns the squares of the moves, with zeros after them. Squares that create the most threats of
/// four come first.
fn by_threats(position: Position, moves: u64) -> [u64; 7] {
    let mut ordered = [(0, 0); 7];
    let squares = ORDER.map(|column| moves & column_squares(column));
    for (last, square) in squares.into_iter().filter(|&square| square != 0).enumerate() {
        let threats = 1 + (position.wins(position.own | square) & !square).count_ones();
        let mut place = last;
        while place > 0 && ordered[place - 1].0 < threats {
            ordered[place] = ordered[place - 1];
            place -= 1;
        }
        ordered[place] = (threats, square);
    }
    ordered.map(|(_, square)| square)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::connect_four::has_four;

    /// Returns the value by plain minimax, with the rules alone.
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
