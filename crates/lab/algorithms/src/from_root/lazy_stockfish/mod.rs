//! `lazy-stockfish-10`, `-13` and `-18`: every worker iterates at its own pace, and the workers vote at the end.
//!
//! Lazy SMP as in Stockfish, by version. All workers begin at the same depth and go on by themselves:
//!
//! ```text
//!   main worker  │ 8 │── 9 ──│── 10 ──│─── 11 ───│──── 12 ───
//!   worker 1     │ 8 │── 10 ──│──── 12 ────│                  10: every other depth
//!   worker 2     │── 9 ──│─── 11 ───│──── 13 ────             10: the others
//!   worker 3     │ 8 │── 9 ──│── 10 ──│─── 11 ───│            13 and 18: all depths
//! ```
//!
//! | algorithm | versions | depths | near the root | weight of a vote |
//! |---|---|---|---|---|
//! | `lazy-stockfish-10` | 7 to 10 (2016 to 2019) | half of them ([`skips`]) | nothing | margin + depth, as in 10 |
//! | `lazy-stockfish-13` | 11 to 13 (2020, 2021) | all | reduced more where another worker is ([`breadcrumbs`]) | margin × depth |
//! | `lazy-stockfish-18` | 18 (2026) | all | nothing | margin × depth |
//!
//! The margin is the value of a vote above that of the worst. Workers of version 18 share the corrections of the
//! evaluation ([`Learning::MovesOfWorker`](crate::Learning::MovesOfWorker)). In the others, and in versions 14 to 17,
//! each worker learns by itself. Version 18 does not share the correction by the last moves, and later versions also
//! share histories of pawn structures and of replies. Here all corrections are shared, and no history.
//!
//! | question | answer |
//! |---|---|
//! | What may be shared? | nothing but the transposition table; in chess each worker has its own histories |
//! | Who may take it? | everybody searches everything that the table does not answer |
//! | Who carries the value up? | every worker for itself; at the end the workers vote |
//! | Who iterates? | everybody at its own pace: a depth of the team is done when the main worker has done it |
//!
//! No worker waits for another, and none begins anew because another is deeper. So the time to a depth is the main
//! worker's time, helped only by the table. In [`lazy`](super::lazy) the first worker to finish it counts. The helpers'
//! results beyond that depth matter when the search ends by its time. Then a [vote](OwnRoot::vote), weighted by depth
//! and value, selects the best line of all workers.
//!
//! In Stockfish a helper also votes with results of a depth that it has not finished. Here only the main worker does.
//! In Stockfish the helpers continue while the main worker prepares its next depth. Here they pause until the last of
//! them has noticed the end. A helper more than 32 plies deeper than the team waits, as in [`uidpabs`](super::uidpabs),
//! because at a decided root it would deepen without end.

pub(super) mod breadcrumbs;
mod skips;

use cleave_smp::WorkerId;

use super::exclusion::{Exclusion, Nobody};
use super::iteration::Iteration;
use super::plan::{AsAsked, Found, Next, Plan};
use super::{Rules, SharedRoot, TeamSearch};
use crate::open_search::MOST_AHEAD;
use crate::own_root::RootMoves;
use crate::traits::{Keys, OwnRoot, Weighing};
use breadcrumbs::OfWorker;
use skips::Skips;

/// Versions 7 to 10: helpers skip depths.
pub(crate) fn rules_10<'a, N: OwnRoot + Keys>(_: &'a SharedRoot<N>, who: WorkerId) -> Rules<'a, N> {
    rules(who, Skips::of(who), Weighing::Sum, Box::new(Nobody))
}

/// Versions 11 to 13: no helper skips depths, and workers leave breadcrumbs.
pub(crate) fn rules_13<'a, N: OwnRoot + Keys>(
    shared: &'a SharedRoot<N>,
    who: WorkerId,
) -> Rules<'a, N> {
    let breadcrumbs = OfWorker::new(&shared.breadcrumbs, who);
    rules(who, Skips::NONE, Weighing::Product, Box::new(breadcrumbs))
}

/// Version 18: no helper skips depths.
pub(crate) fn rules_18<'a, N: OwnRoot + Keys>(_: &'a SharedRoot<N>, who: WorkerId) -> Rules<'a, N> {
    rules(who, Skips::NONE, Weighing::Product, Box::new(Nobody))
}

fn rules<'a, N: OwnRoot + Keys>(
    who: WorkerId,
    skips: Skips,
    weighing: Weighing,
    exclusion: Box<dyn Exclusion<N> + 'a>,
) -> Rules<'a, N> {
    let plan: Box<dyn Plan<N>> = match who {
        WorkerId::MAIN => Box::new(AsAsked),
        _ => Box::new(OwnPace { iteration: Iteration::new(0), skips, weighing }),
    };
    Rules { plan, exclusion }
}

/// The plan of a helper.
struct OwnPace<N: OwnRoot + Keys> {
    iteration: Iteration<N>,
    skips: Skips,
    weighing: Weighing,
}

