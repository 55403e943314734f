//! The iterative deepening of one worker, which continues to the next depth by itself.
//!
//! A team's search requests one depth of the root. A worker that iterates by itself may be deeper. It keeps the result
//! of the last depth that it has finished, and its search of the next depth continues from one team's search to the
//! next. In [`lazy`](super::lazy) the main worker takes that result. The worker begins anew when the team requests a
//! depth that it has not reached. Another root always begins anew.

use cleave_smp::Window;

use super::TeamSearch;
use super::plan::{Found, Next, Plan};
use crate::own_root::{RootMoves, RootTask};
use crate::traits::{Keys, OwnRoot};

/// The half width of the first window around the value of the last depth: an unusual change of the
/// value from one depth to the next. The sources leave it open.
const HALF_WIDTH: i32 = 16;

/// The plan of a helper that iterates.
pub(super) struct Iteration<N: OwnRoot + Keys> {
    /// The plies by which it begins ahead of the team.
    plies_ahead: i32,
    /// The key of its root, if the root can be distinguished from others.
    key: Option<u64>,
    depth: i32,
    /// The window of that search. `None` until it begins.
    window: Option<Window>,
    /// The amount by which the window is widened when the value falls outside.
    width: i32,
    /// The descent holds the search of `depth`. Otherwise that search has not begun.
    is_under_way: bool,
    finished: Option<FinishedDepth<N>>,
}

/// The last depth that a worker which iterates by itself has finished.
pub(super) struct FinishedDepth<N: OwnRoot + Keys> {
    pub(super) depth: i32,
    pub(super) found: Found<N>,
}

impl<N: OwnRoot + Keys> Iteration<N> {
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

    /// Returns the current depth.
    pub(super) fn depth(&self) -> i32 {
        self.depth
    }

    /// Skips the depths before this one.
    pub(super) fn set_depth(&mut self, depth: i32) {
        self.depth = depth;
    }

    /// Returns true if the descent holds the search of that depth, and false if that search has not begun.
    pub(super) fn is_under_way(&self) -> bool {
        self.is_under_way
    }

    /// Returns true if this search is of the worker's root.
    pub(super) fn is_of(&self, team_search: &TeamSearch<N>) -> bool {
        self.key.is_some() && self.key == team_search.key
    }

    /// Begins anew, at this depth of the team's root.
    pub(super) fn begin_at(&mut self, team_search: &TeamSearch<N>, depth: i32) -> Next<N> {
        self.key = team_search.key;
        self.depth = depth;
        self.window = team_search.root.window();
        self.width = HALF_WIDTH;
        self.search(team_search, RootMoves::All)
    }

    /// Begins anew, at the depth of the team or some plies ahead of it.
    fn begin_ahead(&mut self, team_search: &TeamSearch<N>) -> Next<N> {
        self.begin_at(team_search, team_search.root.depth() + self.plies_ahead)
    }

    /// Begins a search with the due depth and window.
    pub(super) fn search(&mut self, team_search: &TeamSearch<N>, moves: RootMoves) -> Next<N> {
        self.is_under_way = true;
        self.window = self.window.or_else(|| self.first_window(team_search));
        let deeper = self.depth - team_search.root.depth();
        Next::Search(RootTask { deeper, window: self.window, moves })
    }

    /// Returns the window around the last value. The window is open while the main worker's is.
    fn first_window(&self, team_search: &TeamSearch<N>) -> Option<Window> {
        let asked = team_search.root.window()?;
        let last = self.finished.as_ref().and_then(|finished| N::score(&finished.found.value));
        match last {
            Some(score) if asked != N::full_window() => Some(self.around(score)),
            _ => Some(asked),
        }
    }

    /// Takes in a result, and sets the due depth and window. Returns true if it is exact, so that the depth is
    /// finished.
    pub(super) fn take_in(&mut self, context: &mut N::Context<'_>, found: Found<N>) -> bool {
        self.is_under_way = false;
        let is_exact = found.is_exact(self.window);
        if is_exact {
            N::keep_root_results(context);
            self.finished = Some(FinishedDepth { depth: self.depth, found });
            self.depth += 1;
            (self.window, self.width) = (None, HALF_WIDTH);
        } else if let (Some(score), Some(last)) = (N::score(&found.value), self.window) {
            self.width = self.width.saturating_mul(2);
            let wider = self.around(score);
            self.window = Some(if score <= last.alpha {
                Window { alpha: wider.alpha, ..last }
            } else {
                Window { beta: wider.beta, ..last }
            });
        }
        is_exact
    }

    fn around(&self, score: i32) -> Window {
        N::full_window().around(score, self.width)
    }

    /// Returns the result for a search of this depth, if the worker has finished this depth or a deeper one.
    fn answer(&self, context: &mut N::Context<'_>, team_search: &TeamSearch<N>) -> Option<Next<N>> {
        let finished = self.finished.as_ref()?;
        (finished.depth >= team_search.root.depth()).then(|| {
            team_search.root.publish_root_results(context, true);
            Next::Conclude(finished.found)
        })
    }
}

