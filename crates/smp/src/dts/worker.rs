//! One worker of a split-point algorithm, moved step by step.
//!
//! Between two steps a worker is in one of few states, and holds exactly one claim unless it is idle:
//!
//! ```text
//!   Idle      no claim: look through the job list                              join.rs
//!   Joining   a place in a block, no job yet: take its path, ask for one       join.rs
//!   Entered   a job, whose child has been entered and is to be opened          descend.rs
//!   Diving    a job, whose subtree is being searched in private, node by node  descend.rs
//!   Bringing  a job and its value: to be taken to the block                    ascend.rs
//!   Aborting  a job or place that has become useless: to be given back         stop.rs
//! ```
//!
//! A step holds at most one block's lock, and none while it searches. It waits for another worker only at a lock.

use super::block::{BlockGuard, Body};
use super::hooks::Hooks;
use super::job_list::{Blocks, Pool};
use crate::arena::Alarmed;
use crate::block_path::{BlockVersion, CopiedPath};
use crate::event::Event;
use crate::ids::BlockId;
use crate::node::Node;
use crate::stepper::Stepper;
use crate::team::{Peer, Step, Strategy};

/// Where a worker is between two steps. Its claim is kept beside this, so that a change of state does not
/// copy it.
#[derive(Clone, Copy)]
pub(super) enum State<V> {
    Idle,
    /// A place in a block, no job yet.
    Joining(Arrival),
    Entered,
    Diving,
    Bringing(V, Origin),
    Aborting,
}

/// How a worker has come to a place in a block.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Arrival {
    /// It has begun the root, and its path leads there.
    Began,
    /// It was not at work: the path is still to be taken.
    Joined,
    /// It has given back what it had below: its path may lead elsewhere.
    CameBack,
}

/// Where a value came from, and so where its line is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Origin {
    /// The child in the first place of the stack.
    Child,
    /// A block; the line is the worker's own copy.
    Block,
}

/// A block that a worker with these hooks has locked.
pub(crate) type LockedBlock<'a, N, H> = BlockGuard<'a, N, <H as Hooks<'a, N>>::Extra>;

/// A worker; `H` is what its algorithm changes.
pub struct SplitWorker<'a, N: Node, H: Hooks<'a, N>> {
    /// What workers of all strategies have.
    pub peer: Peer<'a, N>,
    /// The blocks of the team.
    pub blocks: &'a Blocks<N, H::Extra>,
    pub(crate) pool: &'a Pool<N, H::Extra>,
    /// What its algorithm keeps.
    pub hooks: H,
    pub(super) state: State<N::Value>,
    /// The block on which it holds its claim, unless it is idle.
    pub block: BlockId,
    /// The job claimed there, if it has one. It stays here from `next` to `absorb`: each copy would
    /// wait for the bytes just written.
    pub job: Option<N::Job>,
    /// The search of the job alone; the first place of the peer's stack is for the child just entered.
    pub dive: Stepper<N>,
    /// That search becomes blocks when somebody is idle.
    pub(super) is_on_demand: bool,
    /// The line of the block whose value is being brought.
    pub(super) line: N::Line,
    /// The blocks whose steps the worker's path holds.
    pub(super) copied_path: CopiedPath<N>,
}

