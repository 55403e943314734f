//! Upwards: bring a value to its block, and if that was the last one out, on to the parent.
//!
//! `CopyFromSMP` happens here, under the block's lock: the node takes in the value and the line of the child. Then
//! one of three things follows. The node may want the child searched again: the claim stays out. There may be more to
//! hand out: the worker goes on in the block. Or the worker leaves: after the last job it is perhaps the last one
//! out, which finishes the node; after a cutoff it takes the value up at once, and all work still below the block is
//! useless.

use super::block::Link;
use super::claims::Exit;
use super::hooks::{Flow, Hooks};
use super::worker::{LockedBlock, Origin, SplitWorker, State};
use crate::arena::Alarmed;
use crate::event::Event;
use crate::node::{Absorbed, Node};
use crate::team::Step;

impl<'a, N: Node, H: Hooks<'a, N>> SplitWorker<'a, N, H> {
    /// Brings the value of a job to its block.
    pub(super) fn bring(
        &mut self,
        context: &mut N::Context<'_>,
        value: N::Value,
        origin: Origin,
    ) -> Result<Step, Alarmed> {
        let block = self.block;
        let mut body = self.lock(block)?;
        if body.claims.is_stopped() {
            self.peer.report(Event::ResultWasted);
            self.bring_back(&mut body);
            return self.leave_block(context, body);
        }
        let mut body = match H::before_result(self, context, body)? {
            Flow::GoOn(body) => body,
            Flow::Done(step) => return Ok(step),
        };
        let absorbed = self.copy_from_smp(context, &mut body, value, origin);
        H::after_result(self, &mut body, &absorbed);
        match absorbed {
            Absorbed::Again(again) => {
                let child = &mut self.peer.stack[0];
                child.enter(context, &body.node, &again);
                let task = child.task(Some(&again));
                self.peer.report(Event::Researching { block, task });
                self.job = Some(again);
                self.descend(body);
                Ok(Step::BackedUp)
            }
            Absorbed::GoOn => {
                self.bring_back(&mut body);
                self.carry_on(context, body)
            }
            Absorbed::Done(value) => {
                self.bring_back(&mut body);
                self.settle(context, body, value)
            }
        }
    }

    /// One claim on the block less.
    #[inline]
    pub fn bring_back(&mut self, body: &mut LockedBlock<'a, N, H>) {
        body.claims.bring_back();
        self.peer.report(Event::ClaimReleased { block: body.id });
    }

    /// Merges the value of the job, and its line, into the block it is from, which is locked.
    fn copy_from_smp(
        &mut self,
        context: &mut N::Context<'_>,
        body: &mut LockedBlock<'a, N, H>,
        value: N::Value,
        origin: Origin,
    ) -> Absorbed<N::Job, N::Value> {
        let bytes = (size_of::<N::Value>() + size_of::<N::Line>()) as u64;
        let (block, number) = (Some(body.id), N::number(value));
        self.peer.report(Event::ResultReturned { block, value: number, bytes });
        let job = self.job.as_ref().expect("a value is that of a job");
        let line = match origin {
            Origin::Child => self.peer.stack[0].line(),
            Origin::Block => &self.line,
        };
        let absorbed = body.node.absorb(context, job, value, line);
        if let Absorbed::Done(_) = absorbed {
            body.node.smp_finished(context);
        }
        absorbed
    }

    /// A job has settled the value of its block. It goes to the parent at once. If others are still
    /// out below the block they are told to stop, and the last of them clears the block away.
    pub fn settle(
        &mut self,
        context: &mut N::Context<'_>,
        mut body: LockedBlock<'a, N, H>,
        value: N::Value,
    ) -> Result<Step, Alarmed> {
        body.claims.settle();
        self.peer.report(Event::Settled { block: body.id, value: N::number(value) });
        self.note_line(&body);
        let body = match H::before_going_up(self, context, body, value)? {
            Flow::GoOn(body) => body,
            Flow::Done(step) => return Ok(step),
        };
        self.tell_finished(&body, value);
        let link = body.link;
        self.conclude_if_root(&body, Some(value))?;
        if body.claims.out() == 0 {
            self.clear_away(body);
        } else {
            self.stop_others(body);
        }
        self.go_up(context, link, value)
    }

    /// The way out for a worker that has brought back a claim and gets no other job.
    pub fn leave_block(
        &mut self,
        context: &mut N::Context<'_>,
        body: LockedBlock<'a, N, H>,
    ) -> Result<Step, Alarmed> {
        let mut body = match H::before_leaving(self, context, body)? {
            Flow::GoOn(body) => body,
            Flow::Done(step) => return Ok(step),
        };
        let link = body.link;
        match body.claims.exit() {
            Exit::OthersAreOut => {
                self.post(&mut body);
                drop(body);
                self.turn_back(context)
            }
            Exit::Finish => {
                let value = body.node.finish(context);
                body.node.smp_finished(context);
                self.tell_finished(&body, value);
                self.note_line(&body);
                self.conclude_if_root(&body, Some(value))?;
                self.clear_away(body);
                self.go_up(context, link, value)
            }
            Exit::Cancel => {
                self.conclude_if_root(&body, None)?;
                self.clear_away(body);
                match link {
                    Some(link) => {
                        self.state = State::Aborting;
                        self.come_back_to(link.block);
                        Ok(Step::GaveBack)
                    }
                    None => self.turn_back(context),
                }
            }
            Exit::Clear => {
                self.clear_away(body);
                self.turn_back(context)
            }
        }
    }

    /// Notes that this worker takes up the value of the block.
    pub fn tell_finished(&mut self, body: &LockedBlock<'a, N, H>, value: N::Value) {
        self.peer.report(Event::Finished { block: body.id, value: N::number(value) });
    }

    /// Notes the line of a block whose value is about to go up.
    pub fn note_line(&mut self, body: &LockedBlock<'a, N, H>) {
        self.line = *body.node.line();
    }

    /// Takes the value of a block to the block above.
    pub fn go_up(
        &mut self,
        context: &mut N::Context<'_>,
        link: Option<Link<N>>,
        value: N::Value,
    ) -> Result<Step, Alarmed> {
        match link {
            Some(link) => {
                self.job = Some(link.job);
                self.come_back_to(link.block);
                self.state = State::Bringing(value, Origin::Block);
                Ok(Step::BackedUp)
            }
            None => self.turn_back(context),
        }
    }

    /// The worker has no claim, and looks for work elsewhere.
    pub fn turn_back(&mut self, context: &mut N::Context<'_>) -> Result<Step, Alarmed> {
        match H::after_leaving(self, context)? {
            Some(step) => Ok(step),
            None => self.leave(context),
        }
    }

    /// A block has come to its end; its lock is held. If it is the root, so has the search.
    pub fn conclude_if_root(
        &mut self,
        body: &LockedBlock<'a, N, H>,
        value: Option<N::Value>,
    ) -> Result<(), Alarmed> {
        if body.link.is_some() {
            return Ok(());
        }
        self.peer.conclude(value, body.node.line())?;
        self.blocks.set_root(self.peer.tree, None);
        Ok(())
    }

    /// Gives a block, in which nobody is, back to the pool it is from.
    pub fn clear_away(&mut self, mut body: LockedBlock<'a, N, H>) {
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
