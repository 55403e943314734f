//! Downwards: hand out a job, open its child, and make a split block of it or search it alone.
//!
//! A worker that has come to a block asks it for a job with the lock held; the node enters the child, and
//! the lock is released. The child is opened with no lock held, since nobody else can see it yet. Above
//! the split frontier it becomes a block of its own ([`offer`](SplitWorker::offer)); below, where nearly
//! all nodes are, the worker searches it with the recursive driver.

use super::block::{Body, Link};
use super::hooks::{Flow, Hooks};
use super::worker::{LockedBlock, Origin, SplitWorker, State};
use crate::arena::Alarmed;
use crate::deed::Deed;
use crate::driver;
use crate::ids::BlockId;
use crate::meter::Use;
use crate::node::{Node, Opened};
use crate::params::Grain;
use crate::stepper::{NoHooks, Progress};
use crate::team::{CancellationCheck, Peer, Step};

impl<'a, N: Node, H: Hooks<'a, N>> SplitWorker<'a, N, H> {
    /// In a block, locked, with no claim on it: takes the next job, or leaves.
    pub(crate) fn carry_on(
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
                body.claims.hand_out();
                self.block = body.id;
                debug_assert!(
                    self.copied_path.has_taken(&body.path),
                    "it works where its path does not lead"
                );
                self.peer.counters.claims += 1;
                self.peer.meter.note(Use::HandOut(body.node.height()));
                let child = &mut self.peer.stack[0];
                child.enter(context, &body.node, job);
                let (block, child) = (Some(body.id), &*child);
                let searched = split_hint.map(|split_hint| split_hint.searched);
                self.peer.meter.tell(|| Deed::Took {
                    block,
                    task: child.task(Some(job)),
                    searched,
                });
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

    /// Opens the child entered, which nobody else can see. No lock is held.
    pub(super) fn open_child(&mut self, context: &mut N::Context<'_>) -> Result<Step, Alarmed> {
        let job = self.job.as_ref().expect("a child is entered by a job");
        let opened = self.peer.stack[0].open(context, job);
        self.peer.stack[0].smp_opened(context);
        match opened {
            Opened::Value(value) => self.arrive(context, Some(value), Step::Opened),
            Opened::Live => {
                if !self.copied_path.blocks().is_full() && H::becomes_block(self) {
                    if let Some(block) = self.take_block() {
                        return self.offer(context, block);
                    }
                    self.peer.counters.pool_empty += 1;
                    self.peer.meter.tell(|| Deed::PoolEmpty);
                }
                self.search_alone(context)
            }
        }
    }

    /// True if the child is above the split frontier, which is lower while somebody is idle.
    pub(crate) fn is_above_frontier(&mut self) -> bool {
        let Peer { params, stack, common, meter, .. } = &mut self.peer;
        params.is_above_frontier(stack[0].height(), || common.is_somebody_idle(meter))
    }

    /// Puts the child into a split block, where others may join it, and takes its first job.
    fn offer(&mut self, context: &mut N::Context<'_>, block: BlockId) -> Result<Step, Alarmed> {
        self.peer.counters.offers += 1;
        let mut body = self.lock(block)?;
        // A reset after a death has forgotten what `thread_init` had put there.
        if !body.has_value() {
            body.put(Body::new(N::vacant(), None));
        }
        let opened = &self.peer.stack[0];
        let job = self.job.expect("a child is entered by a job");
        let step = opened.step(context);
        body.renew(opened, Some(Link { block: self.block, job }));
        self.begin_block(&mut body, step);
        self.peer.meter.note(Use::Offer);
        self.peer.meter.tell(|| Deed::Made { block });
        self.carry_on(context, body)
    }

    /// Searches the child's subtree in private: as a whole, or a node a step where a step is one node.
    fn search_alone(&mut self, context: &mut N::Context<'_>) -> Result<Step, Alarmed> {
        if self.peer.params.grain == Grain::Node {
            self.dive.restart();
            return self.dive_on(context);
        }
        let value = H::search_subtree(self, context)?;
        self.arrive(context, value, Step::Searched)
    }

    /// Searches the child's subtree with the recursive driver. `None` if it has become useless.
    pub(crate) fn search_with_driver(
        &mut self,
        context: &mut N::Context<'_>,
    ) -> Result<Option<N::Value>, Alarmed> {
        let (blocks, block) = (self.blocks, self.block);
        let mut check = CancellationCheck::new(&self.peer, || blocks.is_cut_off(block));
        let value = driver::search(context, &mut self.peer.stack, &mut check);
        self.peer.watchdog = check.watchdog;
        Ok(value)
    }

    /// Searches one more node of the child's subtree, on the explicit stack.
    pub(crate) fn step_dive(&mut self, context: &mut N::Context<'_>) -> Progress<N::Value> {
        self.dive.step(context, &mut self.peer.stack, &mut NoHooks)
    }

    /// Searches one more node of the child's subtree.
    pub(super) fn dive_on(&mut self, context: &mut N::Context<'_>) -> Result<Step, Alarmed> {
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
