//! Returns a result to its block. The last worker out, or a cutoff, also returns the block's value to the parent.
//! Before: `descend.rs`. Next: `stop.rs`.
//!
//! `CopyFromSMP` happens here, under the block's lock: the node takes in the value and the line of the child. The node
//! may need another search of the child; then the claim stays out. It may have more jobs; then the worker takes the next.
//! Otherwise the worker leaves. If it is the last one out, it finishes the node. After a cutoff it takes the value to the
//! parent at once, and all work still below the block is useless.
//!
//! The worker that releases the last claim frees the block, whether the block is exhausted, settled or cancelled
//! ([`leave_block`](SplitWorker::leave_block)).

use super::block::Link;
use super::claims::Exit;
use super::rules::{AtBlock, Flow, Rules};
use super::worker::{LockedBlock, Origin, SplitWorker, State};
use crate::arena::Alarmed;
use crate::event::Event;
use crate::node::{Absorbed, Context, Node};
use crate::team::Step;

impl<'a, N: Node, R: Rules<'a, N>> SplitWorker<'a, N, R> {
    /// Returns the value of a job to its block.
    pub(super) fn return_result(
        &mut self,
        context: &mut N::Context<'_>,
        value: N::Value,
        origin: Origin,
    ) -> Result<Step, Alarmed> {
        let block = self.block;
        let mut body = self.lock(block)?;
        if body.claims.is_stopped() {
            self.peer.report(Event::ResultWasted);
            self.release_claim(&mut body);
            return self.leave_block(context, body);
        }
        let mut body = match R::at_block(self, context, body, AtBlock::ReturnResult)? {
            Flow::Continue(body) => body,
            Flow::Done(step) => return Ok(step),
        };
        let absorbed = self.copy_from_smp(context, &mut body, value, origin);
        R::after_result(self, &mut body, &absorbed);
        match absorbed {
            Absorbed::Research(again) => {
                self.peer.stack[0].enter(context, &body.node, &again);
                let task = self.peer.task(&self.peer.stack[0], Some(&again));
                self.peer.report(Event::Researching { block, task });
                self.job = Some(again);
                self.post_and_unlock(body);
                Ok(Step::BackedUp)
            }
            Absorbed::Continue => {
                self.release_claim(&mut body);
                self.take_next_job(context, body)
            }
            Absorbed::Settled(value) => {
                self.release_claim(&mut body);
                self.settle(context, body, value)
            }
        }
    }

    /// Releases the worker's claim on the block.
    #[inline]
    pub fn release_claim(&mut self, body: &mut LockedBlock<'a, N, R>) {
        body.claims.release();
        self.peer.report(Event::ClaimReleased { block: body.id });
    }

    /// Merges the value and the line of the worker's job into its block, which is locked.
    fn copy_from_smp(
        &mut self,
        context: &mut N::Context<'_>,
        body: &mut LockedBlock<'a, N, R>,
        value: N::Value,
        origin: Origin,
    ) -> Absorbed<N::Job, N::Value> {
        let bytes = (size_of::<N::Value>() + size_of::<N::Line>()) as u64;
        let (block, number) = (Some(body.id), self.peer.number(value));
        self.peer.report(Event::ResultReturned { block, value: number, bytes });
        let job = self.job.as_ref().expect("a value belongs to a job");
        let line = match origin {
            Origin::Child => self.peer.stack[0].line(),
            Origin::Block => &self.line,
        };
        let absorbed = body.node.absorb(context, job, value, line);
        if let Absorbed::Settled(_) = absorbed {
            context.smp_finished(&body.node);
        }
        absorbed
    }

    /// Settles a block: the result of a job has decided its value. Takes the value to the parent at once. If other claims
    /// are out, stops the workers below; the last of them frees the block.
    pub fn settle(
        &mut self,
        context: &mut N::Context<'_>,
        mut body: LockedBlock<'a, N, R>,
        value: N::Value,
    ) -> Result<Step, Alarmed> {
        body.claims.settle();
        let number = self.peer.number(value);
        self.peer.report(Event::Settled { block: body.id, value: number });
        self.save_pv(&body);
        let body = match R::at_block(self, context, body, AtBlock::Propagate(value))? {
            Flow::Continue(body) => body,
            Flow::Done(step) => return Ok(step),
        };
        self.trace_finished(&body, value);
        let link = body.link;
        self.conclude_if_root(&body, Some(value))?;
        if body.claims.out() == 0 {
            self.free_block(body);
        } else {
            self.stop_others(body);
        }
        self.propagate_to_parent(context, link, value)
    }

    /// Leaves a block after the worker has released its claim and takes no other job. The last worker out also ends the
    /// block.
    pub fn leave_block(
        &mut self,
        context: &mut N::Context<'_>,
        body: LockedBlock<'a, N, R>,
    ) -> Result<Step, Alarmed> {
        let mut body = match R::at_block(self, context, body, AtBlock::Leave)? {
            Flow::Continue(body) => body,
            Flow::Done(step) => return Ok(step),
        };
        let link = body.link;
        match body.claims.exit() {
            Exit::OthersAreOut => {
                self.post(&mut body);
                drop(body);
                self.seek_other_work(context)
            }
            Exit::Finish => {
                let value = body.node.finish(context);
                context.smp_finished(&body.node);
                self.trace_finished(&body, value);
                self.save_pv(&body);
                self.conclude_if_root(&body, Some(value))?;
                self.free_block(body);
                self.propagate_to_parent(context, link, value)
            }
            Exit::Cancel => {
                self.conclude_if_root(&body, None)?;
                self.free_block(body);
                match link {
                    Some(link) => {
                        self.state = State::Aborting;
                        self.come_back_to(link.block);
                        Ok(Step::GaveBack)
                    }
                    None => self.seek_other_work(context),
                }
            }
            Exit::Clear => {
                self.free_block(body);
                self.seek_other_work(context)
            }
        }
    }

    /// Reports that this worker takes the value of the block to its parent.
    pub fn trace_finished(&mut self, body: &LockedBlock<'a, N, R>, value: N::Value) {
        let number = self.peer.number(value);
        self.peer.report(Event::Finished { block: body.id, value: number });
    }

    /// Copies the line of a block whose value the worker is about to take to the parent.
    pub fn save_pv(&mut self, body: &LockedBlock<'a, N, R>) {
        self.line = *body.node.line();
    }

    /// Takes the value of a block to the block above. The block's own claim there becomes the worker's.
    pub fn propagate_to_parent(
        &mut self,
        context: &mut N::Context<'_>,
        link: Option<Link<N>>,
        value: N::Value,
    ) -> Result<Step, Alarmed> {
        match link {
            Some(link) => {
                self.job = Some(link.job);
                self.come_back_to(link.block);
                self.state = State::Returning(value, Origin::Block);
                Ok(Step::BackedUp)
            }
            None => self.seek_other_work(context),
        }
    }

    /// Continues without a claim: by default the worker leaves the tree and becomes idle.
    pub fn seek_other_work(&mut self, context: &mut N::Context<'_>) -> Result<Step, Alarmed> {
        match R::after_leaving(self, context)? {
            Some(step) => Ok(step),
            None => self.leave(context),
        }
    }

    /// Ends the search if this locked block, which has ended, is the root.
    pub fn conclude_if_root(
        &mut self,
        body: &LockedBlock<'a, N, R>,
        value: Option<N::Value>,
    ) -> Result<(), Alarmed> {
        if body.link.is_some() {
            return Ok(());
        }
        self.peer.conclude(value, body.node.line())?;
        self.blocks.set_root(self.peer.tree, None);
        Ok(())
    }

    /// Returns a block without claims to its pool.
    pub fn free_block(&mut self, mut body: LockedBlock<'a, N, R>) {
        let id = body.id;
        self.peer.report(Event::BlockFreed { block: id });
        let pool = self.blocks.pool(id.owner());
        if body.posted != 0 {
            body.posted = 0;
            self.peer.report(Event::Withdrawn);
            pool.post(id.slot(), 0);
        }
        drop(body);
        pool.free.put(id.slot());
    }
}
