//! The iterative deepening of one worker: it goes on to the next depth by itself.
//!
//! A team's search asks for one depth of the root. A worker that iterates for itself may be beyond
//! that: it keeps the result of the last depth that it has finished, for the main worker to come for,
//! and its search of the next one goes on from one team's search to the next. It begins anew when the
//! main worker asks for a depth that it has not come to, or for another root.

use super::TeamSearch;
use super::plan::{Found, Next, Plan};
use crate::node::Node;
use crate::own_root::{RootMoves, RootTask, Window};

/// The half width of the first window around the value of the last depth: an unusual change of the
/// value from one depth to the next. The sources leave it open.
const HALF_WIDTH: i32 = 16;

/// The plan of a helper that iterates.
pub(super) struct Iteration<N: Node> {
    /// How far ahead of the team it begins.
    plies_ahead: i32,
    /// The root that it iterates on, if it can be told from others.
    key: Option<u64>,
    depth: i32,
    /// The window of that search; `None` until it is begun.
    window: Option<Window>,
    /// How far the window is widened when the value falls outside.
    width: i32,
    /// The descent holds the search of `depth`; else that is still to be begun.
    is_under_way: bool,
    finished: Option<FinishedDepth<N>>,
}

/// The last depth that a worker which iterates for itself has finished.
pub(super) struct FinishedDepth<N: Node> {
    pub(super) depth: i32,
    pub(super) found: Found<N>,
}

impl<N: Node> Iteration<N> {
    pub(super) fn new(plies_ahead: i32) -> Iteration<N> {
        Iteration {
            plies_ahead,
            key: None,
            depth: 0,
            window: None,
            width: HALF_WIDTH,
            is_under_way: false,
            finished: None,
        }
    }

    /// Begins anew at the depth of the team, or some plies ahead of it.
    fn begin(&mut self, team_search: &TeamSearch<N>) -> Next<N> {
        self.depth = team_search.root.height() + self.plies_ahead;
        self.window = team_search.root.window();
        self.width = HALF_WIDTH;
        self.search(team_search, RootMoves::All)
    }

    /// Begins a search of the depth and the window that are due.
    fn search(&mut self, team_search: &TeamSearch<N>, moves: RootMoves) -> Next<N> {
        self.is_under_way = true;
        self.window = self.window.or_else(|| self.first_window(team_search));
        let deeper = self.depth - team_search.root.height();
        Next::Search(RootTask { deeper, window: self.window, moves })
    }

    /// The window around the last value; an open one for as long as the main worker has that.
    fn first_window(&self, team_search: &TeamSearch<N>) -> Option<Window> {
        let asked = team_search.root.window()?;
        let last = self.finished.as_ref().and_then(|finished| N::score(&finished.found.value));
        match last {
            Some(score) if asked != N::full_window() => Some(self.around(score)),
            _ => Some(asked),
        }
    }

    /// Takes a result in, exact or not, and sets what is due next.
    fn take_in(&mut self, context: &mut N::Context<'_>, found: Found<N>) {
        self.is_under_way = false;
        if found.is_exact(self.window) {
            N::keep_root_results(context);
            self.finished = Some(FinishedDepth { depth: self.depth, found });
            self.depth += 1;
            (self.window, self.width) = (None, HALF_WIDTH);
        } else if let (Some(score), Some(last)) = (N::score(&found.value), self.window) {
            self.width *= 2;
            let wider = self.around(score);
            self.window = Some(if score <= last.alpha {
                Window { alpha: wider.alpha, ..last }
            } else {
                Window { beta: wider.beta, ..last }
            });
        }
    }

    fn around(&self, score: i32) -> Window {
        Window { alpha: score - self.width, beta: score + self.width }.within(N::full_window())
    }

    /// The result for a search of this depth, if the worker has finished that or a deeper one.
    fn answer(&self, context: &mut N::Context<'_>, team_search: &TeamSearch<N>) -> Option<Next<N>> {
        let finished = self.finished.as_ref()?;
        (finished.depth >= team_search.root.height()).then(|| {
            team_search.root.publish_root_results(context, true);
            Next::Conclude(finished.found)
        })
    }
}

impl<N: Node> Plan<N> for Iteration<N> {
    fn enter(&mut self, context: &mut N::Context<'_>, team_search: &mut TeamSearch<N>) -> Next<N> {
        if team_search.key.is_none() || team_search.key != self.key {
            *self = Iteration { key: team_search.key, ..Iteration::new(self.plies_ahead) };
            return self.begin(team_search);
        }
        if let Some(answer) = self.answer(context, team_search) {
            return answer;
        }
        let deeper = self.depth - team_search.root.height();
        match self.is_under_way {
            _ if deeper < 0 => self.begin(team_search),
            true => Next::Resume { deeper },
            false => self.search(team_search, RootMoves::Own),
        }
    }

    fn finish(
        &mut self,
        context: &mut N::Context<'_>,
        team_search: &mut TeamSearch<N>,
        found: Found<N>,
    ) -> Next<N> {
        self.take_in(context, found);
        match self.answer(context, team_search) {
            Some(answer) => answer,
            None => self.search(team_search, RootMoves::Own),
        }
    }

    fn finish_late(&mut self, context: &mut N::Context<'_>, found: Found<N>) {
        self.take_in(context, found);
    }

    fn keeps_its_search(&self) -> bool {
        self.is_under_way
    }

    fn forget(&mut self) {
        *self = Iteration::new(self.plies_ahead);
    }
}
