//! Settings that last until they are changed.

use cleave_search::{Algorithm, Backend, Pace, SplitParams};

/// Settings that last until they are changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Whether to show lines of thinking (`post`).
    pub post: bool,
    /// Whether to think on the opponent's time (`hard`).
    pub ponder: bool,
    /// The depth limit of the engine's searches (`sd`).
    pub depth: Option<u32>,
    /// How thinking time is measured (`nps`).
    pub pace: Pace,
    /// The number of best lines to show in analysis, at least 1.
    pub multi_pv: usize,
    /// How much a draw is disliked, in centipawns.
    pub contempt: i32,
    /// Whether to offer a draw in a level and quiet position.
    pub offer_draws: bool,
    /// Resign when this many centipawns behind; 0 means never.
    pub resign_threshold: i32,
    /// Whether to play moves from the book.
    pub own_book: bool,
    /// The memory that the whole program may use, in MiB; `None` if it is not limited (`memory`).
    pub memory: Option<usize>,
    /// The number of workers, at least 1 (`cores`).
    pub cores: u32,
    /// What workers are, if there are several.
    pub backend: Backend,
    /// How they share the tree.
    pub algorithm: Algorithm,
    /// Where and when teams split.
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
            algorithm: Algorithm::default(),
            split: SplitParams::default(),
        }
    }
}
