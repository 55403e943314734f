//! Work that takes time. The program listens while it runs.

use std::time::Duration;

use cleave_board::Move;
use cleave_search::{Limits, Root};

/// The purpose of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Activity {
    /// The engine's own move.
    Thinking,
    /// The answer to this move, if the opponent plays it. `None` if the board already shows the position after it, as
    /// set up by the GUI.
    Pondering(Option<Move>),
    /// The position on the board, while it stays there.
    Analysing,
    /// A command that takes time: `bench`, `mate`, `perft`.
    Measuring,
}

/// Work that takes time.
pub enum Task {
    /// A search of the position on the board.
    Search(Box<SearchTask>),
    /// Counting the lines of play of this length.
    Perft {
        /// The length, in plies.
        depth: u32,
    },
    /// Search for a mate, or for the proof that there is none.
    Mate {
        /// The most moves to the mate.
        moves: u32,
    },
    /// Searching a fixed set of positions.
    Bench {
        /// The depth of each search, in plies.
        depth: u32,
    },
    /// Finding the fastest settings of the team.
    Autotune {
        /// The time that this takes.
        time: Duration,
        /// The settings are saved in the configuration file.
        saves: bool,
    },
}

/// A search to run.
pub struct SearchTask {
    /// Its purpose.
    pub activity: Activity,
    /// Its root.
    pub root: Root,
    /// Its limits.
    pub limits: Limits,
}
