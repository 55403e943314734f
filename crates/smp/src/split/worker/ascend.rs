//! Upwards: bring a value to its block, and if that was the last one out, on to the parent.

use super::narrow::Narrowed;
use super::{BlockGuard, Origin, SplitWorker, State};
use crate::arena::Alarmed;
use crate::ids::BlockId;
use crate::meter::Use;
use crate::node::{Absorbed, Node};
use crate::split::claims::Exit;
use crate::split::{Body, Link, SplitPolicy, Standing, TreeId};
use crate::strategy::Step;

impl<'a, N: Node, P: SplitPolicy> SplitWorker<'a, N, P> {
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
            self.peer.counters.wasted += 1;
            body.claims.bring_back();
            return self.leave_block(context, block, body);
        }
        if P::NARROWS {
            match self.narrow_block(context, block, &mut body) {
                Narrowed::Wanted => {}
                Narrowed::Decided(value) => {
                    body.claims.bring_back();
                    return self.cut_off(context, block, body, value);
                }
                Narrowed::Useless => {
                    self.peer.counters.wasted += 1;
                    body.claims.bring_back();
                    return self.drop_block(context, block, body);
                }
            }
        }
        let searched_before = body.searched();
        let absorbed = self.copy_from_smp(context, &mut body, value, origin);
        self.pass_window_on(block, &body);
        // A node may take the value in and ask for another child, which it has put off.
        let is_taken_in =
            !matches!(absorbed, Absorbed::Again(_)) || body.searched() > searched_before;
        if is_taken_in && self.is_about_the_eldest(&body) {
            body.eldest_is_known = true;
            self.give_bound(block, &body);
        }
        match absorbed {
            Absorbed::Again(again) => {
                if is_taken_in {
                    self.standing = body.standing.child(false);
                }
                self.peer.stack[0].enter(context, &body.node, &again);
                self.job = Some(again);
                self.descend(body);
                Ok(Step::BackedUp)
            }
            Absorbed::GoOn => {
                body.claims.bring_back();
                self.carry_on(context, block, body)
            }
            Absorbed::Done(value) => {
                body.claims.bring_back();
                self.cut_off(context, block, body, value)
            }
        }
    }

    /// True if the job that has been brought to the block is its first child's. A node that cannot say
    /// which is its first when it hands it out, being in a phase in sequence, has no other out.
    fn is_about_the_eldest(&self, body: &Body<N>) -> bool {
        let is_only_one = || body.claims.out() == 1 && body.searched() > Some(0);
        self.standing.is_eldest || (!body.eldest_is_known && is_only_one())
    }

    /// Merges the value of the job, and its line, into the block it is from, which is locked.
    fn copy_from_smp(
        &mut self,
        context: &mut N::Context<'_>,
        body: &mut BlockGuard<'a, N>,
        value: N::Value,
        origin: Origin,
    ) -> Absorbed<N::Job, N::Value> {
        self.peer.counters.reports += 1;
        let bytes = (size_of::<N::Value>() + size_of::<N::Line>()) as u64;
        self.peer.counters.report_bytes += bytes;
        self.peer.meter.note(Use::Report(bytes));
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
    pub(super) fn cut_off(
        &mut self,
        context: &mut N::Context<'_>,
        block: BlockId,
        mut body: BlockGuard<'a, N>,
        value: N::Value,
    ) -> Result<Step, Alarmed> {
        body.claims.settle();
        self.line = *body.node.line();
        if body.claims.is_owned() && !self.owns(block) {
            return self.leave_value(context, block, body, value);
        }
        let (link, standing) = (body.link, body.standing);
        if link.is_none() {
            self.conclude(&body, Some(value))?;
        }
        self.disown(&mut body);
        if body.claims.out() == 0 {
            self.clear_away(block, body);
        } else {
            self.stop_others(block, body);
        }
        self.go_up(context, link, standing, value)
    }

    /// The block is settled: its value is known, and all who search below it search in vain.
    pub(super) fn stop_others(&mut self, block: BlockId, mut body: BlockGuard<'a, N>) {
        self.peer.counters.cutoffs += 1;
        self.stop_block(block);
        self.post(block, &mut body);
        drop(body);
        self.call_all();
    }

    /// Does what is to be done by a worker that has brought back a claim and gets no other.
    pub(super) fn leave_block(
        &mut self,
        context: &mut N::Context<'_>,
        block: BlockId,
        mut body: BlockGuard<'a, N>,
    ) -> Result<Step, Alarmed> {
        let (link, standing) = (body.link, body.standing);
        let is_owner = self.owns(block);
        let exit = body.claims.exit(is_owner);
        if exit == Exit::Await {
            return self.await_clients(block, body);
        }
        if is_owner {
            self.disown(&mut body);
        }
        match exit {
            Exit::Await => unreachable!("the owner waits"),
            Exit::OthersAreOut => {
                self.post(block, &mut body);
                let owner_is_last = body.claims.is_owned() && body.claims.out() == 0;
                drop(body);
                if owner_is_last {
                    self.call_owner(block);
                }
                self.turn_back(context)
            }
            Exit::Carry => {
                let value = body.found.expect("a client has left the value");
                self.line = *body.node.line();
                if link.is_none() {
                    self.conclude(&body, Some(value))?;
                }
                if body.claims.out() == 0 {
                    self.clear_away(block, body);
                } else {
                    drop(body);
                }
                self.go_up(context, link, standing, value)
            }
            Exit::Finish => {
                let value = body.node.finish(context);
                body.node.smp_finished(context);
                self.line = *body.node.line();
                if link.is_none() {
                    self.conclude(&body, Some(value))?;
                }
                self.clear_away(block, body);
                self.go_up(context, link, standing, value)
            }
            Exit::Cancel => {
                if link.is_none() {
                    self.conclude(&body, None)?;
                }
                self.clear_away(block, body);
                match link {
                    Some(link) => {
                        (self.state, self.block) = (State::Aborting, link.block);
                        self.copied_path.go_up(link.block);
                        Ok(Step::GaveBack)
                    }
                    None => self.turn_back(context),
                }
            }
            Exit::Clear => {
                self.clear_away(block, body);
                self.turn_back(context)
            }
        }
    }

    /// Takes the value of a block, which stood there, to the block above.
    fn go_up(
        &mut self,
        context: &mut N::Context<'_>,
        link: Option<Link<N>>,
        standing: Standing,
        value: N::Value,
    ) -> Result<Step, Alarmed> {
        match link {
            Some(link) => {
                (self.block, self.job, self.standing) = (link.block, Some(link.job), standing);
                self.copied_path.go_up(link.block);
                self.state = State::Bringing(value, Origin::Block);
                Ok(Step::BackedUp)
            }
            None => self.turn_back(context),
        }
    }

    /// Gives a useless job back. Its block has become useless too, if it was not before: something
    /// above has been stopped, or decided by a narrower window. The block decided is not useless.
    pub(super) fn give_back(&mut self, context: &mut N::Context<'_>) -> Result<Step, Alarmed> {
        let block = self.block;
        let mut body = self.lock(block)?;
        if P::NARROWS && !self.is_useless_at(block, &body) {
            return Ok(self.go_back_to(block, &body));
        }
        body.claims.bring_back();
        self.drop_block(context, block, body)
    }

    /// Nobody wants the value of the block any more. The worker has no claim there.
    pub(super) fn drop_block(
        &mut self,
        context: &mut N::Context<'_>,
        block: BlockId,
        mut body: BlockGuard<'a, N>,
    ) -> Result<Step, Alarmed> {
        body.claims.cancel();
        self.stop_block(block);
        self.leave_block(context, block, body)
    }

    /// The root has come to its end; its lock is held.
    fn conclude(
        &mut self,
        body: &BlockGuard<'a, N>,
        value: Option<N::Value>,
    ) -> Result<(), Alarmed> {
        self.peer.conclude(value, body.node.line())?;
        self.peer.arena.team_state().set_root(self.peer.tree, None);
        Ok(())
    }

    /// Gives a block, in which nobody is, back to the pool it is from.
    fn clear_away(&mut self, block: BlockId, mut body: BlockGuard<'a, N>) {
        let pool = self.peer.arena.pool(block.owner());
        if body.posted != 0 {
            body.posted = 0;
            self.peer.meter.note(Use::Withdrawn);
            pool.post(block.slot(), 0);
        }
        drop(body);
        pool.free.put(block.slot());
    }

    /// Stops the whole search: the roots are stopped, and everybody told.
    ///
    /// # Errors
    /// The alarm is on.
    pub(super) fn thread_stop(&mut self) -> Result<(), Alarmed> {
        TreeId::BOTH.into_iter().try_for_each(|tree| self.cancel_root(tree))
    }
}
