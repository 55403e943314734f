//! The limits of the engine's search for a move, and the number of lines.

use cleave_search::settings::{MoveOverhead, Pace};

use super::time_use::TimeUse;

/// The limits of the engine's search for a move, and the number of lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchSettings {
    /// The engine thinks on the opponent's time (`hard`).
    pub ponder: bool,
    /// The depth limit of the engine's searches (`sd`).
    pub depth: Option<u32>,
    /// The node limit of the engine's searches (`sn`).
    pub nodes: Option<u64>,
    /// The use of the clock.
    pub time_use: TimeUse,
    /// The measure of thinking time (`nps`).
    pub pace: Pace,
    /// The time that a move costs in addition to the search.
    pub overhead: MoveOverhead,
    /// The number of best lines to show in analysis, at least 1.
    pub multi_pv: usize,
}

impl Default for SearchSettings {
    fn default() -> SearchSettings {
        SearchSettings {
            ponder: false,
            depth: None,
            nodes: None,
            time_use: TimeUse::default(),
            pace: Pace::Wall,
            overhead: MoveOverhead::default(),
            multi_pv: 1,
        }
    }
}
