//! Where a worker's time has gone.

use std::ops::{Add, AddAssign};

use serde::{Deserialize, Serialize};

use super::ticks::Ticks;

/// What one worker has spent its time on. Over a whole run the items of every worker add up to the
/// time of the run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Account {
    /// Searching nodes: the work itself, with whatever of it turns out to be of no use.
    pub search: Ticks,
    /// What nodes take longer than alone: lines of shared tables that others have written come over.
    #[serde(default)]
    pub sharing: Ticks,
    /// Keeping split blocks: making them, handing out, taking in, giving up; free locks.
    pub split: Ticks,
    /// Copying: what a join and a report bring over.
    pub copy: Ticks,
    /// Waiting for locks, and for what lies behind a lock that another worker had last.
    pub locks: Ticks,
    /// Calling others and heeding calls; looking at the attention word.
    pub signals: Ticks,
    /// Looking for work, and ringing for those asleep.
    pub look: Ticks,
    /// Nothing to do: looking every so often, or asleep.
    pub idle: Ticks,
}

impl Account {
    /// Everything but looking for work and having none.
    pub fn busy(&self) -> Ticks {
        self.search + self.sharing + self.split + self.copy + self.locks + self.signals
    }

    /// The whole time.
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
