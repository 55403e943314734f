//! Takes a job, opens its child, and searches the child alone or makes it a block.
//! Before: `join.rs`. Next: `ascend.rs`, which returns the result.
//!
//! A worker takes a job under the block's lock. The node enters the child, and the worker unlocks the block. It opens the
//! child without a lock, because no other worker sees the child. If a worker is idle and the child is above the split
//! frontier, the child becomes a block ([`offer`](SplitWorker::offer)).
//!
//! While all workers are busy, no worker would join such a block. So the worker searches the child with the recursive
//! driver, as the sequential program does: a *private search*. At every node it checks whether a worker is idle. If so,
//! the recursion returns, and each level leaves its job: the call stack has become data. The worker puts the nodes above
//! the frontier into blocks, from the top, and continues alone below them:
//!
//! ```text
//!   a   job to b      a into a block, posted     block a: 1 claim (block b)
//!   b   job to c      b into a block, posted     block b: 1 claim (job to c)
//!   -------------- frontier --------------
//!   c   job to d      c and d move up            call stack: c, d
//!   d   has a value                              goes on with that value
//! ```

use super::block::{Body, Link};
use super::rules::{AtBlock, Flow, Rules, Sharing};
use super::worker::{LockedBlock, Origin, SplitWorker, State};
use crate::arena::Alarmed;
use crate::driver::{self, Never};
use crate::event::Event;
use crate::ids::BlockId;
use crate::node::{Context, Node, Opened, PathStep, SplitHint};
use crate::params::Grain;
use crate::stepper::Progress;
use crate::team::{CancellationCheck, Demand, Step};

