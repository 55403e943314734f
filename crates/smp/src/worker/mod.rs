//! One worker, moved step by step.
//!
//! Between two steps a worker is in one of few states, and holds exactly one claim unless it is
//! idle:
//!
//! ```text
//!   Idle      no claim: look through the job list
//!   Joining   a place in a block made by another: copy the path, ask for a job
//!   Entered   a job, whose child has been entered and is to be opened
//!   Diving    a job, whose subtree is being searched in private, node by node
//!   Bringing  a job and its value: to be taken to the block
//!   Aborting  a job that has become useless: to be given back
//! ```
//!
//! A step takes one lock at most at a time, and none while it searches. No step waits for another
//! worker, other than for a lock, which is held for less than a microsecond.

mod ascend;
mod copied_path;
mod descend;
mod join;
mod meter;
mod rounds;
#[cfg(test)]
mod tests;
mod wait;

use std::time::Instant;

use crate::arena::{Arena, Body, Guard, LockContext, Mailbox, Pool, Watch, order};
use crate::dive::Dive;
use crate::ids::{BlockId, WorkerId};
use crate::lock::Alarmed;
use crate::node::Node;
use crate::params::Params;
use crate::stats::Counters;
use copied_path::{BlockVersion, CopiedPath};
pub(crate) use meter::Meter;
pub use meter::Use;
use rounds::Rounds;
pub(crate) use wait::PAUSES;

/// What a step has done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// Looked through the job list and found nothing.
    Idle,
    /// Joined a block of another worker.
    Joined,
    /// Took a job from a block and entered the child.
    HandedOut,
    /// Opened a node above the frontier, whose value was known at once.
    Opened,
    /// Searched below the frontier: a subtree, or a node of it.
    Searched,
    /// Backed a value up by one block.
    BackedUp,
    /// Gave a useless job back.
    GaveBack,
    /// Left: others will do the rest.
    Left,
}

/// Where a worker is between two steps. Its claim lies beside this, where it is not moved about.
#[derive(Clone, Copy)]
enum State<V> {
    Idle,
    /// A place in a block, without a job yet. The flag: the path is still to be copied.
    Joining(bool),
    Entered,
    Diving,
    Bringing(V, Origin),
    Aborting,
}

/// What a value being brought is the value of, and so where its line is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Origin {
    /// The child in the first place of the stack.
    Child,
    /// A block, which has been given back.
    Block,
}

type BlockGuard<'a, N> = Guard<'a, Body<N>, { order::BLOCK }>;

/// One of the peers.
pub struct Worker<'a, N: Node> {
    id: WorkerId,
    arena: &'a Arena<N>,
    lock_context: LockContext<'a>,
    mailbox: &'a Mailbox,
    pool: &'a Pool<N>,
    state: State<N::Value>,
    /// The block on which it holds its claim, unless it is idle.
    block: BlockId,
    /// The job claimed there, if it has one. It stays here from `next` to `absorb`: each copy would
    /// wait for the bytes just written.
    job: Option<N::Job>,
    /// The whole team: nobody else looks at the job list.
    is_alone: bool,
    params: Params,
    /// Below the frontier; the first place is for the child just entered.
    stack: Vec<N>,
    dive: Dive<N>,
    /// The line of the block whose value is being brought.
    line: N::Line,
    /// The blocks whose steps the worker's path holds.
    copied_path: CopiedPath,
    /// Those being copied, from below, with what they add to the path.
    copied: Vec<(BlockVersion, N::PathStep)>,
    counters: Counters,
    pub(crate) meter: Meter,
    /// Nodes in the worker's life before this search.
    nodes_before: u64,
    busy_since: Instant,
    rounds: Rounds,
}

