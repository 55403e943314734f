//! Work that takes its time: while it runs, the program listens.

use cleave_search::{Limits, Root};

use crate::session::Activity;

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
