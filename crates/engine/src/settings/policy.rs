//! The policy on draws and lost games.

use super::{RATINGS, SKILLS, Settings, StrengthSettings};
use crate::task::Activity;

/// The largest contempt by ratings, in centipawns.
const MOST: i64 = 50;

/// Rating points per centipawn of contempt.
const POINTS_PER_CENTIPAWN: i64 = 10;

/// The policy on draws and lost games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GamePolicy {
    /// Contempt in centipawns, as the user has set it; 0 leaves it to the ratings.
    pub contempt: i32,
    /// The ratings of the players, which suggest a contempt.
    pub ratings: Ratings,
    /// The ratings of the players count (`draw dynamic`).
    pub heeds_ratings: bool,
    /// The clocks are shown after each move of the engine, and a draw has the value 0 (`mode`).
    pub tournament: bool,
    /// The engine offers a draw in a level and quiet position.
    pub offer_draws: bool,
    /// The engine accepts draws (`draw accept`).
    pub accept_draws: bool,
    /// The engine resigns when it is this many centipawns behind; 0 means never.
    pub resign_threshold: i32,
    /// It resigns only after this many successive moves with such a value, at least 1.
    pub resign_moves: u32,
    /// Where endgame tables call the position a draw or a loss, the engine makes only moves that still give the
    /// opponent a chance to err.
    pub swindle: bool,
}

impl Default for GamePolicy {
    fn default() -> GamePolicy {
        GamePolicy {
            contempt: 0,
            ratings: Ratings::Unknown,
            heeds_ratings: true,
            tournament: false,
            offer_draws: true,
            accept_draws: true,
            resign_threshold: 0,
            resign_moves: 1,
            swindle: false,
        }
    }
}

impl GamePolicy {
    /// Returns the contempt in centipawns by the ratings of the players. `None` if one is unknown.
    fn contempt_by_rating(&self, strength: &StrengthSettings) -> Option<i32> {
        let (own, other) = match self.ratings {
            Ratings::Unknown => return None,
            Ratings::OfBoth { own, other } => (own, other),
            Ratings::OfOpponent(other) => (strength.rating_in_force(), other),
        };
        let contempt = (own - other) / POINTS_PER_CENTIPAWN;
        (own > 0 && other > 0).then_some(contempt.clamp(-MOST, MOST) as i32)
    }
}

/// The ratings of the players, 0 for one that is unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ratings {
    /// Nothing is known of them.
    Unknown,
    /// The ratings that the command `rating` has given.
    OfBoth {
        /// The rating of the engine.
        own: i64,
        /// The rating of its opponent.
        other: i64,
    },
    /// The rating of the opponent, from the option `UCI_Opponent`. The engine has that of its strength, whichever
    /// is set first.
    OfOpponent(i64),
}

impl StrengthSettings {
    /// Returns the rating at which the engine plays. At full strength, and with a skill that has no rating of its own,
    /// it counts as the strongest.
    fn rating_in_force(&self) -> i64 {
        let is_limited = self.is_limited && self.skill == *SKILLS.end();
        if is_limited { self.rating.into() } else { (*RATINGS.end()).into() }
    }
}

impl Settings {
    /// Returns the contempt in centipawns: by the option, or if that is 0, by the ratings. A draw in a tournament is
    /// worth half a point.
    pub fn contempt_in_force(&self) -> i32 {
        let Settings { policy, strength, .. } = self;
        match policy.contempt {
            _ if policy.tournament => 0,
            0 if policy.heeds_ratings => policy.contempt_by_rating(strength).unwrap_or(0),
            contempt => contempt,
        }
    }

    /// Returns the contempt in a search for this activity, in centipawns. Analysis prefers no side, so a draw has the
    /// value 0 there.
    pub fn contempt_of(&self, activity: Activity) -> i32 {
        let has_side = activity != Activity::Analysing && !self.analyse_mode;
        if has_side { self.contempt_in_force() } else { 0 }
    }
}
