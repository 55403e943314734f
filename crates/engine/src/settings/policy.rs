//! The policy on draws and lost games.

use super::Settings;
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
    /// Contempt in centipawns by the ratings of the players (`rating`). `None` if one is unknown.
    pub contempt_by_rating: Option<i32>,
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
            contempt_by_rating: None,
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
    /// Returns the contempt in centipawns: by the option, or if that is 0, by the ratings. A draw in a tournament is
    /// worth half a point.
    pub fn contempt_in_force(&self) -> i32 {
        let by_rating = self.contempt_by_rating.filter(|_| self.heeds_ratings);
        match self.contempt {
            _ if self.tournament => 0,
            0 => by_rating.unwrap_or(0),
            contempt => contempt,
        }
    }

    /// Sets the ratings of the engine and of its opponent; 0 means unknown.
    pub fn set_ratings(&mut self, own: i64, other: i64) {
        let contempt = (own - other) / POINTS_PER_CENTIPAWN;
        let is_known = own > 0 && other > 0;
        self.contempt_by_rating = is_known.then_some(contempt.clamp(-MOST, MOST) as i32);
    }
}

impl Settings {
    /// Returns the contempt in a search for this activity, in centipawns. Analysis prefers no side, so a draw has the
    /// value 0 there.
    pub fn contempt_of(&self, activity: Activity) -> i32 {
        let has_side = activity != Activity::Analysing && !self.analyse_mode;
        if has_side { self.policy.contempt_in_force() } else { 0 }
    }
}
