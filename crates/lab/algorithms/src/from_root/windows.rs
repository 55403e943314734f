//! All workers search the same root, each with another window, until its value is known.
//!
//! A search whose window holds the value finds it. All others find a bound: at least beta, or at most alpha. [`Bounds`]
//! keeps the best bounds for all. Values beyond these bounds need no search. So a worker whose window contains no other
//! value takes another window. If it is in the middle of a search, it is called.

use cleave_smp::Window;

use super::TeamSearch;
use super::bounds::{Bounds, Range};
use super::plan::{AsAsked, Found, Next, Parts, Plan, publish};
use crate::own_root::{RootMoves, RootTask};
use crate::traits::{Keys, OwnRoot};

/// Chooses the window that a worker searches next.
pub(super) trait Windows {
    /// True if only the value is required: the search is over when the bounds meet. Otherwise some window must contain
    /// the value, so that its search finds a line to it.
    const ENDS_AT_ONE_VALUE: bool;

    /// Returns the next window that the bounds do not answer, and counts its part as taken. Returns `None` if other
    /// workers are searching all that are left.
    fn next(&self, asked: Asked, range: Range, parts: &mut Parts) -> Option<Window>;
}

/// The request of the team's search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Asked {
    /// The requested window.
    pub(super) window: Window,
    /// The window of all values.
    pub(super) full: Window,
}

/// The plan of a worker that searches windows.
pub(super) struct WindowPlan<'a, W> {
    bounds: &'a Bounds,
    windows: W,
    /// The window of the search under way. `None` for the window of the team's search.
    window: Option<Window>,
}

impl<'a, W: Windows> WindowPlan<'a, W> {
    pub(super) fn new(bounds: &'a Bounds, windows: W) -> WindowPlan<'a, W> {
        WindowPlan { bounds, windows, window: None }
    }

    /// Takes the next window. If there is none and others are busy, leaves. If no other worker is busy, no window has
    /// contained the value and the bounds do not meet. This can happen if the search is unstable. Then this worker
    /// searches all values.
    fn take<N: OwnRoot + Keys>(&mut self, team_search: &mut TeamSearch<N>) -> Next<N> {
        let Some(window) = team_search.root.window() else {
            return Next::Search(RootTask::AS_ASKED);
        };
        let asked = Asked { window, full: N::full_window() };
        let parts = &mut team_search.partial.parts;
        let range = self.bounds.range();
        let next = self.windows.next(asked, range, parts);
        if next.is_none() {
            if parts.done < parts.taken {
                return Next::Leave;
            }
            parts.taken += 1;
        }
        self.window = next.or(Some(asked.full));
        Next::Search(RootTask { deeper: 0, window: self.window, moves: RootMoves::All })
    }
}

impl<N: OwnRoot + Keys, W: Windows> Plan<N> for WindowPlan<'_, W> {
    fn enter(&mut self, context: &mut N::Context<'_>, team_search: &mut TeamSearch<N>) -> Next<N> {
        let parts = team_search.partial.parts;
        if parts.seats == 1 {
            self.window = None;
            return AsAsked.enter(context, team_search);
        }
        if parts.taken == 0 {
            self.bounds.open(N::full_window());
        }
        self.take(team_search)
    }

    fn finish(
        &mut self,
        context: &mut N::Context<'_>,
        team_search: &mut TeamSearch<N>,
        found: Found<N>,
    ) -> Next<N> {
        let (Some(window), Some(score)) = (self.window, N::score(&found.value)) else {
            return AsAsked.finish(context, team_search, found);
        };
        team_search.partial.parts.done += 1;
        if window.settles(score, N::full_window()) {
            return AsAsked.finish(context, team_search, found);
        }
        if self.bounds.narrow(window, score) {
            // The move that has failed high is the best one unless a better one comes.
            publish(context, team_search);
            team_search.partial.best = Some(found);
        }
        match (team_search.partial.best, self.bounds.range().value()) {
            (Some(best), Some(score)) if W::ENDS_AT_ONE_VALUE => {
                let (alpha, beta) = (score.saturating_sub(1), score.saturating_add(1));
                let window = Window { alpha, beta };
                Next::Conclude(Found { window: Some(window), ..best })
            }
            _ => self.take(team_search),
        }
    }

    fn has_news(&self) -> bool {
        self.window.is_some()
    }

