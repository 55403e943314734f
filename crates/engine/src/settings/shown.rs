//! What is shown of a search and of the game, and how.

use std::time::Duration;

use cleave_search::{Thinking, Verdict};

use crate::game::display::Pieces;

/// What is shown, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownSettings {
    /// Whether to show lines of thinking (`post`).
    pub thinking: bool,
    /// Which lines of thinking to show then.
    pub lines: ShownLines,
    /// Whether lines of thinking say how likely a win, a draw and a loss are.
    pub chances: bool,
    /// Whether to show the statistics of a search as well.
    pub statistics: bool,
    /// How pieces look on the board that a person is shown.
    pub pieces: Pieces,
    /// Whether to ring the bell of the terminal with each move of the engine (`alarm`).
    pub alarm: bool,
    /// Whether GUIs are told of the options for experts as well.
    pub expert_options: bool,
}

/// Which lines of thinking are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShownLines {
    /// Those with an exact value (`display pv`).
    pub exact: bool,
    /// Those with a bound of the value (`display fail`).
    pub bounds: bool,
    /// None before the search has lasted this long (`noise`).
    pub after: Duration,
}

impl Default for ShownLines {
    fn default() -> ShownLines {
        ShownLines { exact: true, bounds: true, after: Duration::ZERO }
    }
}

impl Default for ShownSettings {
    fn default() -> ShownSettings {
        ShownSettings {
            thinking: true,
            lines: ShownLines::default(),
            chances: false,
            statistics: true,
            pieces: Pieces::Letters,
            alarm: false,
            expert_options: false,
        }
    }
}

impl ShownSettings {
    /// Whether to show this line of thinking.
    pub fn shows(&self, line: &Thinking) -> bool {
        let ShownLines { exact, bounds, after } = self.lines;
        let is_wanted = if line.verdict == Verdict::Exact { exact } else { bounds };
        self.thinking && is_wanted && line.elapsed >= after
    }

    /// Returns true if what a search has counted is to be shown.
    pub fn shows_statistics(&self) -> bool {
        self.thinking && self.statistics
    }
}
