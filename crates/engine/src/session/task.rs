//! Work that takes its time: while it runs, the program listens.

use std::time::Instant;

use cleave_board::{Move, Position};
use cleave_search::{Clock, Limits, Root, Status};

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
    /// A command that takes its time: `bench`, `perft`.
    Measuring,
}

/// A search, while it runs.
#[derive(Clone, Debug)]
pub struct Running {
    /// What it is for.
    pub activity: Activity,
    /// The position it started from.
    pub root: Position,
    /// The clock it was given; while pondering, the one that a ponder hit starts.
    pub clock: Clock,
    /// How far it is; none before its first look at the input.
    pub status: Option<Status>,
    /// It must stop at its next look at the input.
    pub stop: bool,
    /// It must have stopped by then: something else is waiting.
    pub deadline: Option<Instant>,
}

impl Running {
    /// A search about to start.
    pub fn new(activity: Activity, root: Position, clock: Clock) -> Running {
        Running { activity, root, clock, status: None, stop: false, deadline: None }
    }
}

/// Work that takes its time.
pub enum Task {
    /// A search of the position on the board.
    Search(Box<Search>),
    /// Counting the lines of play of this length.
    Perft {
        /// The length, in plies.
        depth: u32,
    },
    /// Searching a fixed set of positions.
    Bench {
        /// The depth of each search, in plies.
        depth: u32,
    },
}

/// A search to run.
pub struct Search {
    /// What it is for.
    pub activity: Activity,
    /// Where it starts.
    pub root: Root,
    /// When it ends.
    pub limits: Limits,
}
