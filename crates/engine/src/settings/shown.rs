//! The display of searches and of the game.

use std::time::Duration;

use cleave_search::{Thinking, Verdict};

use crate::game::display::Pieces;

/// The display of searches and of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownSettings {
    /// Lines of thinking are shown (`post`).
    pub thinking: bool,
    /// The lines of thinking that are shown then.
    pub lines: ShownLines,
    /// Lines of thinking show the probabilities of win, draw and loss.
    pub chances: bool,
    /// The statistics of a search are shown as well.
    pub statistics: bool,
    /// The style of pieces on a board for a person.
    pub pieces: Pieces,
    /// The bell of the terminal rings with each move of the engine (`alarm`).
    pub alarm: bool,
    /// GUIs also see the options for experts.
    pub expert_options: bool,
}

/// The lines of thinking that are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShownLines {
    /// Lines with an exact value (`display pv`).
    pub exact: bool,
    /// Lines with a bound of the value (`display fail`).
    pub bounds: bool,
    /// The time that the search must have lasted (`noise`).
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
    /// Returns true if this line of thinking is shown.
    pub fn shows(&self, line: &Thinking) -> bool {
        let ShownLines { exact, bounds, after } = self.lines;
        let is_wanted = if line.verdict == Verdict::Exact { exact } else { bounds };
        self.thinking && is_wanted && line.elapsed >= after
    }

    /// Returns true if the counts of a search are shown.
    pub fn shows_statistics(&self) -> bool {
        self.thinking && self.statistics
    }
}
