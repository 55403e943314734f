//! Limits of a search for a move to play: it may have to swindle, or to play worse than possible, by
//! fewer nodes and by overlooking moves.

use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use cleave_board::{Move, Position};
use cleave_search::Limits;
use cleave_tablebase::Tablebase;

use crate::game::Game;
use crate::settings::{RATINGS, SKILLS, Settings, StrengthSettings};
use crate::swindle;

/// Limits a search for a move to play in this game, as the user wants the engine to play.
pub fn limit(
    settings: &Settings,
    tables: Option<&Arc<dyn Tablebase>>,
    game: &Game,
    limits: &mut Limits,
) {
    swindle::limit(settings, tables, game, limits);
    if let Some(strength) = Strength::of(&settings.strength) {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        strength.limit(limits, game.position(), now.as_nanos() as u64);
    }
}

/// How well the engine plays if it is not to play its best.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Strength {
    /// The nodes it searches for a move.
    nodes: u64,
    /// How many of a thousand moves it does not see at the root.
    overlooked: u32,
}

/// What makes a rating: rating, nodes for a move, root moves overlooked in a thousand. Between two rows
/// the nodes grow geometrically and the others evenly. docs/strength.md says what was measured.
const LADDER: [(u32, u64, u32); 7] = [
    (800, 60, 200),
    (1100, 100, 0),
    (1550, 400, 0),
    (1800, 4_000, 0),
    (2350, 30_000, 0),
    (2750, 60_000, 0),
    (3200, 1_000_000, 0),
];

impl Strength {
    /// The strength that is set; `None` for full strength. Of skill and rating the lower counts.
    fn of(settings: &StrengthSettings) -> Option<Strength> {
        let by_skill = (settings.skill < *SKILLS.end()).then(|| rating_of_skill(settings.skill));
        let by_rating = settings.is_limited.then_some(settings.rating);
        by_skill.into_iter().chain(by_rating).min().map(Strength::of_rating)
    }

    /// The strength of a player of this rating, one of [`RATINGS`].
    fn of_rating(rating: u32) -> Strength {
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

    /// Limits a search of this position by random numbers from this seed. At least one move is seen.
    fn limit(&self, limits: &mut Limits, position: &Position, seed: u64) {
        limits.nodes = Some(limits.nodes.map_or(self.nodes, |nodes| nodes.min(self.nodes)));
        let moves = swindle::allowed(position, limits);
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
    /// A number below this bound, which is above 0.
    fn below(&mut self, bound: u32) -> u32 {
        let Random(state) = self;
        *state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        // The high bits are the random ones.
        (*state >> 33) as u32 % bound
    }
}

/// The levels of skill are evenly spaced ratings.
fn rating_of_skill(skill: u32) -> u32 {
    let (low, high) = (*RATINGS.start(), *RATINGS.end());
    low + (high - low) * (skill - SKILLS.start()) / (SKILLS.end() - SKILLS.start())
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
    fn of_skill_and_rating_the_lower_counts() {
        let mut settings = StrengthSettings::default();
        assert_eq!(Strength::of(&settings), None);
        settings.rating = 2000;
        assert_eq!(Strength::of(&settings), None, "it is not to be limited");
        settings.is_limited = true;
        assert_eq!(Strength::of(&settings), Some(Strength::of_rating(2000)));
        settings.skill = 99;
        assert_eq!(Strength::of(&settings), Some(Strength::of_rating(2000)));
        settings.skill = 1;
        assert_eq!(Strength::of(&settings), Some(Strength::of_rating(800)));
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