impl<N: OwnRoot + Keys> Plan<N> for Iteration<N> {
    fn enter(&mut self, context: &mut N::Context<'_>, team_search: &mut TeamSearch<N>) -> Next<N> {
        if !self.is_of(team_search) {
            *self = Iteration::new(self.plies_ahead);
            return self.begin_ahead(team_search);
        }
        if let Some(answer) = self.answer(context, team_search) {
            return answer;
        }
        let deeper = self.depth - team_search.root.depth();
        match self.is_under_way {
            _ if deeper < 0 => self.begin_ahead(team_search),
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

    fn finish_late(&mut self, context: &mut N::Context<'_>, found: Found<N>) -> bool {
        self.take_in(context, found);
        true
    }

    fn keeps_its_search(&self) -> bool {
        self.is_under_way
    }

    fn forget(&mut self) {
        *self = Iteration::new(self.plies_ahead);
    }
}

#[cfg(test)]
mod tests {
    use super::super::plan::PartialResult;
    use super::*;
    use crate::testing::TinyNode;

    /// Returns the team's search of this depth, with this window.
    fn search_to(depth: i32, window: Option<Window>) -> TeamSearch<TinyNode> {
        let root = match window {
            Some(window) => TinyNode::root_with_window(depth, window),
            None => TinyNode::root(depth),
        };
        TeamSearch { root, step: 0, key: Some(1), partial: PartialResult::of(2) }
    }

    fn found(value: i32) -> Found<TinyNode> {
        Found { value, line: 0, window: None }
    }

    /// Returns the search that a worker begins: the plies by which it is deeper than the team, its window, and its
    /// moves.
    fn begun(next: Next<TinyNode>) -> (i32, Option<Window>, RootMoves) {
        let Next::Search(task) = next else { panic!("a search is begun") };
        (task.deeper, task.window, task.moves)
    }

    #[test]
    fn a_worker_goes_on_to_the_next_depth_by_itself() {
        let mut iteration = Iteration::new(1);
        assert_eq!(
            begun(iteration.enter(&mut 0, &mut search_to(5, None))),
            (1, None, RootMoves::All)
        );
        // The worker is still at depth 6 when the team reaches it.
        let resumed = iteration.enter(&mut 0, &mut search_to(6, None));
        assert!(matches!(resumed, Next::Resume { deeper: 0 }));
        iteration.finish_late(&mut 0, found(10));
        let answer = iteration.enter(&mut 0, &mut search_to(6, None));
        assert!(matches!(answer, Next::Conclude(Found { value: 10, .. })), "it knows the answer");
        let ahead = iteration.enter(&mut 0, &mut search_to(7, None));
        assert_eq!(begun(ahead), (0, None, RootMoves::Own), "depth 7 is the next");
        assert!(iteration.keeps_its_search());
    }

    #[test]
    fn a_result_of_a_lower_depth_is_no_answer() {
        let mut iteration = Iteration::new(0);
        iteration.enter(&mut 0, &mut search_to(5, None));
        iteration.finish_late(&mut 0, found(10));
        let begun = begun(iteration.enter(&mut 0, &mut search_to(8, None)));
        assert_eq!(begun, (0, None, RootMoves::All), "it was at depth 6: too far behind");
    }

    #[test]
    fn another_root_is_begun_anew() {
        let mut iteration = Iteration::new(1);
        iteration.enter(&mut 0, &mut search_to(5, None));
        iteration.finish_late(&mut 0, found(10));
        let mut other = TeamSearch { key: Some(2), ..search_to(5, None) };
        assert_eq!(begun(iteration.enter(&mut 0, &mut other)), (1, None, RootMoves::All));
        let mut nameless = TeamSearch { key: None, ..search_to(5, None) };
        assert_eq!(begun(iteration.enter(&mut 0, &mut nameless)).0, 1, "it may be any root");
    }

    /// After an alarm the descent is empty, so that there is nothing to resume.
    #[test]
    fn a_worker_that_has_forgotten_begins_anew() {
        let mut iteration = Iteration::new(1);
        iteration.enter(&mut 0, &mut search_to(5, None));
        iteration.forget();
        assert!(!iteration.keeps_its_search());
        let begun = begun(iteration.enter(&mut 0, &mut search_to(6, None)));
        assert_eq!(begun, (1, None, RootMoves::All));
    }

    #[test]
    fn a_depth_begins_around_the_last_value_and_widens_on_the_side_that_fails() {
        let asked = Window { alpha: -50, beta: 50 };
        let team_search = &mut search_to(5, Some(asked));
        let mut iteration = Iteration::new(0);
        assert_eq!(begun(iteration.enter(&mut 0, team_search)).1, Some(asked));
        iteration.finish_late(&mut 0, found(10));

        let team_search = &mut search_to(6, Some(asked));
        let next = begun(iteration.enter(&mut 0, team_search));
        assert_eq!(next, (0, Some(Window { alpha: -6, beta: 26 }), RootMoves::Own));
        let low = begun(iteration.finish(&mut 0, team_search, found(-6)));
        assert_eq!(low, (0, Some(Window { alpha: -38, beta: 26 }), RootMoves::Own));
        let high = begun(iteration.finish(&mut 0, team_search, found(30)));
        assert_eq!(high, (0, Some(Window { alpha: -38, beta: 94 }), RootMoves::Own));
        let answer = iteration.finish(&mut 0, team_search, found(31));
        assert!(matches!(answer, Next::Conclude(Found { value: 31, .. })));
    }

    /// Otherwise the window would be widened forever.
    #[test]
    fn the_least_and_the_greatest_of_all_values_are_exact() {
        let full = TinyNode::full_window();
        for value in [full.alpha, full.beta] {
            let mut iteration = Iteration::new(0);
            iteration.enter(&mut 0, &mut search_to(1, Some(full)));
            iteration.finish_late(&mut 0, found(value));
            assert!(iteration.finished.is_some_and(|finished| finished.found.value == value));
        }
    }

    /// Otherwise the first results of a search without a starting value would fail.
    #[test]
    fn the_window_is_open_while_the_teams_window_is_open() {
        let full = TinyNode::full_window();
        let mut iteration = Iteration::new(0);
        iteration.enter(&mut 0, &mut search_to(1, Some(full)));
        iteration.finish_late(&mut 0, found(10));
        let next = begun(iteration.enter(&mut 0, &mut search_to(2, Some(full))));
        assert_eq!(next.1, Some(full));
    }
}
