//! One worker of a split-point algorithm, moved step by step.
//!
//! Between two steps a worker is in one of few states, and holds exactly one claim unless it is idle:
//!
//! ```text
//!   Idle      no claim: look through the job list                              join.rs
//!   Joining   a place in a block made by another: copy the path, ask for a job join.rs
//!   Entered   a job, whose child has been entered and is to be opened          descend.rs
//!   Diving    a job, whose subtree is being searched in private, node by node  descend.rs
//!   Bringing  a job and its value: to be taken to the block                    ascend.rs
//!   Aborting  a job that has become useless: to be given back                  ascend.rs
//! ```
//!
//! A step takes one lock at most at a time, and none while it searches. No step waits for another
//! worker, other than for a lock, which is held for less than a microsecond.

use super::block::{BlockGuard, Body};
use super::copied_path::{BlockVersion, CopiedPath};
use super::hooks::Hooks;
use super::job_list::{Blocks, Pool};
use crate::arena::Alarmed;
use crate::ids::{BlockId, TreeId};
use crate::meter::Use;
use crate::node::Node;
use crate::stepper::Stepper;
use crate::team::{Peer, Step, Strategy};

/// Where a worker is between two steps. Its claim lies beside this, where it is not moved about.
#[derive(Clone, Copy)]
pub(super) enum State<V> {
    Idle,
    /// A place in a block, without a job yet.
    Joining(Arrival),
    Entered,
    Diving,
    Bringing(V, Origin),
    Aborting,
}

/// How a worker has come to a place in a block.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Arrival {
    /// It has begun the root: its path leads there.
    Began,
    /// It was not at work: the path is still to be copied.
    Joined,
    /// It has given back what it had below: its path may lead elsewhere.
    CameBack,
}

/// What a value being brought is the value of, and so where its line is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Origin {
    /// The child in the first place of the stack.
    Child,
    /// A block, which has been given back.
    Block,
}

/// A block that a worker with these hooks has locked.
pub(crate) type LockedBlock<'a, N, H> = BlockGuard<'a, N, <H as Hooks<'a, N>>::Extra>;

