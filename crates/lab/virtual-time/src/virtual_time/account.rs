//! The use of a worker's time.

use std::ops::{Add, AddAssign};

use serde::{Deserialize, Serialize};

use super::ticks::Ticks;

/// How one worker has spent its time. The items of each worker add up to the time of the run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Account {
    /// Searching nodes, useful or not.
    pub search: Ticks,
    /// The extra time of nodes over a search by one worker: fetching cache lines of shared tables
    /// that other workers have written.
    #[serde(default)]
    pub sharing: Ticks,
    /// Keeping split blocks: making them, handing out jobs, merging results, giving jobs up; free
    /// locks.
    pub split: Ticks,
    /// Copying for a join or a report.
    pub copy: Ticks,
    /// Waiting for locks, for the data behind a lock that another worker had last, and for lines that the
    /// whole team writes.
    pub locks: Ticks,
    /// Calling other workers and responding to calls; looking at the attention word.
    pub signals: Ticks,
    /// Looking for work, and waking sleepers.
    pub look: Ticks,
    /// Nothing to do: polling, or asleep.
    pub idle: Ticks,
}

impl Account {
    /// Returns all time but that spent looking for work or without any.
    pub fn busy(&self) -> Ticks {
        self.search + self.sharing + self.split + self.copy + self.locks + self.signals
    }

    /// Returns the whole time.
    pub fn total(&self) -> Ticks {
        self.busy() + self.look + self.idle
    }
}

impl Add for Account {
    type Output = Account;

    fn add(self, other: Account) -> Account {
        Account {
            search: self.search + other.search,
            sharing: self.sharing + other.sharing,
            split: self.split + other.split,
            copy: self.copy + other.copy,
            locks: self.locks + other.locks,
            signals: self.signals + other.signals,
            look: self.look + other.look,
            idle: self.idle + other.idle,
        }
    }
}

impl AddAssign for Account {
    fn add_assign(&mut self, other: Account) {
        *self = *self + other;
    }
}
