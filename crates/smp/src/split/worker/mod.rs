//! One worker of a split-point algorithm, moved step by step.
//!
//! Between two steps a worker is in one of few states, and holds exactly one claim unless it is idle
//! or waits:
//!
//! ```text
//!   Idle      no claim: look through the job list
//!   Joining   a place in a block made by another: copy the path, ask for a job
//!   Entered   a job, whose child has been entered and is to be opened
//!   Diving    a job, whose subtree is being searched in private, node by node
//!   Bringing  a job and its value: to be taken to the block
//!   Aborting  a job that has become useless: to be given back
//!   Waiting   no claim: the owner of a block has nothing left to do there until its clients are out
//! ```
//!
//! A step takes one lock at most at a time, and none while it searches. No step waits for another
//! worker, other than for a lock, which is held for less than a microsecond: an owner that waits is
//! stepped again when it is told to look.

mod ascend;
mod copied_path;
mod descend;
mod hold_back;
mod join;
mod narrow;
mod own;
#[cfg(test)]
mod owner_tests;
#[cfg(test)]
mod tests;

use super::{Body, Candidate, Pool, SplitPolicy, Standing};
use crate::arena::{Alarmed, Guard, order};
use crate::ids::BlockId;
use crate::meter::Use;
use crate::node::Node;
use crate::stepper::Stepper;
use crate::strategy::{Step, Strategy};
use crate::team::Peer;
use copied_path::{BlockVersion, CopiedPath};

/// Where a worker is between two steps. Its claim lies beside this, where it is not moved about.
#[derive(Clone, Copy)]
enum State<V> {
    Idle,
    /// A place in a block, without a job yet.
    Joining(Arrival),
    Entered,
    Diving,
    Bringing(V, Origin),
    Aborting,
    Waiting,
}

/// How a worker has come to a place in a block.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Arrival {
    /// It has begun the root: its path leads there.
    Began,
    /// It was not at work: the path is still to be copied.
    Joined,
    /// It has given back what it had below: its path may lead elsewhere.
    CameBack,
}

/// What a value being brought is the value of, and so where its line is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Origin {
    /// The child in the first place of the stack.
    Child,
    /// A block, which has been given back.
    Block,
}

pub(super) type BlockGuard<'a, N> = Guard<'a, Body<N>, { order::BLOCK }>;

/// A worker of the split-point algorithm that `P` is the policy of.
pub(crate) struct SplitWorker<'a, N: Node, P: SplitPolicy> {
    pub(super) peer: Peer<'a, N>,
    policy: P,
    pub(super) pool: &'a Pool<N>,
    state: State<N::Value>,
    /// The block on which it holds its claim, or at which it waits, unless it is idle.
    block: BlockId,
    /// The job claimed there, if it has one. It stays here from `next` to `absorb`: each copy would
    /// wait for the bytes just written.
    job: Option<N::Job>,
    /// Where the child of that job stands.
    standing: Standing,
    /// Below the frontier; the first place of the peer's stack is for the child just entered.
    dive: Stepper<N>,
    /// The line of the block whose value is being brought.
    line: N::Line,
    /// The blocks whose steps the worker's path holds.
    copied_path: CopiedPath,
    /// Those being copied, from below, with what they add to the path.
    copied: Vec<(BlockVersion, N::PathStep)>,
    /// The blocks that it owns, from the root down, if blocks have owners.
    owned: Vec<BlockId>,
    /// A window above may be narrower than when the job was handed out.
    must_narrow: bool,
}

impl<'a, N: Node, P: SplitPolicy> Strategy<'a, N> for SplitWorker<'a, N, P> {
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
        if P::SEARCHES_AHEAD && !self.peer.is_alone {
            self.post_next(context, next)?;
        }
        Ok(())
    }

    fn give_up_next(&mut self) -> Result<(), Alarmed> {
        self.cancel_next()
    }

    fn step(&mut self, context: &mut N::Context<'_>) -> Result<Step, Alarmed> {
        match self.state {
            State::Idle => self.look_for_work(),
            State::Joining(arrival) => self.search_smp(context, arrival),
            State::Entered => self.open_child(context),
            State::Diving => self.dive_on(context),
            State::Bringing(value, origin) => self.bring(context, value, origin),
            State::Aborting => self.give_back(context),
            State::Waiting => self.wait(context),
        }
    }

    fn check_cancelled(&mut self) {
        if self.is_idle() {
            return;
        }
        if !self.is_useless() {
            self.must_narrow = P::NARROWS;
        } else if self.is_waiting() {
            self.peer.arena.block(self.block).end_wait();
        } else {
            self.abort();
        }
    }

    fn stop(&mut self) -> Result<(), Alarmed> {
        self.thread_stop()
    }

    fn abandon(&mut self) {
        self.state = State::Idle;
        self.owned.clear();
    }

    fn is_idle(&self) -> bool {
        matches!(self.state, State::Idle)
    }

    fn is_waiting(&self) -> bool {
        matches!(self.state, State::Waiting)
    }

    fn has_work(&self) -> bool {
        if self.is_waiting() || P::SELECTS || self.must_stay() {
            self.would_find_work()
        } else {
            self.peer.arena.best_job(None).is_some()
        }
    }

    fn would_find_work(&self) -> bool {
        if self.is_waiting() {
            self.may_stop_waiting()
        } else {
            self.peer.arena.has_job_for(|block| self.may_join(block))
        }
    }

    fn finds_what_others_find(&self) -> bool {
        !P::NAMES_WORKERS && !P::SEARCHES_AHEAD
    }

    fn trace_key(&self) -> u64 {
        match &self.state {
            State::Entered => self.peer.stack[0].trace_key(),
            State::Diving => self.peer.stack[self.dive.depth()].trace_key(),
            _ => 0,
        }
    }

    fn claimed_block(&self) -> Option<BlockId> {
        (!self.is_idle() && !self.is_waiting()).then_some(self.block)
    }

    fn owned_blocks(&self) -> &[BlockId] {
        &self.owned
    }
}

