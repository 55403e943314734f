//! A worker that records what its steps do.

use crate::arena::Arena;
use crate::ids::{BlockId, WorkerId};
use crate::lock::Alarmed;
use crate::meter::Use;
use crate::node::Node;
use crate::params::Params;
use crate::stats::Counters;
use crate::strategy::Step;
use crate::team::Worker;

/// A worker that records what its steps do, and that can be told which locks are taken.
pub struct MeteredWorker<'a, N: Node> {
    worker: Worker<'a, N>,
    arena: &'a Arena<N>,
}

impl<'a, N: Node> MeteredWorker<'a, N> {
    /// A worker with nothing to do.
    pub fn new(arena: &'a Arena<N>, id: WorkerId) -> MeteredWorker<'a, N> {
        MeteredWorker { worker: Worker::metered(arena, id), arena }
    }

    /// Begins a search; see [`Worker::begin`].
    ///
    /// # Errors
    /// The alarm is on.
    pub fn begin(
        &mut self,
        context: &mut N::Context<'_>,
        root: &N,
        setup: &N::Setup,
        params: &Params,
    ) -> Result<(), Alarmed> {
        self.worker.begin(context, root, setup, params)
    }

    /// Goes on with the next iteration; see [`Worker::adopt_next`].
    ///
    /// # Errors
    /// The alarm is on.
    pub fn adopt_next(
        &mut self,
        context: &mut N::Context<'_>,
        root: &N,
        setup: &N::Setup,
        params: &Params,
    ) -> Result<(), Alarmed> {
        self.worker.adopt_next(context, root, setup, params)
    }

    /// Begins the next iteration; see [`Worker::begin_next`].
    ///
    /// # Errors
    /// The alarm is on.
    pub fn begin_next(&mut self, context: &mut N::Context<'_>, next: &N) -> Result<(), Alarmed> {
        self.worker.begin_next(context, next)
    }

    /// Gives the next iteration up; see [`Worker::give_up_next`].
    ///
    /// # Errors
    /// The alarm is on.
    pub fn give_up_next(&mut self) -> Result<(), Alarmed> {
        self.worker.give_up_next()
    }

    /// Moves the worker by one step; see [`Worker::step`].
    ///
    /// # Errors
    /// The alarm is on.
    pub fn step(&mut self, context: &mut N::Context<'_>) -> Result<Step, Alarmed> {
        self.worker.step(context)
    }

    /// Stops the whole search; see [`Worker::thread_stop`].
    ///
    /// # Errors
    /// The alarm is on.
    pub fn thread_stop(&mut self) -> Result<(), Alarmed> {
        self.worker.thread_stop()
    }

    /// True if the worker holds no claim.
    pub fn is_idle(&self) -> bool {
        self.worker.is_idle()
    }

    /// True if the worker waits for others in the middle of a search.
    pub fn is_waiting(&self) -> bool {
        self.worker.is_waiting()
    }

    /// True if a step may come to something, of a worker that is idle or waits.
    pub fn would_find_work(&self) -> bool {
        self.worker.would_find_work()
    }

    /// The blocks that the worker owns, from the root down.
    pub fn owned_blocks(&self) -> &[BlockId] {
        self.worker.owned_blocks()
    }

    /// The block on which the worker holds its claim.
    pub fn claimed_block(&self) -> Option<BlockId> {
        self.worker.claimed_block()
    }

    /// The tree that the worker is in, 0 or 1; the two take turns from one iteration to the next.
    pub fn tree(&self) -> usize {
        self.worker.tree()
    }

    /// Identifies the position and window that the worker has come to; 0 between two nodes.
    pub fn trace_key(&self) -> u64 {
        self.worker.trace_key()
    }

    /// What the worker has done in the latest search, and those that it adopts; all zero if it has taken no part in it.
    pub fn counters(&self) -> Counters {
        let counters = *self.worker.counters();
        let took_part = self.arena.team_state().is_counted(counters.serial);
        if took_part { counters } else { Counters::default() }
    }

    /// The uses recorded since the last call, in order. `room` is an empty or used vector in which
    /// to record from now on, so that no memory is allocated.
    pub fn take_uses(&mut self, room: Vec<Use>) -> Vec<Use> {
        self.worker.meter().exchange(room)
    }

    /// Sets which blocks the worker finds locked in its next steps. Where one thread moves all
    /// workers the real locks are free between any two steps.
    pub fn set_locked(&mut self, blocks: impl Iterator<Item = BlockId>) {
        let locked = &mut self.worker.meter().locked;
        locked.clear();
        locked.extend(blocks);
    }
}

/// The number of pools that a look through the job list visits.
pub fn active_pools<N: Node>(arena: &Arena<N>) -> u32 {
    let team_state = arena.team_state();
    team_state.active_pools().count(team_state.team_size())
}

/// The number of workers that are counted as taking part in the search under way.
pub fn busy_workers<N: Node>(arena: &Arena<N>) -> u32 {
    arena.team_state().busy()
}

/// Clears the calls and the marks of active pools that an earlier search has left. They do no harm,
/// but responding to them takes steps; without them a run does not depend on the runs before.
pub fn clear_signals<N: Node>(arena: &Arena<N>) {
    arena.team_state().active_pools().reset();
    arena.team().for_each(|id| arena.mailbox(id).attention.acknowledge());
}