impl<'a, N: Node> Worker<'a, N> {
    /// A worker with nothing to do.
    pub fn new(arena: &'a Arena<N>, id: WorkerId) -> Worker<'a, N> {
        Worker::watching(arena, id, None, Vec::new())
    }

    /// A worker in virtual time: what it does is written down.
    pub(crate) fn metered(arena: &'a Arena<N>, id: WorkerId) -> Worker<'a, N> {
        Worker { meter: Meter::on(), ..Worker::new(arena, id) }
    }

    /// A worker that also watches over others, with a stack that has been used before, or none.
    pub(crate) fn watching(
        arena: &'a Arena<N>,
        id: WorkerId,
        watch: Option<&'a dyn Watch>,
        mut stack: Vec<N>,
    ) -> Worker<'a, N> {
        stack.resize(N::STACK, N::vacant());
        Worker {
            id,
            arena,
            lock_context: arena.watching_lock_context(id, watch),
            mailbox: arena.mailbox(id),
            pool: arena.pool(id),
            state: State::Idle,
            block: BlockId::new(id, 0),
            job: None,
            is_alone: false,
            params: Params::default(),
            stack,
            dive: Dive::new(),
            line: *N::vacant().line(),
            copied_path: CopiedPath::default(),
            copied: Vec::new(),
            counters: Counters::default(),
            meter: Meter::default(),
            nodes_before: 0,
            busy_since: Instant::now(),
            rounds: Rounds::default(),
        }
    }

    /// Touches the worker's own blocks, so that the system takes their memory from the part of the
    /// machine that the worker runs on.
    ///
    /// # Errors
    /// The alarm is on.
    pub fn thread_init(&mut self) -> Result<(), Alarmed> {
        for block in &self.pool.blocks {
            let mut body = block.body.lock(&self.lock_context)?;
            if !body.has_value() {
                body.put(Body::new(N::vacant(), None, None));
            }
        }
        Ok(())
    }

    /// The stack, for another worker to use.
    pub(crate) fn into_stack(self) -> Vec<N> {
        self.stack
    }

    /// Whose steps these are.
    pub fn id(&self) -> WorkerId {
        self.id
    }

    /// What it has done in the search it last took part in.
    pub fn counters(&self) -> &Counters {
        &self.counters
    }

    /// True if it holds no claim.
    pub fn is_idle(&self) -> bool {
        matches!(self.state, State::Idle)
    }

    /// Moves the worker by one step. Never waits for work: an idle worker looks for some once.
    ///
    /// # Errors
    /// The alarm is on. The worker must touch nothing more, and has dropped all it had.
    pub fn step(&mut self, context: &mut N::Context<'_>) -> Result<Step, Alarmed> {
        let step = self.try_step(context);
        if step.is_err() {
            self.abandon();
        }
        step
    }

    fn try_step(&mut self, context: &mut N::Context<'_>) -> Result<Step, Alarmed> {
        self.rounds.walk(&self.lock_context);
        if self.mailbox.attention.is_called() && self.is_cut_off()? {
            self.abort();
        }
        match self.state {
            State::Idle => self.look_for_work(),
            State::Joining(must_copy) => self.search_smp(context, must_copy),
            State::Entered => self.open_child(context),
            State::Diving => self.dive_on(context),
            State::Bringing(value, origin) => self.bring(context, value, origin),
            State::Aborting => self.give_back(context),
        }
    }

    /// The position and window that the worker has come to, as a number: 0 between two nodes.
    pub(crate) fn trace_key(&self) -> u64 {
        match &self.state {
            State::Entered => self.stack[0].trace_key(),
            State::Diving => self.stack[self.dive.depth()].trace_key(),
            _ => 0,
        }
    }

    /// Looks around after a call: has something above the own claim been stopped?
    fn is_cut_off(&mut self) -> Result<bool, Alarmed> {
        self.meter.note(Use::AttentionCheck);
        self.mailbox.attention.acknowledge();
        self.arena.team_state().alarm.check()?;
        Ok(self.claimed_block().is_some_and(|block| self.arena.is_cut_off(block)))
    }

    /// The block on which this worker holds its claim.
    pub(crate) fn claimed_block(&self) -> Option<BlockId> {
        (!self.is_idle()).then_some(self.block)
    }

    /// What the worker is at has become useless.
    fn abort(&mut self) {
        if !self.is_idle() {
            self.counters.aborts += 1;
            self.meter.note(Use::Abort);
            self.state = State::Aborting;
        }
    }

    /// After an alarm: forgets everything, as it will be reset.
    pub(crate) fn abandon(&mut self) {
        self.state = State::Idle;
    }

    fn lock(&mut self, block: BlockId) -> Result<BlockGuard<'a, N>, Alarmed> {
        self.counters.locks += 1;
        self.meter.note(Use::Lock(block));
        self.arena.block(block).body.lock(&self.lock_context)
    }

    /// Locks a block for a moment, to read or write a word or two.
    fn glance(&mut self, block: BlockId) -> Result<BlockGuard<'a, N>, Alarmed> {
        self.counters.locks += 1;
        self.meter.note(Use::Glance(block));
        self.arena.block(block).body.lock(&self.lock_context)
    }

    /// As [`Worker::glance`], if nobody else has it locked.
    fn try_lock(&mut self, block: BlockId) -> Option<BlockGuard<'a, N>> {
        let is_locked = self.meter.is_locked(block);
        let body = if is_locked {
            None
        } else {
            self.arena.block(block).body.try_lock(&self.lock_context)
        };
        self.counters.locks += u64::from(body.is_some());
        self.meter.note(if body.is_some() { Use::Glance(block) } else { Use::Refused });
        body
    }

    /// A block that lives, as it lives now.
    #[inline]
    fn block_version(&self, block: BlockId) -> BlockVersion {
        BlockVersion { block, life: self.arena.block(block).life() }
    }

    /// Posts the block's priority as it is now. True if it has just become joinable.
    #[inline]
    fn post(&mut self, block: BlockId, body: &mut Body<N>) -> bool {
        !self.is_alone && self.post_priority(block, body)
    }

    fn post_priority(&mut self, block: BlockId, body: &mut Body<N>) -> bool {
        let is_open = body.claims.is_open()
            && body.claims.out() < self.params.max_thread_group
            && (body.link.is_some() || self.params.split_at_root);
        let split_hint = if is_open { body.node.split_hint() } else { None };
        let priority =
            split_hint.map_or(0, |split_hint| self.params.priority(split_hint, body.node.height()));
        let before = std::mem::replace(&mut body.posted, priority);
        if before != priority {
            self.arena.pool(block.owner()).post(block.slot(), priority);
        }
        let is_new = before == 0 && priority != 0;
        if is_new {
            self.meter.note(Use::Posted);
            self.arena.team_state().active_pools().mark_active(block.owner().index());
        } else if before != 0 && priority == 0 {
            self.meter.note(Use::Withdrawn);
        }
        is_new
    }

    /// Leaves the tree.
    fn leave(&mut self, context: &mut N::Context<'_>) -> Result<Step, Alarmed> {
        self.state = State::Idle;
        N::leave(context);
        self.counters.busy_ns += self.busy_since.elapsed().as_nanos() as u64;
        self.tell_nodes(context);
        self.mailbox.counters.lock(&self.lock_context)?.put(self.counters);
        self.arena.team_state().one_less_busy();
        Ok(Step::Left)
    }

    fn tell_nodes(&mut self, context: &N::Context<'_>) {
        self.counters.nodes = N::nodes(context) - self.nodes_before;
        self.mailbox.set_nodes(self.counters.nodes);
    }
}
