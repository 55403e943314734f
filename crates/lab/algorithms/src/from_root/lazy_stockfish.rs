//! `lazy-stockfish`: every worker iterates at its own pace, skips some depths, and votes at the end.
//!
//! This is Lazy SMP as in Stockfish's versions 10 and 11 (2018 to 2020). All workers begin at the same depth, and each
//! helper skips half of the depths:
//!
//! ```text
//!   main worker  │ 8 │── 9 ──│── 10 ──│─── 11 ───│──── 12 ───
//!   worker 1     │ 8 │── 10 ──│──── 12 ────│                  every other depth
//!   worker 2     │── 9 ──│─── 11 ───│──── 13 ────             the others
//!   worker 3     │ 8 │── 9 ──│──── 12 ────│                   two, and two not
//! ```
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

use cleave_smp::WorkerId;

use super::exclusion::Nobody;
use super::iteration::Iteration;
use super::plan::{AsAsked, Found, Next, Plan};
use super::{Rules, SharedRoot, TeamSearch};
use crate::open_search::MOST_AHEAD;
use crate::own_root::RootMoves;
use crate::traits::{Keys, OwnRoot};

pub(crate) fn rules<'a, N: OwnRoot + Keys>(_: &'a SharedRoot<N>, who: WorkerId) -> Rules<'a, N> {
    let plan: Box<dyn Plan<N>> = match Skips::of(who) {
        None => Box::new(AsAsked),
        Some(skips) => Box::new(OwnPace { iteration: Iteration::new(0), skips }),
    };
    Rules { plan, exclusion: Box::new(Nobody) }
}

/// The depths that a helper skips: it searches a run of depths, then skips the same number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Skips {
    /// The length of a run.
    run: i32,
    /// The depths by which its runs begin earlier than those of others.
    phase: i32,
}

impl Skips {
    /// The longest run. Further helpers use the runs of the first ones again.
    const LONGEST: i32 = 4;

    /// Returns the skips of a helper. Two helpers have runs of one depth, the next four of two depths, six of three,
    /// and so on, each with another phase. Returns `None` for the main worker.
    fn of(who: WorkerId) -> Option<Skips> {
        let helper = who.index().checked_sub(1)? as i32;
        let different = Self::LONGEST * (Self::LONGEST + 1);
        let (mut run, mut phase) = (1, helper % different);
        while phase >= 2 * run {
            phase -= 2 * run;
            run += 1;
        }
        Some(Skips { run, phase })
    }

    fn leave_out(self, depth: i32) -> bool {
        (depth + self.phase) / self.run % 2 != 0
    }

    /// Returns the first depth from this one on that it searches.
    fn from(self, mut depth: i32) -> i32 {
        while self.leave_out(depth) {
            depth += 1;
        }
        depth
    }
}

/// The plan of a helper.
struct OwnPace<N: OwnRoot + Keys> {
    iteration: Iteration<N>,
    skips: Skips,
}

impl<N: OwnRoot + Keys> OwnPace<N> {
    /// Takes in a result. An exact result becomes the worker's vote.
    fn take_in(&mut self, context: &mut N::Context<'_>, found: Found<N>) {
        let depth = self.iteration.depth();
        if self.iteration.take_in(context, found) {
            N::vote(context, depth, &found.value, &found.line);
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
        let skips = Skips::of(WorkerId::new(worker)).expect("a helper");
        OwnPace { iteration: Iteration::new(0), skips }
    }

    #[test]
    fn at_each_depth_half_of_the_helpers_are_missing_and_no_two_skip_the_same_depths() {
        assert_eq!(Skips::of(WorkerId::MAIN), None);
        let all: Vec<Skips> = (1..=20).filter_map(|id| Skips::of(WorkerId::new(id))).collect();
        for depth in 1..100 {
            assert_eq!(all.iter().filter(|skips| skips.leave_out(depth)).count(), 10);
        }
        let searched = |skips: &Skips| (1..50).filter(|&depth| !skips.leave_out(depth)).collect();
        let mut different: Vec<Vec<i32>> = all.iter().map(searched).collect();
        different.sort();
        different.dedup();
        assert_eq!(different.len(), 20);
        assert_eq!(Skips::of(WorkerId::new(21)), Skips::of(WorkerId::new(1)));
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
