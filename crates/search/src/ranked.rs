//! A list of moves that is picked from best first.

use cleave_board::Move;

/// More places than the 218 moves that the richest legal position has.
pub const CAPACITY: usize = 224;

/// A list of moves with scores. Plain data of fixed size.
///
/// Most nodes need few moves of their list, so that sorting it would be waste: each pick looks for
/// the best move left. Score and place share one word, so that this is a plain maximum, which the
/// compiler makes a few vector instructions of.
#[derive(Clone, Copy)]
pub struct Ranked {
    len: u8,
    /// `score << 8 | 255 - place`, offset so as to be positive; 0 for a move that was picked.
    keys: [u32; CAPACITY],
    moves: [Move; CAPACITY],
}
cleave_plain::plain!(struct Ranked { len, keys, moves });

/// Scores lie between minus and plus this.
pub const SCORE_MAX: i32 = 1 << 22;

impl Ranked {
    /// No moves.
    pub const EMPTY: Ranked = Ranked { len: 0, keys: [0; CAPACITY], moves: [Move::NONE; CAPACITY] };

    /// Forgets all moves.
    #[inline(always)]
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// Adds a move.
    #[inline(always)]
    pub fn push(&mut self, mv: Move, score: i32) {
        debug_assert!(score.abs() < SCORE_MAX);
        let place = usize::from(self.len);
        self.moves[place] = mv;
        self.keys[place] = ((score + SCORE_MAX) as u32) << 8 | (255 - place as u32);
        self.len += 1;
    }

    /// Takes out the move of the highest score, the first of equals.
    #[inline]
    pub fn pick(&mut self) -> Option<Move> {
        let keys = &mut self.keys[..usize::from(self.len)];
        let best = keys.iter().copied().max().filter(|&key| key != 0)?;
        let place = 255 - (best & 255) as usize;
        keys[place] = 0;
        Some(self.moves[place])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn picks_best_first_and_equals_in_order() {
        let mut list = Ranked::EMPTY;
        for (bits, score) in [(1, -5), (2, 70), (3, 0), (4, 70), (5, SCORE_MAX - 1)] {
            list.push(Move::from_bits(bits), score);
        }
        let order: Vec<u16> = std::iter::from_fn(|| list.pick()).map(Move::bits).collect();
        assert_eq!(order, [5, 2, 4, 3, 1]);
    }
}
