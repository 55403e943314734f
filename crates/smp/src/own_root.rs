//! Windows, and what one worker searches of a root that all workers search.

use cleave_shared_memory::Plain;

/// The window of a search: a value between its bounds is exact, and every other value is a bound.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Plain)]
pub struct Window {
    /// A value of at most this is an upper bound (the search fails low).
    pub alpha: i32,
    /// A value of at least this is a lower bound (the search fails high).
    pub beta: i32,
}

impl Window {
    /// True if a search with this window that finds this value proves it to be exact.
    pub fn holds(self, score: i32) -> bool {
        self.alpha < score && score < self.beta
    }

    /// True for a window with no value in it, whose search only asks on which side the value lies.
    pub fn is_null(self) -> bool {
        self.alpha.checked_add(1) == Some(self.beta)
    }

    /// True if no value lies between the bounds, and none is asked for: its node is decided.
    pub fn is_empty(self) -> bool {
        self.alpha >= self.beta
    }

    /// The same window, as the other side sees it.
    pub fn turned(self) -> Window {
        Window { alpha: self.beta.saturating_neg(), beta: self.alpha.saturating_neg() }
    }

    /// The part of this window within `limits`.
    pub fn within(self, limits: Window) -> Window {
        Window { alpha: self.alpha.max(limits.alpha), beta: self.beta.min(limits.beta) }
    }
}

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
