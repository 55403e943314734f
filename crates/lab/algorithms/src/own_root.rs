//! What one worker searches of a root that all workers search.

use cleave_smp::Window;

/// How a worker's own root differs from the root of the team's search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RootTask {
    /// Plies by which it is searched deeper.
    pub deeper: i32,
    /// Its window; `None` for that of the team's search.
    pub window: Option<Window>,
    /// Its moves and their order.
    pub moves: RootMoves,
}

impl RootTask {
    /// The root as the main worker has asked for it.
    pub const AS_ASKED: RootTask = RootTask { deeper: 0, window: None, moves: RootMoves::All };
}

/// How a worker has begun its own root.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RootBegun {
    /// As its task says.
    AsAssigned,
    /// As the main worker has asked for it, whatever the task: all moves, with the depth and window of
    /// the team's search. A game that answers so once always does.
    AsAsked,
    /// Not at all: the task leaves no child to search.
    Empty,
}

/// Which moves of the root a worker searches, and in which order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RootMoves {
    /// All, in the order of the team's search.
    All,
    /// Those of this place, from 0, when the moves are dealt in the order of the team's search to so
    /// many workers in turn.
    Share {
        /// The place.
        place: usize,
        /// The number of workers, at least 1.
        of: usize,
    },
    /// Those of its last own root, ordered by what it has found out about them there.
    Own,
}
