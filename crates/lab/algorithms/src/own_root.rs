//! One worker's search of a root that all workers search.

use cleave_smp::Window;

/// The differences of a worker's own root from the root of the team's search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RootTask {
    /// Plies by which it is deeper.
    pub deeper: i32,
    /// Its window. `None` for the window of the team's search.
    pub window: Option<Window>,
    /// Its moves and their order.
    pub moves: RootMoves,
}

impl RootTask {
    /// The root as the main worker requested it.
    pub const AS_ASKED: RootTask = RootTask { deeper: 0, window: None, moves: RootMoves::All };
}

/// The way in which a worker has begun its own root.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RootBegun {
    /// As its task requires.
    AsAssigned,
    /// As the main worker requested it, with any task: all moves, with the depth and window of the team's search. A
    /// game that returns this once always does.
    AsAsked,
    /// Not begun: the task leaves no child to search.
    Empty,
}

/// The root moves that a worker searches, and their order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RootMoves {
    /// All, in the order of the team's search.
    All,
    /// The moves at this place, from 0, when the moves are dealt out in turn, in the order of the team's search.
    Share {
        /// The place.
        place: usize,
        /// The number of workers, at least 1.
        of: usize,
    },
    /// The moves of its last own root, ordered by its results there.
    Own,
}
