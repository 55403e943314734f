//! Work that takes its time: while it runs, the program listens.

use cleave_board::Move;
use cleave_search::{Limits, Root};

/// What a search is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Activity {
    /// The engine's own move.
    Thinking,
    /// The answer to this move, should the opponent play it; `None` if the position on the board is
    /// the one after it, as set up by the GUI.
    Pondering(Option<Move>),
    /// The position on the board, for as long as it stays there.
    Analysing,
    /// A command that takes its time: `bench`, `mate`, `perft`.
    Measuring,
}

/// Work that takes its time.
pub enum Task {
    /// A search of the position on the board.
    Search(Box<SearchTask>),
    /// Counting the lines of play of this length.
    Perft {
        /// The length, in plies.
        depth: u32,
    },
    /// Looking for a mate, or the proof that there is none.
    Mate {
        /// The most moves that it may take.
        moves: u32,
    },
    /// Searching a fixed set of positions.
    Bench {
        /// The depth of each search, in plies.
        depth: u32,
    },
}

/// A search to run.
pub struct SearchTask {
    /// What it is for.
    pub activity: Activity,
    /// Where it starts.
    pub root: Root,
    /// When it ends.
    pub limits: Limits,
}
