//! The search that is running, and how it is ended.

use std::time::{Duration, Instant};

use cleave_board::Position;
use cleave_search::{Clock, Status};

use super::delays::Delays;
use crate::task::Activity;

/// Once the input has ended, what still runs may take this long; `quit` has a second.
const GRACE: Duration = Duration::from_millis(700);

/// The search that is running, if one is.
#[derive(Debug, Default)]
pub struct Running {
    search: Option<RunningSearch>,
    /// How long a search for a move was kept from its clock; kept until the next search begins.
    delays: Delays,
    /// It must stop at its next look at the input.
    stop: bool,
    /// It must have stopped by then: something else is waiting.
    deadline: Option<Instant>,
    /// The input has ended: what still runs, and what still waits, must be done by then.
    quit_by: Option<Instant>,
}

/// A search, while it runs.
#[derive(Clone, Debug)]
pub struct RunningSearch {
    /// What it is for.
    pub activity: Activity,
    /// The position it started from.
    pub root: Position,
    /// The clock it was given; while pondering, the one that a ponder hit starts.
    pub clock: Clock,
    /// How far it is; none before its first look at the input.
    pub status: Option<Status>,
}

impl RunningSearch {
    /// A search about to start.
    pub fn new(activity: Activity, root: Position, clock: Clock) -> RunningSearch {
        RunningSearch { activity, root, clock, status: None }
    }
}

impl Running {
    /// The search that is running.
    pub fn search(&self) -> Option<&RunningSearch> {
        self.search.as_ref()
    }

    /// What it is for.
    pub fn activity(&self) -> Option<Activity> {
        self.search().map(|search| search.activity)
    }

    /// Has it stop at its next look at the input.
    pub fn stop(&mut self) {
        self.stop = true;
    }

    pub(crate) fn begin(&mut self, search: RunningSearch) {
        self.search = Some(search);
        self.delays = Delays::default();
        (self.stop, self.deadline) = (false, self.quit_by);
    }

    pub(crate) fn end(&mut self) {
        self.search = None;
    }

    /// Notes how far it is, and that it has looked at its clock, if that is running.
    pub(crate) fn note(&mut self, status: &Status) {
        if let Some(search) = &mut self.search {
            search.status = Some(status.clone());
            if search.activity == Activity::Thinking {
                self.delays.look(Instant::now());
            }
        }
    }

    /// The move has been sent.
    pub(crate) fn move_sent(&mut self) {
        self.delays.sent(Instant::now());
    }

    /// The longest time for which the last search was kept from its clock until its move was sent; `None` if
    /// it was not for a move.
    pub(crate) fn longest_delay(&self) -> Option<Duration> {
        self.delays.longest()
    }

    /// The expected move has been played: pondering becomes thinking.
    pub(crate) fn think(&mut self) {
        if let Some(search) = &mut self.search {
            search.activity = Activity::Thinking;
        }
    }

    /// True if it must stop now.
    pub(crate) fn must_stop(&self) -> bool {
        self.stop || self.deadline.is_some_and(|deadline| Instant::now() > deadline)
    }

    /// Gives it a little time to end by itself.
    pub(crate) fn limit_time(&mut self) {
        let deadline = self.quit_by.unwrap_or_else(|| Instant::now() + GRACE);
        self.deadline.get_or_insert(deadline);
    }

    /// The input has ended. This search and those that still wait share a little time.
    pub(crate) fn quit_soon(&mut self) {
        self.quit_by.get_or_insert_with(|| Instant::now() + GRACE);
        self.limit_time();
    }
}