    fn is_useless(&self) -> bool {
        self.window.is_some_and(|window| self.bounds.range().answers(window))
    }

    fn renew(&mut self, team_search: &mut TeamSearch<N>) -> Next<N> {
        team_search.partial.parts.done += 1;
        self.take(team_search)
    }
}

#[cfg(test)]
mod tests {
    use cleave_shared_memory::SharedSlice;

    use super::super::plan::PartialResult;
    use super::*;
    use crate::testing::TinyNode;

    /// A list of questions that are all asked.
    struct NoQuestion;

    impl Windows for NoQuestion {
        const ENDS_AT_ONE_VALUE: bool = true;

        fn next(&self, _: Asked, _: Range, _: &mut Parts) -> Option<Window> {
            None
        }
    }

    /// Returns the step that follows the last of these answers, each a null window's beta and a score.
    fn after(answers: &[(i32, i32)]) -> Next<TinyNode> {
        with_others_busy(0, answers)
    }

    /// Returns the same while this many others search.
    fn with_others_busy(others: usize, answers: &[(i32, i32)]) -> Next<TinyNode> {
        let bounds: SharedSlice<Bounds> = SharedSlice::new("bounds", 1).unwrap();
        bounds[0].open(Window { alpha: -100, beta: 100 });
        let mut plan = WindowPlan::new(&bounds[0], NoQuestion);
        let mut partial = PartialResult::of(2);
        partial.parts.taken = answers.len() + others;
        let root = TinyNode::root_with_window(1, Window { alpha: -100, beta: 100 });
        let mut team_search = TeamSearch { root, step: 0, key: None, partial };
        let mut next = Next::Leave;
        for &(beta, value) in answers {
            plan.window = Some(Window { alpha: beta - 1, beta });
            next = plan.finish(&mut 0, &mut team_search, Found { value, line: 0, window: None });
        }
        next
    }

    /// Otherwise it would be searched again and again.
    #[test]
    fn a_part_at_the_end_of_all_values_holds_those_at_the_end() {
        let bounds: SharedSlice<Bounds> = SharedSlice::new("bounds", 1).unwrap();
        let full = TinyNode::full_window();
        bounds[0].open(full);
        let mut plan = WindowPlan::new(&bounds[0], NoQuestion);
        let partial = PartialResult::of(2);
        let mut team_search = TeamSearch { root: TinyNode::root(1), step: 0, key: None, partial };
        plan.window = Some(Window { alpha: 0, ..full });
        let found = Found { value: full.beta, line: 0, window: None };
        let next = plan.finish(&mut 0, &mut team_search, found);
        assert!(matches!(next, Next::Conclude(Found { value, .. }) if value == full.beta));
    }

    #[test]
    fn bounds_conclude_the_search_only_where_they_meet() {
        let Next::Conclude(found) = after(&[(10, 10), (11, 10)]) else { panic!("the value is 10") };
        assert_eq!((found.value, found.window), (10, Some(Window { alpha: 9, beta: 11 })));
        assert!(matches!(after(&[(10, 10), (11, 9)]), Next::Search(_)), "at least 10, at most 9");
    }
    #[test]
    fn a_worker_without_a_question_leaves_while_others_search() {
        assert!(matches!(with_others_busy(1, &[(10, 10)]), Next::Leave));
        assert!(matches!(with_others_busy(0, &[(10, 10)]), Next::Search(_)), "nobody else does");
    }

    #[test]
    fn a_window_that_the_bounds_answer_is_useless() {
        let bounds: SharedSlice<Bounds> = SharedSlice::new("bounds", 1).unwrap();
        bounds[0].open(Window { alpha: -100, beta: 100 });
        let mut plan = WindowPlan::new(&bounds[0], NoQuestion);
        let is_useless = |plan: &WindowPlan<'_, NoQuestion>| Plan::<TinyNode>::is_useless(plan);
        assert!(!is_useless(&plan), "it is not searching");
        plan.window = Some(Window { alpha: 9, beta: 10 });
        assert!(!is_useless(&plan));
        bounds[0].narrow(Window { alpha: 19, beta: 20 }, 20);
        assert!(is_useless(&plan), "the value is at least 20");
        plan.window = Some(Window { alpha: 29, beta: 30 });
        assert!(!is_useless(&plan));
    }
}
