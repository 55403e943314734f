//! What can be set and stays set.

use cleave_search::{Backend, Pace, SplitParams};

/// What can be set and stays set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Whether lines of thinking are shown (`post`).
    pub post: bool,
    /// Whether to think on the opponent's time (`hard`).
    pub ponder: bool,
    /// The deepest iteration (`sd`).
    pub depth: Option<u32>,
    /// What a second of thinking is (`nps`).
    pub pace: Pace,
    /// Best lines to show in analysis, from 1.
    pub multi_pv: usize,
    /// How much a draw is disliked, in centipawns.
    pub contempt: i32,
    /// Whether to offer a draw when nobody is better and nothing happens.
    pub offer_draws: bool,
    /// Resign when this many centipawns behind; 0 is never.
    pub resign_threshold: i32,
    /// Whether to play moves out of the book.
    pub own_book: bool,
    /// Memory that the whole program may use, in MiB (`memory`).
    pub memory: Option<usize>,
    /// Workers that search together, one to a processor; 1 or more (`cores`).
    pub cores: u32,
    /// What workers are made of, if there are several.
    pub backend: Backend,
    /// Where and when they split.
    pub split: SplitParams,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            post: false,
            ponder: false,
            depth: None,
            pace: Pace::Wall,
            multi_pv: 1,
            contempt: 0,
            offer_draws: true,
            resign_threshold: 0,
            own_book: false,
            memory: None,
            cores: 1,
            backend: Backend::default(),
            split: SplitParams::default(),
        }
    }
}