/// A worker; `H` is what its algorithm changes.
pub(crate) struct SplitWorker<'a, N: Node, H: Hooks<'a, N>> {
    pub(crate) peer: Peer<'a, N>,
    pub(crate) blocks: &'a Blocks<N, H::Extra>,
    pub(crate) pool: &'a Pool<N, H::Extra>,
    pub(crate) hooks: H,
    pub(super) state: State<N::Value>,
    /// The block on which it holds its claim, unless it is idle.
    pub(crate) block: BlockId,
    /// The job claimed there, if it has one. It stays here from `next` to `absorb`: each copy would
    /// wait for the bytes just written.
    pub(crate) job: Option<N::Job>,
    /// The search below the frontier; the first place of the peer's stack is for the child just entered.
    pub(crate) dive: Stepper<N>,
    /// The line of the block whose value is being brought.
    pub(super) line: N::Line,
    /// The blocks whose steps the worker's path holds.
    pub(super) copied_path: CopiedPath,
    /// Those being copied, from below, with what they add to the path.
    pub(super) copied: Vec<(BlockVersion, N::PathStep)>,
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
                body.put(Body::new(N::vacant(), None, None));
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
            State::Joining(arrival) => self.search_smp(context, arrival),
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
    pub(crate) fn new(
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
            dive: Stepper::new(),
            line: *N::vacant().line(),
            copied_path: CopiedPath::default(),
            copied: Vec::new(),
        }
    }

    /// Locks a block, to work there.
    pub(crate) fn lock(&mut self, block: BlockId) -> Result<LockedBlock<'a, N, H>, Alarmed> {
        self.peer.counters.locks += 1;
        self.peer.meter.note(Use::Lock(block));
        self.blocks.block(block).body.lock(&self.peer.lock_context)
    }

    /// Locks a block for a moment, to read or write a word or two.
    pub(super) fn glance(&mut self, block: BlockId) -> Result<LockedBlock<'a, N, H>, Alarmed> {
        self.peer.counters.locks += 1;
        self.peer.meter.note(Use::Glance(block));
        self.blocks.block(block).body.lock(&self.peer.lock_context)
    }

    /// As [`SplitWorker::glance`], if nobody else has it locked.
    pub(super) fn try_lock(&mut self, block: BlockId) -> Option<LockedBlock<'a, N, H>> {
        let is_locked = self.peer.meter.is_locked(block);
        let body = if is_locked {
            None
        } else {
            self.blocks.block(block).body.try_lock(&self.peer.lock_context)
        };
        self.peer.counters.locks += u64::from(body.is_some());
        self.peer.meter.note(if body.is_some() { Use::Glance(block) } else { Use::Refused });
        body
    }

    /// The block in its present generation.
    #[inline]
    pub(super) fn block_version(&self, block: BlockId) -> BlockVersion {
        BlockVersion { block, generation: self.blocks.block(block).generation() }
    }

    /// Posts the block's priority as it is now. True if it has just become joinable.
    #[inline]
    pub(crate) fn post(&mut self, block: BlockId, body: &mut Body<N, H::Extra>) -> bool {
        !self.peer.is_alone && self.post_priority(block, body)
    }

    fn post_priority(&mut self, block: BlockId, body: &mut Body<N, H::Extra>) -> bool {
        let is_open = body.claims.is_open()
            && body.claims.out() < self.peer.params.max_thread_group
            && (body.link.is_some() || self.peer.params.split_at_root);
        let split_hint = if is_open { body.node.split_hint() } else { None };
        let priority = H::priority(body, split_hint, &self.peer.params);
        let before = std::mem::replace(&mut body.posted, priority);
        if before != priority {
            self.blocks.pool(block.owner()).post(block.slot(), priority);
        }
        let is_new = before == 0 && priority != 0;
        if is_new {
            self.peer.meter.note(Use::Posted);
            self.blocks.active_pools().mark_active(block.owner().index());
        } else if before != 0 && priority == 0 {
            self.peer.meter.note(Use::Withdrawn);
        }
        is_new
    }

    /// There is something to join: wakes a worker that sleeps.
    pub(crate) fn notify_idle(&mut self) {
        H::notify_idle(self);
    }

    /// Wakes one worker that sleeps.
    pub(crate) fn notify_one(&mut self) {
        self.peer.meter.note(Use::NotifyOne);
        self.peer.common.team_state().event_count().notify_one();
    }

    /// Calls all others.
    pub(crate) fn call_all(&mut self) {
        self.peer.meter.note(Use::CallAll);
        self.peer.common.call_all(self.peer.id);
        H::after_call(self);
    }

    /// What the worker is at has become useless.
    pub(crate) fn abort(&mut self) {
        if !self.is_idle() {
            self.peer.counters.aborts += 1;
            self.peer.meter.note(Use::Abort);
            self.state = State::Aborting;
        }
    }

    /// Stops the whole search: its root is stopped, that of the next iteration too, and everybody called.
    ///
    /// # Errors
    /// The alarm is on.
    pub(super) fn thread_stop(&mut self) -> Result<(), Alarmed> {
        TreeId::BOTH.into_iter().try_for_each(|tree| self.cancel_root(tree))
    }

    /// Cancels the root of a tree, unless its value is known, and calls everybody.
    pub(super) fn cancel_root(&mut self, tree: TreeId) -> Result<(), Alarmed> {
        let Some(root) = self.blocks.root(tree) else { return Ok(()) };
        let mut body = self.lock(root)?;
        // Only with its lock in hand is it sure to be the root still.
        if self.blocks.root(tree) == Some(root) {
            body.claims.cancel();
            self.peer.common.team_state().note_stop(tree);
            self.blocks.block(root).stop();
            self.post(root, &mut body);
            drop(body);
            self.call_all();
            self.peer.mailbox.attention.call();
        }
        Ok(())
    }

    /// Releases the claim and leaves the tree.
    pub(crate) fn leave(&mut self, context: &mut N::Context<'_>) -> Result<Step, Alarmed> {
        self.become_idle();
        self.peer.leave(context)
    }

    /// Has no claim from here on.
    pub(crate) fn become_idle(&mut self) {
        self.state = State::Idle;
    }

    /// Takes a place in this block, whose way from the root is still to be copied.
    pub(crate) fn take_place(&mut self, block: BlockId, step: N::PathStep, arrival: Arrival) {
        self.copied.clear();
        self.copied.push((self.block_version(block), step));
        (self.state, self.block) = (State::Joining(arrival), block);
    }

    /// The worker's path ends at this block, of which it was below.
    pub(crate) fn come_back_to(&mut self, block: BlockId) {
        self.block = block;
        self.copied_path.go_up(block);
    }
}