impl<'a, N: Node, R: Rules<'a, N>> SplitWorker<'a, N, R> {
    /// Takes the next job of a locked block on which the worker holds no claim, or leaves the block.
    pub fn take_next_job(
        &mut self,
        context: &mut N::Context<'_>,
        body: LockedBlock<'a, N, R>,
    ) -> Result<Step, Alarmed> {
        let mut body = match R::at_block(self, context, body, AtBlock::TakeJob)? {
            Flow::Continue(body) => body,
            Flow::Done(step) => return Ok(step),
        };
        if self.leaves_open(&body) {
            return self.park_block(context, body);
        }
        // In a sequential phase one job is out at a time. The worker that releases the last claim, job or
        // place, continues; all others leave.
        let split_hint = body.node.split_hint();
        let in_sequence = body.claims.out() > 0 && split_hint.is_none();
        if body.claims.is_open() && !in_sequence {
            self.job = body.node.next(context);
            if let Some(job) = &mut self.job {
                R::after_next(&mut self.rules, &self.peer, &body, split_hint, job);
                self.peer.stack[0].enter(context, &body.node, job);
                self.claim(&mut body, split_hint, 0);
                self.post_and_unlock(body);
                return Ok(Step::HandedOut);
            }
            body.claims.exhaust();
        }
        self.leave_block(context, body)
    }

    /// Posts and unlocks the block of a job whose child has been entered. From here on others may join the block.
    #[inline]
    pub(super) fn post_and_unlock(&mut self, mut body: LockedBlock<'a, N, R>) {
        let is_joinable = self.post(&mut body);
        R::unlock_and_announce(self, body, is_joinable);
        self.state = State::Entered;
    }

    /// Unlocks a block that has just handed out a job.
    #[inline]
    pub(super) fn unlock(&mut self, body: LockedBlock<'a, N, R>, is_joinable: bool) {
        drop(body);
        if is_joinable {
            self.notify_idle();
        }
    }

    /// Claims the worker's job, which this block has just handed out. The block gave this hint before; the child is entered
    /// at this place of the stack.
    #[inline]
    fn claim(&mut self, body: &mut LockedBlock<'a, N, R>, hint: Option<SplitHint>, place: usize) {
        body.claims.hand_out();
        self.block = body.id;
        debug_assert!(
            self.copied_path.has_taken(&body.path),
            "it works where its path does not lead"
        );
        let (block, depth) = (Some(body.id), body.node.depth());
        let task = self.peer.task(&self.peer.stack[place], self.job.as_ref());
        let searched = hint.map(|hint| hint.searched);
        self.peer.report(Event::JobTaken { block, depth, task, searched });
    }

    /// Opens the child, which no other worker sees. Holds no lock. Unless this returns a step, the worker's next state
    /// belongs to the same step.
    pub(super) fn open_child(
        &mut self,
        context: &mut N::Context<'_>,
    ) -> Result<Option<Step>, Alarmed> {
        let job = self.job.as_ref().expect("a child is entered by a job");
        let opened = self.peer.stack[0].open(context, job);
        context.smp_opened(&self.peer.stack[0]);
        if let Opened::Value(value) = opened {
            return self.finish_job(context, Some(value), Step::Opened);
        }
        let Sharing { at_once, on_demand } = R::sharing(self, context);
        if at_once && let Some(block) = self.take_block_below() {
            return self.offer(context, block).map(Some);
        }
        self.private_search.restart();
        self.is_on_demand = on_demand;
        self.state = State::Searching;
        Ok(None)
    }

    /// Returns true if the child just opened becomes a block at once: in the tree of the next iteration by its depth alone,
    /// otherwise if a worker is idle.
    #[inline]
    pub(super) fn becomes_block(&mut self, context: &N::Context<'_>) -> bool {
        if self.is_in_next() {
            self.peer.stack[0].depth() >= i32::from(self.peer.params.next_depth)
        } else {
            self.should_split(context)
        }
    }

    /// Returns true if the child just opened, searched in private, becomes blocks as soon as a worker is idle.
    #[inline]
    pub(super) fn splits_on_demand(&self) -> bool {
        !self.peer.is_alone && !self.is_in_next() && self.is_worth_sharing(0)
    }

    /// Returns true if the child just opened should become a block: a worker is idle, or another computer of a cluster may
    /// need the node.
    fn should_split(&mut self, context: &N::Context<'_>) -> bool {
        let child = &self.peer.stack[0];
        if self.is_worth_sharing(0) && context.concerns_others(child) {
            return true;
        }
        self.peer.params.is_above_frontier(child.depth(), || true) && self.has_idle_worker()
    }

    /// Returns true if the node at this place of the stack is above the frontier of busy teams.
    fn is_worth_sharing(&self, place: usize) -> bool {
        self.peer.stack[place].depth() >= self.peer.params.min_thread_depth
    }

    fn has_idle_worker(&mut self) -> bool {
        self.peer.common.has_idle_worker(&mut self.peer.meter)
    }

    /// Takes a block for a child of the worker's block; `None` if all are in use or the path is full.
    fn take_block_below(&mut self) -> Option<BlockId> {
        if self.copied_path.blocks().is_full() {
            return None;
        }
        let block = self.take_block();
        if block.is_none() {
            self.peer.report(Event::PoolEmpty);
        }
        block
    }

    /// Puts the child into a block, which others may join, and takes its first job.
    fn offer(&mut self, context: &mut N::Context<'_>, block: BlockId) -> Result<Step, Alarmed> {
        let body = self.make_block(context, block, 0, N::adopt)?;
        self.take_next_job(context, body)
    }

    /// Begins a block below the worker's own, with a copy of the node at this place of the stack. Returns it locked.
    fn make_block(
        &mut self,
        context: &mut N::Context<'_>,
        block: BlockId,
        place: usize,
        copy: impl FnOnce(&mut N, &N),
    ) -> Result<LockedBlock<'a, N, R>, Alarmed> {
        let mut body = self.lock(block)?;
        // A reset after a death has removed the content that `thread_init` had put there.
        if !body.has_value() {
            body.put(Body::new(N::default(), None));
        }
        let opened = &self.peer.stack[place];
        let job = self.job.expect("a child is entered by a job");
        let step = N::PathStep::of(opened, context);
        copy(&mut body.node, opened);
        body.renew(Some(Link { block: self.block, job }));
        self.begin_block(&mut body, step);
        self.peer.report(Event::BlockMade { block });
        Ok(body)
    }

    /// Searches the child's subtree in private with the recursive driver, or only its next node where a step is one node.
    /// Unless this returns a step, the worker's next state belongs to the same step.
    pub(super) fn search_alone(
        &mut self,
        context: &mut N::Context<'_>,
    ) -> Result<Option<Step>, Alarmed> {
        if self.is_on_demand && self.private_search.depth() > 0 && self.is_asked_to_split() {
            self.split_stack(context)?;
            if self.private_search.depth() == 0 {
                self.state = State::Entered;
                return Ok(None);
            }
            self.state = State::Searching;
        }
        let progress = match R::search_private(self, context)? {
            Some(progress) => progress,
            None if self.peer.params.grain == Grain::Node => {
                self.private_search.step(context, &mut self.peer.stack)
            }
            None if self.is_on_demand => self.search_until_wanted(context)?.into(),
            // No other worker could call it, or die.
            None if self.peer.is_alone => {
                driver::search(context, &mut self.peer.stack, &mut Never).into()
            }
            None => {
                let (blocks, block) = (self.blocks, self.block);
                let is_useless = || blocks.has_stopped_ancestor(block);
                let mut check = CancellationCheck::new(&self.peer, is_useless);
                let value = driver::search(context, &mut self.peer.stack, &mut check);
                self.peer.watchdog = check.watchdog;
                value.into()
            }
        };
        match progress {
            Progress::Deeper => Ok(Some(Step::Searched)),
            Progress::Done(value) => self.finish_job(context, Some(value), Step::Searched),
            Progress::Interrupted => self.finish_job(context, None, Step::Searched),
        }
    }

    /// Returns true if a worker is idle and there is a block to give it, between two nodes of a private search.
    fn is_asked_to_split(&mut self) -> bool {
        self.peer.report(Event::DemandChecked);
        self.pool.free.used() != u64::MAX && self.has_idle_worker()
    }

    /// Searches the child's subtree with the recursive driver, and splits the stack as soon as a worker is idle. Returns
    /// `None` if the job has become useless.
    fn search_until_wanted(
        &mut self,
        context: &mut N::Context<'_>,
    ) -> Result<Option<N::Value>, Alarmed> {
        let mut known = None;
        loop {
            let (blocks, block) = (self.blocks, self.block);
            let is_useless = || blocks.has_stopped_ancestor(block);
            let free = self.is_on_demand.then_some(&self.pool.free);
            let mut demand = Demand::new(&self.peer, is_useless, free);
            let value =
                self.private_search.finish(context, &mut self.peer.stack, known, &mut demand);
            let (watchdog, left) = demand.into_parts();
            self.peer.watchdog = watchdog;
            let Some(left) = left else { return Ok(value) };
            self.private_search.take_up(&left.jobs);
            known = left.value;
            self.split_stack(context)?;
        }
    }

    /// Puts the nodes of the stack that are above the frontier into blocks. The nodes below move to the bottom of the
    /// stack and stay private.
    fn split_stack(&mut self, context: &mut N::Context<'_>) -> Result<(), Alarmed> {
        let depth = self.private_search.depth();
        let mut shared = 0;
        while shared < depth
            && self.is_worth_sharing(shared)
            && let Some(block) = self.take_block_below()
        {
            let copy = |node: &mut N, searched: &N| *node = *searched;
            let mut body = self.make_block(context, block, shared, copy)?;
            self.job = self.private_search.job(shared).copied();
            shared += 1;
            let split_hint = body.node.split_hint();
            self.claim(&mut body, split_hint, shared);
            self.post_and_unlock(body);
        }
        if shared > 0 {
            self.private_search.forget_first(shared);
            self.peer.stack.copy_within(shared..=depth, 0);
            self.peer.report(Event::Moved { bytes: ((depth + 1) * size_of::<N>()) as u64 });
        }
        // Without enough blocks the worker listens until it has one. A full path stays full.
        self.is_on_demand =
            (shared > 0 || !self.copied_path.blocks().is_full()) && self.is_worth_sharing(0);
        Ok(())
    }

    /// Ends a job with its value, or with `None` if its search was interrupted. Unless a step is one node, the worker
    /// returns the value in the same step, without another look at its attention word.
    #[inline]
    fn finish_job(
        &mut self,
        context: &mut N::Context<'_>,
        value: Option<N::Value>,
        step: Step,
    ) -> Result<Option<Step>, Alarmed> {
        let must_stop = context.must_stop();
        if must_stop {
            self.thread_stop()?;
        }
        self.peer.common.team_state().alarm.check()?;
        match value {
            Some(value) if !must_stop => {
                self.state = State::Returning(value, Origin::Child);
                Ok((self.peer.params.grain == Grain::Node).then_some(step))
            }
            _ => {
                self.abort();
                Ok(Some(step))
            }
        }
    }
}