impl<'a, N: Node, P: SplitPolicy> SplitWorker<'a, N, P> {
    /// A worker with nothing to do.
    pub(crate) fn new(peer: Peer<'a, N>) -> SplitWorker<'a, N, P> {
        SplitWorker {
            policy: P::new(peer.id),
            pool: peer.arena.pool(peer.id),
            state: State::Idle,
            block: BlockId::new(peer.id, 0),
            peer,
            job: None,
            standing: Standing::ROOT,
            dive: Stepper::new(),
            line: *N::vacant().line(),
            copied_path: CopiedPath::default(),
            copied: Vec::new(),
            owned: Vec::new(),
            must_narrow: false,
        }
    }

    /// What the worker is at has become useless.
    fn abort(&mut self) {
        if !self.is_idle() {
            self.peer.counters.aborts += 1;
            self.peer.meter.note(Use::Abort);
            self.state = State::Aborting;
        }
    }

    pub(super) fn lock(&mut self, block: BlockId) -> Result<BlockGuard<'a, N>, Alarmed> {
        self.peer.counters.locks += 1;
        self.peer.meter.note(Use::Lock(block));
        self.peer.arena.block(block).body.lock(&self.peer.lock_context)
    }

    /// Locks a block for a moment, to read or write a word or two.
    fn glance(&mut self, block: BlockId) -> Result<BlockGuard<'a, N>, Alarmed> {
        self.peer.counters.locks += 1;
        self.peer.meter.note(Use::Glance(block));
        self.peer.arena.block(block).body.lock(&self.peer.lock_context)
    }

    /// As [`SplitWorker::glance`], if nobody else has it locked.
    fn try_lock(&mut self, block: BlockId) -> Option<BlockGuard<'a, N>> {
        let is_locked = self.peer.meter.is_locked(block);
        let body = if is_locked {
            None
        } else {
            self.peer.arena.block(block).body.try_lock(&self.peer.lock_context)
        };
        self.peer.counters.locks += u64::from(body.is_some());
        self.peer.meter.note(if body.is_some() { Use::Glance(block) } else { Use::Refused });
        body
    }

    /// The block in its present generation.
    #[inline]
    fn block_version(&self, block: BlockId) -> BlockVersion {
        BlockVersion { block, generation: self.peer.arena.block(block).generation() }
    }

    /// There is something to join: wakes one that sleeps, or all where a block is not for everybody.
    pub(in crate::split) fn notify_idle(&mut self) {
        let team_state = self.peer.arena.team_state();
        if P::NAMES_WORKERS {
            self.peer.meter.note(Use::NotifyAll);
            team_state.event_count().notify_all();
        } else {
            self.peer.meter.note(Use::NotifyOne);
            team_state.event_count().notify_one();
        }
    }

    /// Posts the block's priority as it is now. True if it has just become joinable.
    #[inline]
    pub(super) fn post(&mut self, block: BlockId, body: &mut Body<N>) -> bool {
        !self.peer.is_alone && self.post_priority(block, body)
    }

    fn post_priority(&mut self, block: BlockId, body: &mut Body<N>) -> bool {
        let is_open = body.claims.is_open()
            && body.claims.out() < self.peer.params.max_thread_group
            && (body.link.is_some() || self.peer.params.split_at_root);
        let split_hint = if is_open { body.node.split_hint() } else { None };
        let priority = split_hint.map_or(0, |split_hint| {
            P::priority(&Candidate::new(split_hint, body), &self.peer.params)
        });
        let to_post = if body.is_unattended {
            body.tree.to_post_unattended(body.node.height())
        } else {
            body.tree.to_post(priority)
        };
        let before = std::mem::replace(&mut body.posted, to_post);
        if before != to_post {
            self.peer.arena.pool(block.owner()).post(block.slot(), to_post);
        }
        let is_new = before == 0 && to_post != 0;
        if is_new {
            self.peer.meter.note(Use::Posted);
            self.peer.arena.team_state().active_pools().mark_active(block.owner().index());
        } else if before != 0 && to_post == 0 {
            self.peer.meter.note(Use::Withdrawn);
        }
        is_new
    }

    /// Leaves the tree.
    pub(super) fn leave(&mut self, context: &mut N::Context<'_>) -> Result<Step, Alarmed> {
        self.become_idle();
        self.peer.leave(context)
    }

    /// Has no claim from here on.
    pub(super) fn become_idle(&mut self) {
        self.state = State::Idle;
    }
}
