//! The policy on draws and lost games.

use super::Settings;
use crate::task::Activity;

/// Contempt by ratings is never more than this, in centipawns.
const MOST: i64 = 50;

/// Points of rating that make a centipawn of contempt.
const POINTS_PER_CENTIPAWN: i64 = 10;

/// The policy on draws and lost games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GamePolicy {
    /// How much a draw is disliked, in centipawns, as the user wants it; 0 leaves it to the ratings.
    pub contempt: i32,
    /// The same, as the ratings of the players suggest it (`rating`); `None` if one is unknown.
    pub contempt_by_rating: Option<i32>,
    /// Whether the ratings of the players count (`draw dynamic`).
    pub heeds_ratings: bool,
    /// Whether to show the clocks after each move of the engine, and to value a draw at 0 (`mode`).
    pub tournament: bool,
    /// Whether to offer a draw in a level and quiet position.
    pub offer_draws: bool,
    /// Whether to accept draws (`draw accept`).
    pub accept_draws: bool,
    /// Resign when this many centipawns behind; 0 means never.
    pub resign_threshold: i32,
    /// But only when that far behind for this many successive moves of the engine, at least 1.
    pub resign_moves: u32,
    /// Whether to make only moves that still give the opponent a chance to go wrong, where endgame tables
    /// call the position a draw or a loss.
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
    /// How much a draw is disliked, in centipawns: by the option, or if that is 0, by the ratings. A
    /// draw in a tournament is worth half a point.
    pub fn contempt_in_force(&self) -> i32 {
        let by_rating = self.contempt_by_rating.filter(|_| self.heeds_ratings);
        match self.contempt {
            _ if self.tournament => 0,
            0 => by_rating.unwrap_or(0),
            contempt => contempt,
        }
    }

    /// Sets the ratings of the engine and of its opponent, 0 for one that is unknown.
    pub fn set_ratings(&mut self, own: i64, other: i64) {
        let contempt = (own - other) / POINTS_PER_CENTIPAWN;
        let is_known = own > 0 && other > 0;
        self.contempt_by_rating = is_known.then_some(contempt.clamp(-MOST, MOST) as i32);
    }
}

impl Settings {
    /// How much a draw is disliked in a search for this activity, in centipawns. Analysis is for nobody's side: there a draw is
    /// worth 0.
    pub fn contempt_of(&self, activity: Activity) -> i32 {
        let has_side = activity != Activity::Analysing && !self.analyse_mode;
        if has_side { self.policy.contempt_in_force() } else { 0 }
    }
}
