//! A list of moves with scores, picked best first.

use cleave_board::Move;
use cleave_shared_memory::Plain;

/// Room for the 218 moves of the richest legal position.
pub(crate) const CAPACITY: usize = 224;

/// The number of keys compared at once.
const LANE: usize = 8;

/// A list of moves with scores. Plain data of fixed size.
///
/// Most nodes need few moves of their list, so each pick finds the best move left instead of sorting the list. Score
/// and index share one word, which makes this a plain maximum. It processes whole lanes of words, the last one padded
/// with zeros: one vector instruction for eight moves, and no loop over the rest.
#[derive(Clone, Copy, Plain)]
#[repr(C, align(32))] // no lane across two cache lines
pub(crate) struct ScoredMoves {
    /// `score << 8 | 255 - index`, offset to be positive. 0 for a move that was picked, and for the rest of the last
    /// lane.
    keys: [u32; CAPACITY + LANE],
    /// On the cache line of the first moves.
    len: u8,
    moves: [Move; CAPACITY],
}

/// The largest absolute score.
pub(crate) const SCORE_MAX: i32 = 1 << 22;

impl ScoredMoves {
    /// A list without moves.
    pub(crate) const EMPTY: ScoredMoves =
        ScoredMoves { len: 0, keys: [0; CAPACITY + LANE], moves: [Move::NONE; CAPACITY] };

    /// Removes all moves.
    #[inline(always)]
    pub(crate) fn clear(&mut self) {
        self.len = 0;
        self.seal();
    }

    /// Returns all moves added, picked or not, in that order.
    pub(crate) fn added(&self) -> &[Move] {
        &self.moves[..usize::from(self.len)]
    }

    /// Adds a move with its score.
    #[inline(always)]
    pub(crate) fn push(&mut self, mv: Move, score: i32) {
        self.extend(std::iter::once((mv, score)));
    }

    /// Adds moves with their scores.
    #[inline(always)]
    pub(crate) fn extend(&mut self, moves: impl Iterator<Item = (Move, i32)>) {
        let mut place = usize::from(self.len);
        for (mv, score) in moves {
            debug_assert!(score.abs() < SCORE_MAX);
            self.moves[place] = mv;
            self.keys[place] = ((score + SCORE_MAX) as u32) << 8 | (255 - place as u32);
            place += 1;
        }
        self.len = place as u8;
        self.seal();
    }

    /// Pads the last lane with zeros.
    #[inline(always)]
    fn seal(&mut self) {
        let len = usize::from(self.len);
        self.keys[len..len + LANE].fill(0);
    }

    /// Removes and returns the move with the highest score, the first of equals.
    #[inline]
    pub(crate) fn pick(&mut self) -> Option<Move> {
        let lanes = usize::from(self.len).div_ceil(LANE);
        let keys = self.keys.as_chunks::<LANE>().0[..lanes].as_flattened();
        let best = keys.iter().copied().fold(0, u32::max);
        if best == 0 {
            return None;
        }
        let place = 255 - (best & 255) as usize;
        self.keys[place] = 0;
        Some(self.moves[place])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn picks_best_first_and_equals_in_order() {
        let mut list = ScoredMoves::EMPTY;
        for (bits, score) in [(1, -5), (2, 70), (3, 0), (4, 70), (5, SCORE_MAX - 1)] {
            list.push(Move::from_bits(bits), score);
        }
        let order: Vec<u16> = std::iter::from_fn(|| list.pick()).map(Move::bits).collect();
        assert_eq!(order, [5, 2, 4, 3, 1]);
    }

    #[test]
    fn cleared_moves_are_not_picked() {
        let mut list = ScoredMoves::EMPTY;
        for n in 0..20 {
            list.push(Move::from_bits(100 + n), 1000);
        }
        for len in [0, 1, 7, 8, 9, 15, 16, 17] {
            list.clear();
            (0..len).for_each(|n| list.push(Move::from_bits(1 + n), -i32::from(n)));
            let order: Vec<u16> = std::iter::from_fn(|| list.pick()).map(Move::bits).collect();
            assert_eq!(order, (1..=len).collect::<Vec<u16>>());
        }
    }

    #[test]
    fn capacity_covers_the_richest_position() {
        let mut list = ScoredMoves::EMPTY;
        (0..CAPACITY as u16).for_each(|n| list.push(Move::from_bits(1 + n), i32::from(n)));
        assert_eq!(std::iter::from_fn(|| list.pick()).count(), CAPACITY);
    }
}