impl<'a, N: Node, H: Hooks<'a, N>> Strategy<'a, N> for SplitWorker<'a, N, H> {
    fn peer(&self) -> &Peer<'a, N> {
        &self.peer
    }

    fn peer_mut(&mut self) -> &mut Peer<'a, N> {
        &mut self.peer
    }

    fn thread_init(&mut self) -> Result<(), Alarmed> {
        for block in &self.pool.blocks {
            let mut body = block.body.lock(&self.peer.lock_context)?;
            if !body.has_value() {
                body.put(Body::new(N::vacant(), None));
            }
        }
        Ok(())
    }

    fn begin(&mut self, context: &mut N::Context<'_>, root: &N) -> Result<(), Alarmed> {
        self.begin_at(context, root)
    }

    fn begin_next(&mut self, context: &mut N::Context<'_>, next: &N) -> Result<(), Alarmed> {
        if self.peer.is_alone { Ok(()) } else { H::begin_next(self, context, next) }
    }

    fn give_up_next(&mut self) -> Result<(), Alarmed> {
        H::give_up_next(self)
    }

    fn step(&mut self, context: &mut N::Context<'_>) -> Result<Step, Alarmed> {
        match self.state {
            State::Idle => H::idle(self, context),
            State::Joining(arrival) => self.ask_for_job(context, arrival),
            State::Entered => self.open_child(context),
            State::Diving => self.dive_on(context),
            State::Bringing(value, origin) => self.bring(context, value, origin),
            State::Aborting => self.give_back(context),
        }
    }

    fn check_cancelled(&mut self) {
        if !self.is_idle() {
            H::check_cancelled(self);
        }
    }

    fn stop(&mut self) -> Result<(), Alarmed> {
        self.thread_stop()
    }

    fn abandon(&mut self) {
        self.state = State::Idle;
        self.hooks.forget();
    }

    fn is_idle(&self) -> bool {
        matches!(self.state, State::Idle) && !H::is_waiting(self)
    }

    fn is_waiting(&self) -> bool {
        H::is_waiting(self)
    }

    fn has_work(&self) -> bool {
        H::has_work(self)
    }

    fn would_find_work(&self) -> bool {
        H::would_find_work(self)
    }

    fn finds_what_others_find(&self) -> bool {
        H::finds_what_others_find(self)
    }

    fn trace_key(&self) -> u64 {
        match &self.state {
            State::Entered => self.peer.stack[0].trace_key(),
            State::Diving => self.peer.stack[self.dive.depth()].trace_key(),
            _ => 0,
        }
    }

    fn claimed_block(&self) -> Option<BlockId> {
        (!matches!(self.state, State::Idle)).then_some(self.block)
    }

    fn owned_blocks(&self) -> &[BlockId] {
        self.hooks.owned_blocks()
    }
}

impl<'a, N: Node, H: Hooks<'a, N>> SplitWorker<'a, N, H> {
    /// A worker with nothing to do.
    pub fn new(
        peer: Peer<'a, N>,
        blocks: &'a Blocks<N, H::Extra>,
        hooks: H,
    ) -> SplitWorker<'a, N, H> {
        SplitWorker {
            blocks,
            pool: blocks.pool(peer.id),
            hooks,
            state: State::Idle,
            block: BlockId::new(peer.id, 0),
            peer,
            job: None,
            dive: Stepper::default(),
            is_on_demand: false,
            line: *N::vacant().line(),
            copied_path: CopiedPath::EMPTY,
        }
    }

    /// Locks a block, to work there.
    pub fn lock(&mut self, block: BlockId) -> Result<LockedBlock<'a, N, H>, Alarmed> {
        self.peer.report(Event::Locked { block, is_glance: false });
        let body = self.lock_silently(block)?;
        body.prefetch_node();
        Ok(body)
    }

    /// Locks a block for a visit whose price is not known yet.
    pub(super) fn lock_silently(
        &mut self,
        block: BlockId,
    ) -> Result<LockedBlock<'a, N, H>, Alarmed> {
        self.blocks.lock(block, &self.peer.lock_context)
    }

    /// The same, if nobody else has it locked.
    pub(super) fn try_lock(&mut self, block: BlockId) -> Option<LockedBlock<'a, N, H>> {
        let is_locked = self.peer.meter.is_locked(block);
        let body =
            if is_locked { None } else { self.blocks.try_lock(block, &self.peer.lock_context) };
        if body.is_none() {
            self.peer.report(Event::Refused);
        }
        body
    }

    /// The block in its present generation.
    #[inline]
    pub(super) fn block_version(&self, block: BlockId) -> BlockVersion {
        BlockVersion { block, generation: self.blocks.block(block).generation() }
    }

    /// Leaves the tree. The claim has already been brought back.
    pub(crate) fn leave(&mut self, context: &mut N::Context<'_>) -> Result<Step, Alarmed> {
        self.become_idle();
        self.peer.leave(context)
    }

    /// Marks the worker idle.
    pub fn become_idle(&mut self) {
        self.state = State::Idle;
    }

    /// Begins to join this block, which is locked and in which it has a place: it notes the way from the root.
    pub fn start_joining(&mut self, body: &LockedBlock<'a, N, H>, arrival: Arrival) {
        self.copied_path.follow(&body.path);
        (self.state, self.block) = (State::Joining(arrival), body.id);
    }

    /// Moves the worker's path up to this block, an ancestor of where it was.
    pub fn come_back_to(&mut self, block: BlockId) {
        self.block = block;
        self.copied_path.go_up(block);
    }
}
