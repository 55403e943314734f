//! The arena: shared memory with everything that workers have in common.
//!
//! ```text
//!   shared      what the game wants to share: history tables and the like
//!   team state  alarm, event count, search setup, outcome, who has found nothing to do
//!   mailboxes   one for each worker: attention word, where it is, its trail, figures
//!   memory      what the team's strategy keeps: split blocks, for Dynamic Tree Splitting
//! ```
//!
//! Each part is a mapping of its own. A team of another size gets other mailboxes and another memory, while `shared`
//! and team state stay. No worker process may be alive then.
//!
//! Everything in the arena is [`Shareable`]: it begins as zero bytes and is linked by index. So a thread and a process
//! see the same bytes. After a worker has been killed at any point, everything can be reset.
//!
//! Two files name each other: a lock ([`locked`]) is taken in the context of a worker, whose mailbox ([`mailbox`]) has
//! locks. The functions that only the team calls are in [`whole`].
//!
//! [`Shareable`]: cleave_shared_memory::Shareable

mod locked;
mod mailbox;
mod team_state;
#[cfg(test)]
mod tests;
mod whereabouts;
mod whole;

pub use locked::{Exclusive, Guard, LockContext, Locked, Watch, order};
pub use mailbox::Mailbox;
pub(crate) use team_state::SearchSetup;
pub use team_state::{Alarm, Alarmed, RootOutcome, TeamState, Window};
pub use whole::Arena;

use cleave_shared_memory::{Shareable, SharedSlice};

use crate::ids::{MAX_WORKERS, WorkerId};
use crate::node::Node;

/// Why there is no arena.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ArenaError {
    /// The number of workers is out of range.
    #[error("{asked} workers are too few or too many; a team has 1 to {MAX_WORKERS}")]
    Workers {
        /// The number asked for.
        asked: usize,
    },
    /// The system refused the memory.
    #[error("the system refuses {bytes} bytes of shared memory: {reason}")]
    Refused {
        /// The size asked for.
        bytes: usize,
        /// The system's error.
        reason: std::io::Error,
    },
}

/// The shared memory that belongs to a strategy. Implemented in this crate only.
pub trait Memory: Sized {
    /// Returns memory for this many workers, 1 to [`MAX_WORKERS`].
    ///
    /// # Errors
    /// The system refuses the memory.
    fn new(workers: usize) -> Result<Self, ArenaError>;

    /// Makes room for exactly this many workers. No worker process may be alive.
    ///
    /// # Errors
    /// The system refuses the memory; nothing has changed.
    fn resize(&mut self, workers: usize) -> Result<(), ArenaError>;

    /// Puts everything back to the beginning after a death.
    fn reset(&self, exclusive: &Exclusive);
}

/// The memory that workers share under every strategy.
pub struct Common<N: Node> {
    shared: SharedSlice<N::Shared>,
    team_state: SharedSlice<TeamState<N>>,
    mailboxes: SharedSlice<Mailbox>,
}

/// Maps this many values of shared memory. `name` is for the tables of the system.
pub fn map<T: Shareable>(name: &str, len: usize) -> Result<SharedSlice<T>, ArenaError> {
    let bytes = size_of::<T>() * len;
    SharedSlice::new(name, len).map_err(|reason| ArenaError::Refused { bytes, reason })
}

impl<N: Node> Common<N> {
    /// Returns the memory that the game shares: all zero bytes at first.
    pub fn shared(&self) -> &N::Shared {
        &self.shared[0]
    }

    /// Returns the state of the whole team.
    pub fn team_state(&self) -> &TeamState<N> {
        &self.team_state[0]
    }

    /// Returns the mailbox of this worker.
    pub fn mailbox(&self, id: WorkerId) -> &Mailbox {
        &self.mailboxes[id.index()]
    }

    /// Returns the lock context of a worker that does not watch over the others.
    pub fn lock_context(&self, id: WorkerId) -> LockContext<'_> {
        self.watching_lock_context(id, None)
    }

    pub(crate) fn watching_lock_context<'a>(
        &'a self,
        id: WorkerId,
        watch: Option<&'a dyn Watch>,
    ) -> LockContext<'a> {
        LockContext::new(id, self.mailbox(id), &self.team_state().alarm, watch)
    }

    /// Returns the workers of the team.
    pub fn team(&self) -> impl Iterator<Item = WorkerId> + use<N> {
        (0..self.team_state().team_size()).map(WorkerId::new)
    }

    /// Calls all workers but `caller`.
    pub fn call_all(&self, caller: WorkerId) {
        for id in self.team().filter(|&id| id != caller) {
            self.mailbox(id).attention.call();
        }
    }

    /// Wakes all workers that wait as the owners of blocks, to check whether they must wait on.
    pub fn wake_owners(&self) {
        self.team().for_each(|id| self.mailbox(id).wake());
    }
}
