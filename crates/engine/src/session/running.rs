//! The search that is running, and how it is ended.

use std::time::{Duration, Instant};

use cleave_board::Position;
use cleave_search::{Clock, Status};

use super::delays::Delays;
use crate::task::{Activity, SearchTask};

/// The search that is running, if one is.
#[derive(Debug, Default)]
pub struct Running {
    search: Option<RunningSearch>,
    /// How long a search for a move was kept from its clock; kept until the next search begins.
    delays: Delays,
    /// It must stop at its next look at the input.
    stop: bool,
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
    /// Nothing but a command ends it once the clock runs.
    pub is_endless: bool,
    /// How far it is; none before its first look at the input.
    pub status: Option<Status>,
}

impl RunningSearch {
    /// A search about to start.
    pub fn new(activity: Activity, root: Position, clock: Clock) -> RunningSearch {
        RunningSearch { activity, root, clock, is_endless: false, status: None }
    }

    /// This search, about to start.
    pub fn of(search: &SearchTask) -> RunningSearch {
        let SearchTask { activity, root, limits } = search;
        let is_endless = limits.is_endless();
        RunningSearch { is_endless, ..RunningSearch::new(*activity, root.position, limits.clock) }
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
        self.stop = false;
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

    /// The expected move has been played: pondering becomes thinking, or analysis if nothing limits the search.
    pub(crate) fn hit(&mut self) {
        if let Some(search) = &mut self.search {
            search.activity =
                if search.is_endless { Activity::Analysing } else { Activity::Thinking };
        }
    }

    /// True if it must stop now.
    pub(crate) fn must_stop(&self) -> bool {
        self.stop
    }
}
