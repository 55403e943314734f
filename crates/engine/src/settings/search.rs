//! How long the engine searches for a move, and for how many lines.

use cleave_search::settings::{MoveOverhead, Pace};

use super::time_use::TimeUse;

/// How long the engine searches for a move, and for how many lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchSettings {
    /// Whether to think on the opponent's time (`hard`).
    pub ponder: bool,
    /// The depth limit of the engine's searches (`sd`).
    pub depth: Option<u32>,
    /// The nodes that the engine's searches are limited to (`sn`).
    pub nodes: Option<u64>,
    /// How the time of the clocks is used.
    pub time_use: TimeUse,
    /// How thinking time is measured (`nps`).
    pub pace: Pace,
    /// What a move costs besides the search.
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