impl<N: OwnRoot + Keys> OwnPace<N> {
    /// Takes in a result. An exact result becomes the worker's vote.
    fn take_in(&mut self, context: &mut N::Context<'_>, found: Found<N>) {
        let depth = self.iteration.depth();
        if self.iteration.take_in(context, found) {
            N::vote(context, self.weighing, depth, &found.value, &found.line);
            self.iteration.set_depth(self.skips.from(depth + 1));
        }
    }

    fn go_on(&mut self, team_search: &TeamSearch<N>) -> Next<N> {
        let deeper = self.iteration.depth() - team_search.root.depth();
        match self.iteration.is_under_way() {
            true => Next::Resume { deeper },
            false if deeper > MOST_AHEAD => Next::Leave,
            false => self.iteration.search(team_search, RootMoves::Own),
        }
    }
}

impl<N: OwnRoot + Keys> Plan<N> for OwnPace<N> {
    fn enter(&mut self, _: &mut N::Context<'_>, team_search: &mut TeamSearch<N>) -> Next<N> {
        if self.iteration.is_of(team_search) {
            return self.go_on(team_search);
        }
        self.iteration = Iteration::new(0);
        let depth = self.skips.from(team_search.root.depth());
        self.iteration.begin_at(team_search, depth)
    }

    fn finish(
        &mut self,
        context: &mut N::Context<'_>,
        team_search: &mut TeamSearch<N>,
        found: Found<N>,
    ) -> Next<N> {
        self.take_in(context, found);
        self.go_on(team_search)
    }

    fn finish_late(&mut self, context: &mut N::Context<'_>, found: Found<N>) -> bool {
        self.take_in(context, found);
        true
    }

    fn keeps_its_search(&self) -> bool {
        self.iteration.is_under_way()
    }

    fn forget(&mut self) {
        self.iteration = Iteration::new(0);
    }
}

#[cfg(test)]
mod tests {
    use cleave_smp::Window;

    use super::super::plan::PartialResult;
    use super::*;
    use crate::testing::{TinyNode, calls_of};

    fn search_to(depth: i32) -> TeamSearch<TinyNode> {
        let root = TinyNode::root(depth);
        TeamSearch { root, step: 0, key: Some(1), partial: PartialResult::of(4) }
    }

    fn found(value: i32) -> Found<TinyNode> {
        Found { value, line: 0, window: None }
    }

    /// Returns the plies by which the worker begins deeper than the team.
    fn begun(next: Next<TinyNode>) -> i32 {
        let Next::Search(task) = next else { panic!("a search is begun") };
        task.deeper
    }

    fn plan_of(worker: usize) -> OwnPace<TinyNode> {
        let skips = Skips::of(WorkerId::new(worker));
        OwnPace { iteration: Iteration::new(0), skips, weighing: Weighing::Sum }
    }

    /// In `lazy` it would conclude the team's search, and begin anew when it is behind.
    #[test]
    fn a_helper_goes_its_own_way_whether_ahead_of_the_team_or_behind() {
        let mut plan = plan_of(3);
        assert_eq!((plan.skips.from(5), plan.skips.from(6)), (5, 8));
        assert_eq!(begun(plan.enter(&mut 0, &mut search_to(5))), 0);
        assert_eq!(begun(plan.finish(&mut 0, &mut search_to(5), found(7))), 3, "depth 8");
        for team in [6, 9] {
            let resumed = plan.enter(&mut 0, &mut search_to(team));
            assert!(matches!(resumed, Next::Resume { deeper } if deeper == 8 - team));
        }
        plan.finish_late(&mut 0, found(8));
        assert_eq!(begun(plan.enter(&mut 0, &mut search_to(12))), -3, "depth 9");
    }

    #[test]
    fn a_helper_votes_with_each_depth_that_it_has_finished_and_with_nothing_else() {
        let mut plan = plan_of(3);
        let window = Window { alpha: -50, beta: 50 };
        let root = TinyNode::root_with_window(5, window);
        let mut asked = TeamSearch { root, ..search_to(5) };
        let mut votes_of = |value| {
            plan.enter(&mut 0, &mut asked);
            calls_of(|| plan.finish_late(&mut 0, found(value))).1
        };
        assert_eq!(votes_of(-60), [], "it has failed low");
        assert_eq!(votes_of(-60), [("vote", 5)]);
        assert_eq!(votes_of(-55), [("vote", 8)]);
    }

    #[test]
    fn a_helper_far_ahead_waits() {
        let mut plan = plan_of(3);
        plan.enter(&mut 0, &mut search_to(5));
        let mut deepest = 0;
        let left = loop {
            match plan.finish(&mut 0, &mut search_to(5), found(7)) {
                Next::Search(task) => deepest = task.deeper,
                next => break next,
            }
        };
        assert!(matches!(left, Next::Leave));
        assert!((MOST_AHEAD - 2..=MOST_AHEAD).contains(&deepest), "{deepest}");
        assert!(!plan.keeps_its_search());
        assert!(begun(plan.enter(&mut 0, &mut search_to(9))) > MOST_AHEAD - 4);
    }

    #[test]
    fn another_root_is_begun_anew() {
        let mut plan = plan_of(3);
        plan.enter(&mut 0, &mut search_to(5));
        let mut other = TeamSearch { key: Some(2), ..search_to(1) };
        assert_eq!(begun(plan.enter(&mut 0, &mut other)), 0);
    }
}
