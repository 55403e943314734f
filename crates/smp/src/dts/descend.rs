//! Downwards: hand out a job, open its child, and share it or search it alone.
//!
//! A worker that has come to a block asks it for a job with the lock held; the node enters the child, and the lock is
//! released. The child is opened with no lock held, since nobody else can see it yet. If somebody is idle and the
//! child is above the split frontier it becomes a block of its own ([`offer`](SplitWorker::offer)).
//!
//! While all are busy a block would be made for nobody. So the worker searches the child with the recursive driver,
//! as the sequential program does, and looks at every node for the mark of one that has found nothing to do. If there
//! is one the recursion comes back, and each level leaves its job on the way out: what was in the call stack is data
//! then. The nodes above the frontier are put into blocks, from above, and the worker goes on below them, alone:
//!
//! ```text
//!   a   job to b      a into a block, posted     block a: 1 claim (block b)
//!   b   job to c      b into a block, posted     block b: 1 claim (job to c)
//!   -------------- frontier --------------
//!   c   job to d      c and d move up            call stack: c, d
//!   d   has a value                              goes on with that value
//! ```

use super::block::{Body, Link};
use super::hooks::{Flow, Hooks};
use super::worker::{LockedBlock, Origin, SplitWorker, State};
use crate::arena::Alarmed;
use crate::driver::{self, Never};
use crate::event::Event;
use crate::ids::BlockId;
use crate::node::{Node, Opened, SplitHint};
use crate::params::Grain;
use crate::stepper::{NoHooks, Progress};
use crate::team::{CancellationCheck, Demand, Peer, Step};

