//! A worker's search, and the use of its result.

use cleave_shared_memory::Plain;
use cleave_smp::Window;

use super::TeamSearch;
use crate::own_root::RootTask;
use crate::traits::{Keys, OwnRoot};

/// The plan of one worker. Methods with the team's search as argument are called with it locked.
pub(super) trait Plan<N: OwnRoot + Keys> {
    /// Returns true if the worker may take part in a search with this many seats: one for each worker of the team, but
    /// not more than there are processors.
    fn has_seat(&self, _seats: usize) -> bool {
        true
    }

    /// Returns the next action of a worker that has just joined this search, or begun it.
    fn enter(&mut self, context: &mut N::Context<'_>, team_search: &mut TeamSearch<N>) -> Next<N>;

    /// Returns the next action of a worker that has finished its own root while the team's search is still open.
    fn finish(
        &mut self,
        context: &mut N::Context<'_>,
        team_search: &mut TeamSearch<N>,
        found: Found<N>,
    ) -> Next<N>;

    /// Called when the worker has finished its own root after the team's search was over. Returns true if the result is
    /// of use to it later.
    fn finish_late(&mut self, _context: &mut N::Context<'_>, _found: Found<N>) -> bool {
        false
    }

    /// Returns the next action of a worker without moves to search, because its share is empty.
    fn pass(&mut self, _context: &mut N::Context<'_>, _team_search: &mut TeamSearch<N>) -> Next<N> {
        Next::Leave
    }

    /// Returns true if the worker's latest result may have made other workers' searches useless.
    fn has_news(&self) -> bool {
        false
    }

    /// Returns true if the worker's search has become useless although the team's search is open.
    fn is_useless(&self) -> bool {
        false
    }

    /// Returns the search to begin instead.
    fn renew(&mut self, _team_search: &mut TeamSearch<N>) -> Next<N> {
        Next::Search(RootTask::AS_ASKED)
    }

    /// Returns true if the worker keeps its stack when the team's search is over.
    fn keeps_its_search(&self) -> bool {
        false
    }

    /// Forgets everything after an alarm.
    fn forget(&mut self) {}
}

/// The next action of a worker.
#[derive(Clone, Copy)]
pub(super) enum Next<N: OwnRoot + Keys> {
    /// Begin a search of its own root.
    Search(RootTask),
    /// Continue the search that it has kept, `deeper` plies deeper than the team's.
    Resume {
        /// The plies.
        deeper: i32,
    },
    /// Conclude the team's search with this result.
    Conclude(Found<N>),
    /// Leave: nothing is left for it to do, and another worker is busy.
    Leave,
}

/// The result of a search of the root.
#[derive(Clone, Copy, Plain)]
pub(super) struct Found<N: OwnRoot + Keys> {
    pub(super) value: N::Value,
    pub(super) line: N::Line,
    /// The window of the search. `None` for the window of the team's search.
    pub(super) window: Option<Window>,
}

impl<N: OwnRoot + Keys> Found<N> {
    /// Returns true if the value is exact, in its own window or else in the requested one.
    pub(super) fn is_exact(&self, asked: Option<Window>) -> bool {
        match (N::score(&self.value), self.window.or(asked)) {
            (Some(score), Some(window)) => window.settles(score, N::full_window()),
            _ => true,
        }
    }
}

/// The state of a search whose result combines several workers' results.
#[derive(Clone, Copy, Plain)]
pub(super) struct PartialResult<N: OwnRoot + Keys> {
    pub(super) parts: Parts,
    /// The best result so far.
    pub(super) best: Option<Found<N>>,
}

/// The parts into which the work is divided.
#[derive(Clone, Copy, Debug, Plain)]
pub(super) struct Parts {
    /// Workers to which the parts are dealt.
    pub(super) seats: usize,
    /// Parts that have been taken.
    pub(super) taken: usize,
    /// Parts that are done.
    pub(super) done: usize,
}

impl<N: OwnRoot + Keys> PartialResult<N> {
    /// Creates the state of a search for this many workers.
    pub(super) fn of(seats: usize) -> PartialResult<N> {
        PartialResult { parts: Parts { seats, taken: 0, done: 0 }, best: None }
    }
}

/// Publishes this worker's results of the root moves as the team's.
pub(super) fn publish<N: OwnRoot + Keys>(
    context: &mut N::Context<'_>,
    team_search: &TeamSearch<N>,
) {
    N::keep_root_results(context);
    team_search.root.publish_root_results(context, true);
}

/// The plan to search the root as the main worker requested it. The first to finish it concludes the search.
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
