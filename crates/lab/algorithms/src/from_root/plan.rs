//! What a worker searches, and what becomes of the result.

use cleave_shared_memory::Plain;
use cleave_smp::Window;

use super::TeamSearch;
use crate::own_root::RootTask;
use crate::traits::{Keys, OwnRoot};

/// The plan of one worker. Methods that are given the team's search are called with it locked.
pub(super) trait Plan<N: OwnRoot + Keys> {
    /// True if the worker may take part in a search for which there are so many seats: one for each
    /// worker of the team, but no more than there are processors.
    fn has_seat(&self, _seats: usize) -> bool {
        true
    }

    /// The worker has just joined this search, or begun it.
    fn enter(&mut self, context: &mut N::Context<'_>, team_search: &mut TeamSearch<N>) -> Next<N>;

    /// The worker has finished its own root, and the team's search is still open.
    fn finish(
        &mut self,
        context: &mut N::Context<'_>,
        team_search: &mut TeamSearch<N>,
        found: Found<N>,
    ) -> Next<N>;

    /// The worker has finished its own root after the team's search was over. True if the result is
    /// of use to it later.
    fn finish_late(&mut self, _context: &mut N::Context<'_>, _found: Found<N>) -> bool {
        false
    }

    /// The worker has no moves to search: its share is empty.
    fn pass(&mut self, _context: &mut N::Context<'_>, _team_search: &mut TeamSearch<N>) -> Next<N> {
        Next::Leave
    }

    /// True if the result that the worker has just brought may have made useless what others search.
    fn has_news(&self) -> bool {
        false
    }

    /// True if what the worker is searching has become useless, though the team's search is open.
    fn is_useless(&self) -> bool {
        false
    }

    /// What the worker searches instead.
    fn renew(&mut self, _team_search: &mut TeamSearch<N>) -> Next<N> {
        Next::Search(RootTask::AS_ASKED)
    }

    /// True if the worker keeps its stack when the team's search is over.
    fn keeps_its_search(&self) -> bool {
        false
    }

    /// Forgets everything, after an alarm.
    fn forget(&mut self) {}
}

/// What a worker does next.
#[derive(Clone, Copy)]
pub(super) enum Next<N: OwnRoot + Keys> {
    /// It begins a search of an own root.
    Search(RootTask),
    /// It goes on with the search that it has kept, so many plies deeper than the team's.
    Resume {
        /// The plies.
        deeper: i32,
    },
    /// This is the result of the team's search, which is over.
    Conclude(Found<N>),
    /// It leaves: there is nothing left for it to do, and somebody else is busy.
    Leave,
}

/// The result of a search of the root.
#[derive(Clone, Copy, Plain)]
pub(super) struct Found<N: OwnRoot + Keys> {
    pub(super) value: N::Value,
    pub(super) line: N::Line,
    /// The window it was found with; `None` for that of the team's search.
    pub(super) window: Option<Window>,
}

impl<N: OwnRoot + Keys> Found<N> {
    /// True if the value is exact, in a search with this window unless it says otherwise.
    pub(super) fn is_exact(&self, asked: Option<Window>) -> bool {
        match (N::score(&self.value), self.window.or(asked)) {
            (Some(score), Some(window)) => window.settles(score, N::full_window()),
            _ => true,
        }
    }
}

/// What has come of a search whose result is made of several workers' results.
#[derive(Clone, Copy, Plain)]
pub(super) struct PartialResult<N: OwnRoot + Keys> {
    pub(super) parts: Parts,
    /// The best result so far.
    pub(super) best: Option<Found<N>>,
}

/// The parts that the work is dealt out in.
#[derive(Clone, Copy, Debug, Plain)]
pub(super) struct Parts {
    /// Workers that they are dealt to.
    pub(super) seats: usize,
    /// Those that have been taken.
    pub(super) taken: usize,
    /// Those that are done.
    pub(super) done: usize,
}

impl<N: OwnRoot + Keys> PartialResult<N> {
    /// Nothing is done in a search for so many workers.
    pub(super) fn of(seats: usize) -> PartialResult<N> {
        PartialResult { parts: Parts { seats, taken: 0, done: 0 }, best: None }
    }
}

/// What this worker has found out about the moves of the root is that of the team.
pub(super) fn publish<N: OwnRoot + Keys>(
    context: &mut N::Context<'_>,
    team_search: &TeamSearch<N>,
) {
    N::keep_root_results(context);
    team_search.root.publish_root_results(context, true);
}

/// The root as the main worker has asked for it. The first to finish it concludes the search.
pub(super) struct AsAsked;

impl<N: OwnRoot + Keys> Plan<N> for AsAsked {
    fn enter(&mut self, _: &mut N::Context<'_>, _: &mut TeamSearch<N>) -> Next<N> {
        Next::Search(RootTask::AS_ASKED)
    }

    fn finish(
        &mut self,
        context: &mut N::Context<'_>,
        team_search: &mut TeamSearch<N>,
        found: Found<N>,
    ) -> Next<N> {
        publish(context, team_search);
        Next::Conclude(found)
    }
}
