//! Limits of a search for a move to play: it may have to swindle, or to play worse than possible, by
//! fewer nodes and by overlooking moves.

use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use cleave_search::Limits;
use cleave_search::strength::{RATINGS, Strength};
use cleave_tablebase::Tablebase;

use crate::game::Game;
use crate::settings::{SKILLS, Settings, StrengthSettings};
use crate::swindle;

/// Limits a search for a move to play in this game, as the user wants the engine to play.
pub fn limit(
    settings: &Settings,
    tables: Option<&Arc<dyn Tablebase>>,
    game: &Game,
    limits: &mut Limits,
) {
    swindle::limit(settings, tables, game, limits);
    if let Some(strength) = strength_of(&settings.strength) {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        strength.limit(limits, game.position(), now.as_nanos() as u64);
    }
}

/// The strength that is set; `None` for full strength. Of skill and rating the lower counts.
fn strength_of(settings: &StrengthSettings) -> Option<Strength> {
    let by_skill = (settings.skill < *SKILLS.end()).then(|| rating_of_skill(settings.skill));
    let by_rating = settings.is_limited.then_some(settings.rating);
    by_skill.into_iter().chain(by_rating).min().map(Strength::of_rating)
}

/// The levels of skill are evenly spaced ratings.
fn rating_of_skill(skill: u32) -> u32 {
    let (low, high) = (*RATINGS.start(), *RATINGS.end());
    low + (high - low) * (skill - SKILLS.start()) / (SKILLS.end() - SKILLS.start())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_skill_and_rating_the_lower_counts() {
        let mut settings = StrengthSettings::default();
        assert_eq!(strength_of(&settings), None);
        settings.rating = 2000;
        assert_eq!(strength_of(&settings), None, "it is not to be limited");
        settings.is_limited = true;
        assert_eq!(strength_of(&settings), Some(Strength::of_rating(2000)));
        settings.skill = 99;
        assert_eq!(strength_of(&settings), Some(Strength::of_rating(2000)));
        settings.skill = 1;
        assert_eq!(strength_of(&settings), Some(Strength::of_rating(800)));
    }
}
