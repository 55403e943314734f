//! The arena as the team sees it. The team creates it for a number of workers, begins and ends searches in it, raises
//! the alarm and resets it. A worker inside a search does not need this file.

use std::ops::Deref;
use std::sync::atomic::Ordering;
use std::time::Duration;

use cleave_shared_memory::SharedSlice;
use cleave_sync::presence;

use super::{
    Alarm, Alarmed, ArenaError, Common, Exclusive, Guard, LockContext, Mailbox, Memory,
    RootOutcome, map,
};
use crate::event::Meter;
use crate::ids::{MAX_WORKERS, TreeId, WorkerId};
use crate::node::Node;

/// Time budget for obtaining large pages.
const PATIENCE: Duration = Duration::from_millis(20);

/// The shared memory of a team of workers, including the memory of its strategy.
pub struct Arena<N: Node, M> {
    common: Common<N>,
    memory: M,
}

fn mailboxes(workers: usize) -> Result<SharedSlice<Mailbox>, ArenaError> {
    if !(1..=MAX_WORKERS).contains(&workers) {
        return Err(ArenaError::Workers { asked: workers });
    }
    map("cleave-smp-mailboxes", workers)
}

impl<N: Node, M: Memory> Arena<N, M> {
    /// Creates an arena for this many workers, all of them in the team.
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

    /// Makes room for exactly this many workers, all of them in the team. The memory that the game shares stays. No
    /// forked worker may be alive, because it would keep the old mappings.
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

    /// Returns the memory of the strategy.
    pub fn memory(&self) -> &M {
        &self.memory
    }

    /// Returns the memory of the strategy for changes between sessions.
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
    /// Returns the greatest number of workers that the arena has room for.
    pub fn max_workers(&self) -> usize {
        self.mailboxes.len()
    }

    /// Sets how many workers take part, 1 to [`Common::max_workers`]. Call it only between searches.
    ///
    /// # Panics
    /// The arena has no room for this many workers.
    pub fn set_team_size(&self, workers: usize) {
        assert!((1..=self.max_workers()).contains(&workers), "no room for {workers} workers");
        self.team_state().set_team_size(workers);
        self.mark_all_idle();
    }

    /// Returns true if the next iteration has begun, and has neither been adopted nor given up.
    pub fn has_next(&self) -> bool {
        self.team_state().has_next()
    }

    /// Returns true if there is a next iteration that can be adopted, because it has not been stopped.
    pub fn has_next_to_adopt(&self) -> bool {
        self.team_state().has_next_to_adopt()
    }

    /// Returns true if the tree of a next iteration that was given up is empty.
    pub fn is_next_clear(&self) -> bool {
        self.is_clear(self.team_state().under_way().other())
    }

    /// Returns the outcome of the last search, for the main worker.
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

    /// Returns true until the value of the search under way is known, or it has been stopped.
    pub(crate) fn is_wanted(&self) -> bool {
        self.team_state().is_wanted(self.team_state().under_way())
    }

    /// Returns the outcome of a search that some worker may not have left. Returns `None` if it is not known, or if such a
    /// worker holds its lock.
    pub(crate) fn known_outcome(&self, lock_context: &LockContext<'_>) -> Option<RootOutcome<N>> {
        let team_state = self.team_state();
        let is_known = !self.is_wanted();
        let outcome = is_known.then(|| team_state.outcome(team_state.under_way()))?;
        outcome.try_lock(lock_context).filter(Guard::has_value).map(|outcome| *outcome)
    }

    /// Switches the alarm on and calls all workers. Only the main worker calls this. Returns false if the alarm was on.
    pub(crate) fn raise_alarm(&self) -> bool {
        let is_raised = self.team_state().alarm.raise();
        if is_raised {
            self.call_all(WorkerId::MAIN);
            // The caller itself may be deep inside a subtree.
            self.mailbox(WorkerId::MAIN).attention.call();
            self.team_state().event_count().notify_all();
            self.wake_owners();
        }
        is_raised
    }

    /// Begins a search, with the main worker busy. The main worker calls this while no worker is busy.
    pub(crate) fn begin_search(&self) {
        assert!(self.is_at_rest(), "a search begins while another is under way");
        self.team_state().begin();
        self.note_presence(WorkerId::MAIN, self.team_state().under_way());
    }

    /// Returns the number of workers that take part in the search.
    pub(crate) fn busy(&self) -> u32 {
        let workers = self.mailboxes.iter().filter(|mailbox| mailbox.whereabouts.is_busy());
        workers.count() as u32
    }

    /// Returns the number of workers inside a tree, plus its parked blocks.
    pub(crate) fn count_inside(&self, tree: TreeId) -> u32 {
        presence::count(self.presences(tree))
    }

    /// Returns true if no search is under way: the last one has a value or was stopped, and all workers have left its tree.
    pub fn is_over(&self) -> bool {
        let tree = self.team_state().under_way();
        !self.team_state().is_wanted(tree) && self.is_clear(tree)
    }

    /// Returns true if no worker searches, and no search has left blocks behind.
    pub(crate) fn is_at_rest(&self) -> bool {
        !self.has_next()
            && self.busy() == 0
            && TreeId::BOTH.into_iter().all(|tree| self.is_clear(tree))
    }

    /// Marks all workers as idle, while none searches.
    pub(crate) fn mark_all_idle(&self) {
        self.team_state().idle_marks().reset();
        self.team().for_each(|id| self.mark_idle(id, &mut Meter::default()));
    }
}

impl Mailbox {
    /// Dismisses the worker from the team.
    pub(crate) fn dismiss(&self) {
        self.dismissed.store(1, Ordering::Release);
        self.wake();
    }

    /// Takes the worker into the team, before it is started.
    pub(crate) fn engage(&self) {
        self.dismissed.store(0, Ordering::Release);
    }

    /// Returns true if the worker is to leave the team.
    pub(crate) fn is_dismissed(&self) -> bool {
        self.dismissed.load(Ordering::Acquire) != 0
    }

    /// Notes that the worker touches nothing from here on until this turn of the alarm is over. Release, paired with
    /// the acquire in [`Mailbox::has_parked`].
    pub(crate) fn park(&self, turn: u32) {
        self.parked.store(turn, Ordering::Release);
    }

    /// Returns true if the worker touches nothing in this turn of the alarm.
    pub(crate) fn has_parked(&self, turn: u32) -> bool {
        self.parked.load(Ordering::Acquire) == turn
    }

    /// Resets the count of sleeps for a search that begins.
    pub(crate) fn begin_search(&self) {
        self.lock_waits.store(0, Ordering::Relaxed);
    }

    /// Returns the number of times that the worker has slept waiting for a lock in this search.
    pub(crate) fn lock_waits(&self) -> u64 {
        self.lock_waits.load(Ordering::Relaxed)
    }
}

impl Alarm {
    /// Switches the alarm on. Only the main worker may call this. Returns false if the alarm was on already.
    pub fn raise(&self) -> bool {
        let off = self.check().is_ok();
        if off {
            self.turns.word().fetch_add(1, Ordering::Release);
        }
        off
    }

    /// Switches the alarm off if it is on. Only the main worker may call this, after it has reset the arena.
    pub(crate) fn all_clear(&self) {
        if self.check().is_ok() {
            return;
        }
        self.turns.word().fetch_add(1, Ordering::Release);
        self.turns.wake(i32::MAX as u32);
    }

    /// Sleeps until the alarm is switched again after this turn.
    pub(crate) fn wait(&self, turn: u32) {
        while self.turn() == turn {
            self.turns.wait(turn, None);
        }
    }
}
