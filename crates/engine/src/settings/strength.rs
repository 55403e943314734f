//! The strength of play.

use std::ops::RangeInclusive;

/// The levels of skill. The last is full strength.
pub const SKILLS: RangeInclusive<u32> = 1..=100;

pub use cleave_search::strength::RATINGS;

/// The strength of play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StrengthSettings {
    /// The level of skill, one of [`SKILLS`].
    pub skill: u32,
    /// The engine plays no better than `rating`.
    pub is_limited: bool,
    /// The rating to play at if `is_limited`, one of [`RATINGS`].
    pub rating: u32,
}

impl Default for StrengthSettings {
    fn default() -> StrengthSettings {
        StrengthSettings { skill: *SKILLS.end(), is_limited: false, rating: 1600 }
    }
}
