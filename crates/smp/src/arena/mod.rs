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
//! Two files name each other: a lock ([`locked`]) is taken in the context of a worker, whose mailbox ([`mailbox`]) has locks.
//!
//! [`Shareable`]: cleave_shared_memory::Shareable

mod locked;
mod mailbox;
mod team_state;
#[cfg(test)]
mod tests;
mod whereabouts;

pub use locked::{Exclusive, Guard, LockContext, Locked, Watch, order};
pub use mailbox::Mailbox;
pub(crate) use team_state::SearchSetup;
pub use team_state::{Alarm, Alarmed, RootOutcome, TeamState};

use std::ops::Deref;
use std::time::Duration;

use cleave_shared_memory::{Shareable, SharedSlice};

use crate::ids::{MAX_WORKERS, WorkerId};
use crate::node::Node;

/// Time budget for obtaining large pages.
const PATIENCE: Duration = Duration::from_millis(20);

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

/// The shared memory of a team of workers, with that of its strategy.
pub struct Arena<N: Node, M> {
    common: Common<N>,
    memory: M,
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

fn mailboxes(workers: usize) -> Result<SharedSlice<Mailbox>, ArenaError> {
    if !(1..=MAX_WORKERS).contains(&workers) {
        return Err(ArenaError::Workers { asked: workers });
    }
    map("cleave-smp-mailboxes", workers)
}

impl<N: Node, M: Memory> Arena<N, M> {
    /// An arena for this many workers, all of them in the team.
    ///
    /// # Errors
    /// The number is 0 or above [`MAX_WORKERS`], or the system refuses the memory.
    pub fn new(workers: usize) -> Result<Arena<N, M>, ArenaError> {
        let mailboxes = mailboxes(workers)?;
        let shared = map("cleave-smp-shared", 1)?;
        let common = Common { shared, team_state: map("cleave-smp-team", 1)?, mailboxes };
        // Tables of the game are read at random.
        common.shared.collapse(PATIENCE);
        common.set_team_size(workers);
        Ok(Arena { common, memory: M::new(workers)? })
    }

    /// Makes room for exactly this many workers, all of them in the team. What the game shares
    /// stays. No forked worker may be alive: it would keep the old room.
    ///
    /// # Errors
    /// As [`Arena::new`]; nothing has changed.
    pub(crate) fn resize(&mut self, workers: usize) -> Result<(), ArenaError> {
        let mailboxes = mailboxes(workers)?;
        self.memory.resize(workers)?;
        self.common.mailboxes = mailboxes;
        self.common.set_team_size(workers);
        Ok(())
    }

    /// What the strategy keeps.
    pub fn memory(&self) -> &M {
        &self.memory
    }

    /// The same, to be changed between sessions.
    pub(crate) fn memory_mut(&mut self) -> &mut M {
        &mut self.memory
    }

    /// Puts everything back to the beginning after a death.
    pub fn reset(&self, exclusive: &Exclusive) {
        self.memory.reset(exclusive);
        self.common.mailboxes.iter().for_each(|mailbox| mailbox.recover(exclusive));
        self.common.team_state().reset(exclusive);
    }
}

impl<N: Node, M> Deref for Arena<N, M> {
    type Target = Common<N>;

    fn deref(&self) -> &Common<N> {
        &self.common
    }
}

impl<N: Node> Common<N> {
    /// The most workers there is room for.
    pub fn max_workers(&self) -> usize {
        self.mailboxes.len()
    }

    /// What the game shares: all zero bytes at first.
    pub fn shared(&self) -> &N::Shared {
        &self.shared[0]
    }

    /// Sets how many workers take part, 1 to [`Common::max_workers`]; between searches only.
    ///
    /// # Panics
    /// There is no room for so many.
    pub fn set_team_size(&self, workers: usize) {
        assert!((1..=self.max_workers()).contains(&workers), "no room for {workers} workers");
        self.team_state().set_team_size(workers);
        self.mark_all_idle();
    }

    /// True if the next iteration has been begun, and neither adopted nor given up.
    pub fn has_next(&self) -> bool {
        self.team_state().has_next()
    }

    /// True if there is a next iteration that can be adopted, one that has not been stopped.
    pub fn has_next_to_adopt(&self) -> bool {
        self.team_state().has_next_to_adopt()
    }

    /// True if nothing is left of a next iteration that was given up.
    pub fn is_next_clear(&self) -> bool {
        self.is_clear(self.team_state().under_way().other())
    }

    /// The outcome of the last search; for the main worker.
    ///
    /// # Errors
    /// The alarm is on.
    ///
    /// # Panics
    /// There has been no search, or none since the arena was reset.
    pub fn outcome(&self) -> Result<RootOutcome<N>, Alarmed> {
        let team_state = self.team_state();
        let outcome = team_state.outcome(team_state.under_way());
        Ok(*outcome.lock(&self.lock_context(WorkerId::MAIN))?)
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

    /// Switches the alarm on and makes everybody hear it; for the main worker. False if it was on.
    pub(crate) fn raise_alarm(&self) -> bool {
        let is_raised = self.team_state().alarm.raise();
        if is_raised {
            self.call_all(WorkerId::MAIN);
            // The caller itself may be deep down in a subtree.
            self.mailbox(WorkerId::MAIN).attention.call();
            self.team_state().event_count().notify_all();
            self.wake_owners();
        }
        is_raised
    }

    /// Makes all that wait as the owners of blocks look whether they must wait on.
    pub fn wake_owners(&self) {
        self.team().for_each(|id| self.mailbox(id).wake());
    }
}