impl<'a, N: Node, H: Hooks<'a, N>> SplitWorker<'a, N, H> {
    /// In a block, locked, with no claim on it: takes the next job, or leaves.
    pub fn carry_on(
        &mut self,
        context: &mut N::Context<'_>,
        body: LockedBlock<'a, N, H>,
    ) -> Result<Step, Alarmed> {
        let mut body = match H::before_job(self, context, body)? {
            Flow::GoOn(body) => body,
            Flow::Done(step) => return Ok(step),
        };
        // In a sequential phase one job is out at a time. The worker that brings back the last claim, job or
        // place, continues; all others leave.
        let split_hint = body.node.split_hint();
        let in_sequence = body.claims.out() > 0 && split_hint.is_none();
        if body.claims.is_open() && !in_sequence {
            self.job = body.node.next(context);
            if let Some(job) = &mut self.job {
                H::after_next(&mut self.hooks, &self.peer, &body, split_hint, job);
                self.peer.stack[0].enter(context, &body.node, job);
                self.claim(&mut body, split_hint, 0);
                self.descend(body);
                return Ok(Step::HandedOut);
            }
            body.claims.exhaust();
        }
        self.leave_block(context, body)
    }

    /// Leaves the block with a job whose child has been entered; others may join it from here on.
    #[inline]
    pub(super) fn descend(&mut self, mut body: LockedBlock<'a, N, H>) {
        let is_joinable = self.post(&mut body);
        H::unlock_and_announce(self, body, is_joinable);
        self.state = State::Entered;
    }

    /// The worker's job is one of this block, which had this hint before; its child is entered, in this place of the stack.
    #[inline]
    fn claim(&mut self, body: &mut LockedBlock<'a, N, H>, hint: Option<SplitHint>, place: usize) {
        body.claims.hand_out();
        self.block = body.id;
        debug_assert!(
            self.copied_path.has_taken(&body.path),
            "it works where its path does not lead"
        );
        let (block, depth) = (Some(body.id), body.node.height());
        let task = self.peer.stack[place].task(self.job.as_ref());
        let searched = hint.map(|hint| hint.searched);
        self.peer.report(Event::JobTaken { block, depth, task, searched });
    }

    /// Opens the child entered, which nobody else can see. No lock is held.
    pub(super) fn open_child(&mut self, context: &mut N::Context<'_>) -> Result<Step, Alarmed> {
        let job = self.job.as_ref().expect("a child is entered by a job");
        let opened = self.peer.stack[0].open(context, job);
        self.peer.stack[0].smp_opened(context);
        match opened {
            Opened::Value(value) => self.arrive(context, Some(value), Step::Opened),
            Opened::Live => {
                if H::becomes_block(self, context)
                    && let Some(block) = self.take_block_below()
                {
                    return self.offer(context, block);
                }
                self.search_alone(context)
            }
        }
    }

    /// True if the child is above the split frontier, which is lower while somebody is idle.
    pub fn is_above_frontier(&mut self) -> bool {
        let Peer { params, stack, common, meter, .. } = &mut self.peer;
        params.is_above_frontier(stack[0].height(), || common.is_somebody_idle(meter))
    }

    /// True if the child just opened is put into a block at once: somebody is idle, or another team hears of blocks.
    pub(crate) fn is_wanted_as_block(&mut self, context: &N::Context<'_>) -> bool {
        let child = &self.peer.stack[0];
        if self.is_worth_sharing(0) && child.concerns_others(context) {
            return true;
        }
        self.peer.params.is_above_frontier(child.height(), || true) && self.is_somebody_idle()
    }

    /// True if the node in this place of the stack is above the frontier of busy teams.
    pub(crate) fn is_worth_sharing(&self, place: usize) -> bool {
        self.peer.stack[place].height() >= self.peer.params.min_thread_depth
    }

    fn is_somebody_idle(&mut self) -> bool {
        self.peer.common.is_somebody_idle(&mut self.peer.meter)
    }

    /// Takes a block for a child of this one; `None` if all are in use, or too many one below another.
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

    /// Puts the child into a split block, where others may join it, and takes its first job.
    fn offer(&mut self, context: &mut N::Context<'_>, block: BlockId) -> Result<Step, Alarmed> {
        let body = self.make_block(context, block, 0, N::adopt)?;
        self.carry_on(context, body)
    }

    /// Has a block begin, locked, below the worker's own, with a copy of the node in this place of the stack.
    fn make_block(
        &mut self,
        context: &mut N::Context<'_>,
        block: BlockId,
        place: usize,
        copy: impl FnOnce(&mut N, &N),
    ) -> Result<LockedBlock<'a, N, H>, Alarmed> {
        let mut body = self.lock(block)?;
        // A reset after a death has forgotten what `thread_init` had put there.
        if !body.has_value() {
            body.put(Body::new(N::vacant(), None));
        }
        let opened = &self.peer.stack[place];
        let job = self.job.expect("a child is entered by a job");
        let step = opened.step(context);
        copy(&mut body.node, opened);
        body.renew(Some(Link { block: self.block, job }));
        self.begin_block(&mut body, step);
        self.peer.report(Event::BlockMade { block });
        Ok(body)
    }

    /// Searches the child's subtree in private: as a whole, or a node a step where a step is one node.
    fn search_alone(&mut self, context: &mut N::Context<'_>) -> Result<Step, Alarmed> {
        self.dive.restart();
        self.is_on_demand = H::splits_on_demand(self);
        if self.peer.params.grain == Grain::Node {
            return self.dive_on(context);
        }
        let value = if self.is_on_demand {
            self.search_until_wanted(context)?
        } else {
            H::search_subtree(self, context)?
        };
        self.arrive(context, value, Step::Searched)
    }

    /// Searches the child's subtree with the recursive driver, and shares it as soon as somebody is idle. `None` if it
    /// has become useless.
    fn search_until_wanted(
        &mut self,
        context: &mut N::Context<'_>,
    ) -> Result<Option<N::Value>, Alarmed> {
        let mut known = None;
        loop {
            let (blocks, block) = (self.blocks, self.block);
            let is_useless = || blocks.is_cut_off(block);
            let mut demand = Demand::new(&self.peer, is_useless, self.is_on_demand);
            let value = self.dive.finish(context, &mut self.peer.stack, known, &mut demand);
            let (watchdog, left) = demand.into_parts();
            self.peer.watchdog = watchdog;
            let Some(left) = left else { return Ok(value) };
            self.dive.take_up(&left.jobs);
            known = left.value;
            self.share_stack(context)?;
        }
    }

    /// Puts the nodes of the stack that are above the frontier into blocks. What is below moves up in the stack, and is
    /// not shared.
    fn share_stack(&mut self, context: &mut N::Context<'_>) -> Result<(), Alarmed> {
        let depth = self.dive.depth();
        let mut shared = 0;
        while shared < depth
            && self.is_worth_sharing(shared)
            && let Some(block) = self.take_block_below()
        {
            let copy = |node: &mut N, searched: &N| *node = *searched;
            let mut body = self.make_block(context, block, shared, copy)?;
            self.job = self.dive.levels()[shared].job;
            shared += 1;
            let split_hint = body.node.split_hint();
            self.claim(&mut body, split_hint, shared);
            self.descend(body);
        }
        if shared > 0 {
            self.dive.forget_first(shared);
            self.peer.stack.copy_within(shared..=depth, 0);
            self.peer.report(Event::Moved { bytes: ((depth + 1) * size_of::<N>()) as u64 });
        }
        // Only if there was not room for all of them.
        self.is_on_demand = shared > 0 && self.is_worth_sharing(0);
        Ok(())
    }

    /// Searches the child's subtree with the recursive driver. `None` if it has become useless.
    pub fn search_with_driver(
        &mut self,
        context: &mut N::Context<'_>,
    ) -> Result<Option<N::Value>, Alarmed> {
        if self.peer.is_alone {
            // Nobody could call it, or die.
            return Ok(driver::search(context, &mut self.peer.stack, &mut Never));
        }
        let (blocks, block) = (self.blocks, self.block);
        let mut check = CancellationCheck::new(&self.peer, || blocks.is_cut_off(block));
        let value = driver::search(context, &mut self.peer.stack, &mut check);
        self.peer.watchdog = check.watchdog;
        Ok(value)
    }

    /// Searches one more node of the child's subtree, on the explicit stack.
    pub fn step_dive(&mut self, context: &mut N::Context<'_>) -> Progress<N::Value> {
        self.dive.step(context, &mut self.peer.stack, &mut NoHooks)
    }

    /// Searches one more node of the child's subtree.
    pub(super) fn dive_on(&mut self, context: &mut N::Context<'_>) -> Result<Step, Alarmed> {
        if self.is_on_demand && self.dive.depth() > 0 {
            self.peer.report(Event::DemandChecked);
            if self.is_somebody_idle() {
                self.share_stack(context)?;
                if self.dive.depth() == 0 {
                    return self.open_child(context);
                }
            }
        }
        match H::search_node(self, context) {
            Progress::Deeper => {
                self.state = State::Diving;
                Ok(Step::Searched)
            }
            Progress::Done(value) => self.arrive(context, Some(value), Step::Searched),
            Progress::Interrupted => self.arrive(context, None, Step::Searched),
        }
    }

    /// A job has come to its end: with a value, or with none since it was interrupted. The worker does
    /// not check its attention word between that and bringing the value, unless a step is one node.
    #[inline]
    fn arrive(
        &mut self,
        context: &mut N::Context<'_>,
        value: Option<N::Value>,
        step: Step,
    ) -> Result<Step, Alarmed> {
        let must_stop = N::must_stop(context);
        if must_stop {
            self.thread_stop()?;
        }
        self.peer.common.team_state().alarm.check()?;
        match value {
            Some(value) if !must_stop => {
                if self.peer.params.grain == Grain::Subtree {
                    return self.bring(context, value, Origin::Child);
                }
                self.state = State::Bringing(value, Origin::Child);
            }
            _ => self.abort(),
        }
        Ok(step)
    }
}
