//! The running search, and how it is ended.

use std::time::{Duration, Instant};

use cleave_board::Position;
use cleave_search::{Clock, Status};

use super::delays::Delays;
use crate::task::{Activity, SearchTask};

/// The running search, if there is one.
#[derive(Debug, Default)]
pub struct Running {
    search: Option<RunningSearch>,
    /// The delays of a search for a move, kept until the next search begins.
    delays: Delays,
    /// The search must stop at its next check of the input.
    stop: bool,
}

/// A search, while it runs.
#[derive(Clone, Debug)]
pub struct RunningSearch {
    /// Its purpose.
    pub activity: Activity,
    /// The position it started from.
    pub root: Position,
    /// Its clock. While pondering, this is the clock that a ponder hit starts.
    pub clock: Clock,
    /// Only a command ends it once the clock runs.
    pub is_endless: bool,
    /// Its progress; none before its first check of the input.
    pub status: Option<Status>,
}

impl RunningSearch {
    /// Creates a search that is about to start.
    pub fn new(activity: Activity, root: Position, clock: Clock) -> RunningSearch {
        RunningSearch { activity, root, clock, is_endless: false, status: None }
    }

    /// Creates the state of this search, which is about to start.
    pub fn of(search: &SearchTask) -> RunningSearch {
        let SearchTask { activity, root, limits } = search;
        let is_endless = limits.is_endless();
        RunningSearch { is_endless, ..RunningSearch::new(*activity, root.position, limits.clock) }
    }
}

impl Running {
    /// Returns the running search.
    pub fn search(&self) -> Option<&RunningSearch> {
        self.search.as_ref()
    }

    /// Returns the purpose of the running search.
    pub fn activity(&self) -> Option<Activity> {
        self.search().map(|search| search.activity)
    }

    /// Stops the search at its next check of the input.
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

    /// Notes the progress of the search, and that it has checked its clock if the clock is running.
    pub(crate) fn note(&mut self, status: &Status) {
        if let Some(search) = &mut self.search {
            search.status = Some(status.clone());
            if search.activity == Activity::Thinking {
                self.delays.look(Instant::now());
            }
        }
    }

    /// Notes that the move has been sent.
    pub(crate) fn move_sent(&mut self) {
        self.delays.sent(Instant::now());
    }

    /// Returns the longest delay between the last search and its clock, until its move was sent. Returns `None` if the
    /// search was not for a move.
    pub(crate) fn longest_delay(&self) -> Option<Duration> {
        self.delays.longest()
    }

    /// Notes that the expected move has been played: pondering becomes thinking, or analysis if nothing limits the
    /// search.
    pub(crate) fn hit(&mut self) {
        if let Some(search) = &mut self.search {
            search.activity =
                if search.is_endless { Activity::Analysing } else { Activity::Thinking };
        }
    }

    /// Returns true if the search must stop now.
    pub(crate) fn must_stop(&self) -> bool {
        self.stop
    }
}
