//! A search of the root, and its result.

use crate::arena::{RootOutcome, Window};
use crate::node::Node;
use crate::stats::Stats;

/// A search of the root, alone or as one of an iterative deepening.
pub struct RootSearch<'r, N: Node> {
    /// The live root.
    pub root: &'r N,
    /// The data that workers need before their first job.
    pub setup: &'r N::Setup,
    /// The live root of the next iteration, for workers without work in this one; see
    /// [`Params::next_from`](crate::Params::next_from). Some algorithms do not begin it.
    pub next: Option<&'r N>,
    /// This search was the `next` of the last one. If its tree has been begun and still exists, the search *adopts* it,
    /// with the root, the window and the move order of that `next`. Otherwise, and after a stopped search, it begins at
    /// `root`.
    pub adopts: bool,
}

impl<'r, N: Node> RootSearch<'r, N> {
    /// Creates a search of this root alone.
    pub fn of(root: &'r N, setup: &'r N::Setup) -> RootSearch<'r, N> {
        RootSearch { root, setup, next: None, adopts: false }
    }
}

/// How a search ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End<V> {
    /// The value of the root is known.
    Value(V),
    /// The search was stopped.
    Stopped,
    /// A worker died. It has been replaced, or the team is smaller now. The caller may begin the search again.
    WorkerDied,
}

/// The result of a search.
pub struct Finished<N: Node> {
    /// How it ended.
    pub end: End<N::Value>,
    /// The best line at the root; empty if a worker died.
    pub line: N::Line,
    /// The window within which the value is exact, if it is not the window of the given root.
    pub window: Option<Window>,
    /// The statistics; empty if a worker died. Work on the next iteration counts in the search that is under way when the
    /// worker publishes its counters.
    pub stats: Stats,
    /// The search adopted the tree that was begun as the next iteration.
    pub is_adopted: bool,
}

impl<N: Node> Finished<N> {
    /// Creates the result of a search from this outcome.
    pub fn new(outcome: RootOutcome<N>, stats: Stats) -> Finished<N> {
        let end = outcome.value.map_or(End::Stopped, End::Value);
        Finished { end, line: outcome.line, window: outcome.window, stats, is_adopted: false }
    }

    /// Returns the result of a search in which a worker has died.
    pub fn after_a_death() -> Finished<N> {
        let line = *N::default().line();
        let stats = Stats::default();
        Finished { end: End::WorkerDied, line, window: None, stats, is_adopted: false }
    }
}

/// A team that deepens iteratively, in real time or simulated.
pub trait IteratingTeam<N: Node> {
    /// Searches a root with the whole team. A next iteration that was begun with it goes on when this
    /// returns, until it is adopted by the next search or [given up](IteratingTeam::give_up_next).
    fn search_iteration(
        &mut self,
        context: &mut N::Context<'_>,
        search: &RootSearch<'_, N>,
    ) -> Finished<N>;

    /// Gives up the next iteration, if there is one. No worker searches when this returns. The caller must call it at
    /// the end. Returns the work that is not in the statistics so far. Returns `None` if a worker has died, because the
    /// counts since the last search are lost with it.
    fn give_up_next(&mut self, context: &mut N::Context<'_>) -> Option<Stats>;

    /// Returns true if the next iteration has begun, and has neither been adopted nor given up.
    fn has_next(&self) -> bool;

    /// Returns true if there is a next iteration that has not been stopped, so that the next search may adopt it.
    fn has_next_to_adopt(&self) -> bool;
}
