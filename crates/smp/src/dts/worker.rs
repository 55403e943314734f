//! One worker, and the states that it goes through.
//! Before: `priority.rs`. Next: `join.rs`, where a worker gets its first claim.
//!
//! Between two steps a worker is in one of six states, and holds exactly one claim unless it is idle:
//!
//! ```text
//!   Idle       no claim: looks through the job list                      join.rs
//!   Joining    a place in a block: copies the path, takes a job          join.rs
//!   Entered    a job, whose child has been entered: opens the child      descend.rs
//!   Searching  a job, whose subtree it searches in private               descend.rs
//!   Returning  a job and its value: returns it to the block              ascend.rs
//!   Aborting   a useless job or place: releases the claim                stop.rs
//! ```
//!
//! A step may take a worker through several states: a live child that does not become a block is searched in the step that
//! opened it, and its value is returned in the same step unless a step is one node.
//!
//! A step holds the lock of at most one block, and none while it searches. A worker waits for another only at a lock.

use super::block::{BlockGuard, Body};
use super::job_list::{Blocks, Pool};
use super::rules::Rules;
use crate::arena::Alarmed;
use crate::block_path::{BlockVersion, CopiedPath};
use crate::event::Event;
use crate::ids::BlockId;
use crate::node::Node;
use crate::stepper::Stepper;
use crate::team::{Peer, Step, Strategy};

/// The state of a worker between two steps. The claim is not part of it, so that a change of state does not copy the
/// claim.
#[derive(Clone, Copy)]
pub(super) enum State<V> {
    Idle,
    /// A place in a block, no job yet.
    Joining(JoinReason),
    Entered,
    Searching,
    Returning(V, Origin),
    Aborting,
}

/// The reason why a worker holds a place in a block.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum JoinReason {
    /// It has made the root's block, and its path leads there.
    Began,
    /// It was idle. It must copy the path.
    Joined,
    /// It has released a claim further down. Its path may lead elsewhere.
    Returned,
}

/// The origin of a value, and so the place of its line.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Origin {
    /// The child at the bottom of the stack.
    Child,
    /// A block. The worker holds a copy of the line.
    Block,
}

/// A locked block of an algorithm with these rules.
pub type LockedBlock<'a, N, R> = BlockGuard<'a, N, <R as Rules<'a, N>>::Extra>;

/// A worker of the algorithm with the rules `R`.
pub struct SplitWorker<'a, N: Node, R: Rules<'a, N>> {
    /// The part that workers of all strategies have.
    pub peer: Peer<'a, N>,
    /// The blocks of the team.
    pub blocks: &'a Blocks<N, R::Extra>,
    pub(crate) pool: &'a Pool<N, R::Extra>,
    /// The data that the worker keeps for its rules.
    pub rules: R,
    pub(super) state: State<N::Value>,
    /// The block on which the worker holds its claim, unless it is idle.
    pub block: BlockId,
    /// The job claimed there, if any. It stays here from `next` to `absorb`, because a copy would wait for the bytes just
    /// written.
    pub job: Option<N::Job>,
    /// The private search of the job. The child just entered is at the bottom of the peer's stack.
    pub private_search: Stepper<N>,
    /// The private search becomes blocks when a worker is idle.
    pub(super) is_on_demand: bool,
    /// The line of the block whose value the worker returns.
    pub(super) line: N::Line,
    /// The blocks whose steps the worker has copied to its path.
    pub(crate) copied_path: CopiedPath<N>,
    /// The pool that it last checked, from the next tree, for work of higher rank. `None` is its own.
    pub(super) seen: Option<usize>,
    /// The number of its last joins that gave it no job.
    pub(super) joins_without_job: u32,
}

