//! The arena: shared memory with everything that workers have in common.
//!
//! ```text
//!   shared      what the game wants to share: history tables and the like
//!   team state  alarm, event count, search setup, outcome, who has found nothing to do
//!   mailboxes   one for each worker: attention word, where it is, its trail, figures
//!   memory      what the team's strategy keeps: split blocks, for Dynamic Tree Splitting
//! ```
//!
//! Each is a mapping of its own. A team of another size gets other mailboxes, while `shared` and team
//! state stay. No worker process may be alive then.
//!
//! Everything in the arena is [`Shareable`]: it begins as zero bytes and is linked by index. So a
//! thread and a process see the same thing, and after a worker has been killed in the middle of
//! anything, all can be put back to the beginning.
//!
//! Two files name each other: a lock ([`locked`]) is taken in the context of a worker, whose mailbox ([`mailbox`])
//! has locks. What only the team does with the arena is in [`whole`].
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
    #[error("{asked} workers are not possible; 1 to {MAX_WORKERS} are")]
    Workers {
        /// The number asked for.
        asked: usize,
    },
    /// The system refused the memory.
    #[error("the system refuses {bytes} bytes of shared memory: {reason}")]
    Refused {
        /// The size asked for.
        bytes: usize,
        /// What the system said.
        reason: std::io::Error,
    },
}

/// The shared memory that belongs to a strategy. Implemented in this crate only.
pub trait Memory: Sized {
    /// The memory for this many workers, 1 to [`MAX_WORKERS`].
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

/// What the workers of every strategy share.
pub struct Common<N: Node> {
    shared: SharedSlice<N::Shared>,
    team_state: SharedSlice<TeamState<N>>,
    mailboxes: SharedSlice<Mailbox>,
}

/// Maps this many values of shared memory; `name` is for the tables of the system.
pub fn map<T: Shareable>(name: &str, len: usize) -> Result<SharedSlice<T>, ArenaError> {
    let bytes = size_of::<T>() * len;
    SharedSlice::new(name, len).map_err(|reason| ArenaError::Refused { bytes, reason })
}

impl<N: Node> Common<N> {
    /// What the game shares: all zero bytes at first.
    pub fn shared(&self) -> &N::Shared {
        &self.shared[0]
    }

    /// The state of the whole team.
    pub fn team_state(&self) -> &TeamState<N> {
        &self.team_state[0]
    }

    /// The mailbox of this worker.
    pub fn mailbox(&self, id: WorkerId) -> &Mailbox {
        &self.mailboxes[id.index()]
    }

    /// The lock context of a worker that watches over nobody.
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

    /// The workers of the team.
    pub fn team(&self) -> impl Iterator<Item = WorkerId> + use<N> {
        (0..self.team_state().team_size()).map(WorkerId::new)
    }

    /// Makes everybody but `caller` look around.
    pub fn call_all(&self, caller: WorkerId) {
        for id in self.team().filter(|&id| id != caller) {
            self.mailbox(id).attention.call();
        }
    }

    /// Makes all that wait as the owners of blocks look whether they must wait on.
    pub fn wake_owners(&self) {
        self.team().for_each(|id| self.mailbox(id).wake());
    }
}
