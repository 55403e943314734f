//! Plays below full strength: with fewer nodes, and by overlooking moves.

use std::ops::RangeInclusive;

use cleave_board::{Move, Position};
use cleave_movegen::legal_moves;

use crate::control::Limits;

/// The ratings that can be played at.
pub const RATINGS: RangeInclusive<u32> = 800..=3200;

/// The strength of play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Strength {
    /// The nodes it searches for a move.
    nodes: u64,
    /// Root moves out of a thousand that the search overlooks.
    overlooked: u32,
}

/// The rows of a rating: rating, nodes for a move, root moves overlooked in a thousand. Between two rows the nodes grow
/// geometrically and the overlooked moves evenly. book/src/how-strong.md has the measurements.
const LADDER: [(u32, u64, u32); 8] = [
    (800, 60, 200),
    (1200, 100, 0),
    (1620, 400, 0),
    (1940, 4_000, 0),
    (2060, 12_000, 0),
    (2380, 30_000, 0),
    (2570, 60_000, 0),
    (3200, 1_000_000, 0),
];

impl Strength {
    /// Returns the strength of a player of this rating, clamped to [`RATINGS`].
    pub fn of_rating(rating: u32) -> Strength {
        let rating = rating.clamp(*RATINGS.start(), *RATINGS.end());
        let highest = &LADDER[LADDER.len() - 2..];
        let step = LADDER.windows(2).find(|step| rating <= step[1].0).unwrap_or(highest);
        let ((from, nodes, overlooked), (to, more_nodes, fewer)) = (step[0], step[1]);
        let share = f64::from(rating - from) / f64::from(to - from);
        let between = |from: f64, to: f64| from + (to - from) * share;
        Strength {
            nodes: between((nodes as f64).ln(), (more_nodes as f64).ln()).exp().round() as u64,
            overlooked: between(overlooked.into(), fewer.into()).round() as u32,
        }
    }

    /// Limits a search of this position by random numbers from this seed. At least one move is not overlooked.
    pub fn limit(&self, limits: &mut Limits, position: &Position, seed: u64) {
        limits.nodes = Some(limits.nodes.map_or(self.nodes, |nodes| nodes.min(self.nodes)));
        let moves = limits.allowed(&legal_moves(position));
        let mut random = Random(seed);
        let spared = random.below(moves.len().max(1) as u32) as usize;
        let is_seen =
            |&(place, _): &(usize, &Move)| random.below(1000) >= self.overlooked || place == spared;
        limits.included = moves.iter().enumerate().filter(is_seen).map(|(_, mv)| *mv).collect();
    }
}

/// Random numbers: the generator of Knuth's MMIX.
struct Random(u64);

impl Random {
    /// Returns a number below this bound, which is above 0.
    fn below(&mut self, bound: u32) -> u32 {
        let Random(state) = self;
        *state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        // The high bits are the random ones.
        (*state >> 33) as u32 % bound
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cleave_movegen::legal_moves;

    #[test]
    fn a_higher_rating_is_stronger() {
        let mut before = Strength::of_rating(*RATINGS.start());
        assert_eq!((before.nodes, before.overlooked), (LADDER[0].1, LADDER[0].2));
        for rating in RATINGS.skip(1) {
            let strength = Strength::of_rating(rating);
            assert!(strength.nodes >= before.nodes, "{rating}");
            assert!(strength.overlooked <= before.overlooked, "{rating}");
            before = strength;
        }
        assert_eq!(before.nodes, LADDER[LADDER.len() - 1].1);
    }

    #[test]
    fn moves_are_overlooked_at_the_rate_of_the_rating() {
        let position = Position::start();
        let overlooking = |overlooked| {
            let seen = |seed| {
                let mut limits = Limits::default();
                Strength { nodes: 100, overlooked }.limit(&mut limits, &position, seed);
                assert_eq!(limits.nodes, Some(100));
                limits.included.len()
            };
            (0..1000).map(seen).sum::<usize>()
        };
        assert_eq!(overlooking(0), 20_000);
        assert_eq!(overlooking(1000), 1000, "one is always seen");
        assert!((15_000..15_500).contains(&overlooking(250)), "{}", overlooking(250));
    }

    #[test]
    fn excluded_moves_stay_excluded() {
        let position = Position::start();
        let moves = legal_moves(&position).to_vec();
        let strength = Strength { nodes: 100, overlooked: 500 };
        for seed in 0..100 {
            let included = moves[..2].to_vec();
            let excluded = moves[..1].to_vec();
            let mut limits = Limits { included, excluded, nodes: Some(9), ..Limits::default() };
            strength.limit(&mut limits, &position, seed);
            assert_eq!((limits.included, limits.nodes), (moves[1..2].to_vec(), Some(9)));
        }
    }
}