impl<'a, N: Node, R: Rules<'a, N>> Strategy<'a, N> for SplitWorker<'a, N, R> {
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
                body.put(Body::new(N::default(), None));
            }
        }
        Ok(())
    }

    fn begin(&mut self, context: &mut N::Context<'_>, root: &N) -> Result<(), Alarmed> {
        self.begin_at(context, root)
    }

    fn begin_next(&mut self, context: &mut N::Context<'_>, next: &N) -> Result<(), Alarmed> {
        if self.peer.is_alone { Ok(()) } else { self.post_next(context, next) }
    }

    fn give_up_next(&mut self) -> Result<(), Alarmed> {
        self.cancel_next()
    }

    fn step(&mut self, context: &mut N::Context<'_>) -> Result<Step, Alarmed> {
        loop {
            let step = match self.state {
                State::Idle => self.look_for_work(context).map(Some),
                State::Joining(reason) => self.ask_for_job(context, reason).map(Some),
                State::Entered => self.open_child(context),
                State::Searching => self.search_alone(context),
                State::Returning(value, origin) => {
                    self.return_result(context, value, origin).map(Some)
                }
                State::Aborting => self.give_back(context).map(Some),
            };
            if let Some(step) = step? {
                return Ok(step);
            }
        }
    }

    fn check_cancelled(&mut self) {
        if !self.is_idle() && self.blocks.has_stopped_ancestor(self.block) {
            self.abort();
        }
    }

    fn stop(&mut self) -> Result<(), Alarmed> {
        self.thread_stop()
    }

    fn abandon(&mut self) {
        self.become_idle();
    }

    fn is_idle(&self) -> bool {
        matches!(self.state, State::Idle)
    }

    fn passes_over_jobs(&self) -> bool {
        self.must_stay() && !self.has_work() && self.has_job(|_| true)
    }

    fn has_work(&self) -> bool {
        self.best_job(|block| R::may_join(self, block)).is_some()
    }

    fn would_find_work(&self) -> bool {
        self.has_job(|block| R::may_join(self, block))
    }

    fn current_node(&self) -> Option<&N> {
        match &self.state {
            State::Entered => Some(&self.peer.stack[0]),
            State::Searching => Some(&self.peer.stack[self.private_search.depth()]),
            _ => None,
        }
    }

    fn claimed_block(&self) -> Option<BlockId> {
        (!matches!(self.state, State::Idle)).then_some(self.block)
    }
}

impl<'a, N: Node, R: Rules<'a, N>> SplitWorker<'a, N, R> {
    /// Returns a worker with nothing to do.
    pub fn new(
        peer: Peer<'a, N>,
        blocks: &'a Blocks<N, R::Extra>,
        rules: R,
    ) -> SplitWorker<'a, N, R> {
        SplitWorker {
            blocks,
            pool: blocks.pool(peer.id),
            rules,
            state: State::Idle,
            block: BlockId::new(peer.id, 0),
            peer,
            job: None,
            private_search: Stepper::default(),
            is_on_demand: false,
            line: *N::default().line(),
            copied_path: CopiedPath::EMPTY,
            seen: None,
            joins_without_job: 0,
        }
    }

    /// Locks a block to work there.
    pub fn lock(&mut self, block: BlockId) -> Result<LockedBlock<'a, N, R>, Alarmed> {
        self.peer.report(Event::Locked { block, is_glance: false });
        let body = self.lock_uncharged(block)?;
        body.prefetch_node();
        Ok(body)
    }

    /// Locks a block for a visit that the caller reports.
    pub(super) fn lock_uncharged(
        &mut self,
        block: BlockId,
    ) -> Result<LockedBlock<'a, N, R>, Alarmed> {
        self.blocks.lock(block, &self.peer.lock_context)
    }

    /// Locks a block for such a visit unless another worker has it locked.
    pub(super) fn try_lock(&mut self, block: BlockId) -> Option<LockedBlock<'a, N, R>> {
        let is_locked = self.peer.meter.is_locked(block);
        let body =
            if is_locked { None } else { self.blocks.try_lock(block, &self.peer.lock_context) };
        if body.is_none() {
            self.peer.report(Event::Refused);
        }
        body
    }

    /// Returns the block with its current generation.
    #[inline]
    pub(super) fn block_version(&self, block: BlockId) -> BlockVersion {
        BlockVersion { block, generation: self.blocks.block(block).generation() }
    }

    /// Leaves the tree. The worker has already released its claim.
    pub(crate) fn leave(&mut self, context: &mut N::Context<'_>) -> Result<Step, Alarmed> {
        self.become_idle();
        self.peer.leave(context)
    }

    /// Marks the worker idle.
    pub fn become_idle(&mut self) {
        self.state = State::Idle;
    }

    /// Begins to join this locked block, in which the worker has a place: notes the path from the root.
    pub fn start_joining(&mut self, body: &LockedBlock<'a, N, R>, reason: JoinReason) {
        self.copied_path.follow(&body.path);
        (self.state, self.block) = (State::Joining(reason), body.id);
    }

    /// Shortens the worker's path to end at this block, an ancestor of its block.
    pub fn come_back_to(&mut self, block: BlockId) {
        self.block = block;
        self.copied_path.go_up(block);
    }
}
