//! How well the engine is to play.

use std::ops::RangeInclusive;

/// The levels of skill; the last is full strength.
pub const SKILLS: RangeInclusive<u32> = 1..=100;

pub use cleave_search::strength::RATINGS;

/// How well the engine is to play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StrengthSettings {
    /// How well to play, one of [`SKILLS`].
    pub skill: u32,
    /// Whether to play no better than `rating`.
    pub is_limited: bool,
    /// The rating to play at if `is_limited`, one of [`RATINGS`].
    pub rating: u32,
}

impl Default for StrengthSettings {
    fn default() -> StrengthSettings {
        StrengthSettings { skill: *SKILLS.end(), is_limited: false, rating: 1600 }
    }
}
