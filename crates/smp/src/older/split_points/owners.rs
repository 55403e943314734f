//! Blocks with an owner: the worker that made a block waits there for its clients, and takes the
//! value up.
//!
//! ```text
//!        owner A                         client B
//!
//!  A makes block X, takes job 1
//!  A brings 1, takes job 2         B joins X, takes job 3, the last
//!  A brings 2: nothing left,         |
//!    but B is out: A waits           |
//!        .                         B brings 3: X is A's, so B calls A and leaves
//!  A finishes X, takes its value up
//! ```
//!
//! A client that finds a cutoff leaves the value in the block and calls everybody. The owner may be
//! anywhere below the block: it gives back what it has there, from the bottom up, and comes to the
//! block in the end. The blocks that it owns on the way it gives up, so that the last one out of
//! each clears it away.

use super::fields::OlderBody;
use super::hooks::{Older, OlderGuard, OlderWorker};
use super::policy::{Carrier, SplitPolicy};
use crate::arena::Alarmed;
use crate::dts::{BlockFlow, Flow, Hooks};
use crate::event::Event;
use crate::ids::BlockId;
use crate::older::traits::Narrow;
use crate::team::Step;

impl<'a, N: Narrow, P: SplitPolicy> OlderWorker<'a, N, P> {
    /// True if as many workers search children of the block as may, at least one. Only an owner that has
    /// waited there finds it so.
    pub(super) fn is_full(&self, body: &OlderBody<N>) -> bool {
        body.claims.out() >= self.peer.params.max_thread_group.max(1)
    }

    /// Becomes the owner of the block just begun, if blocks have owners.
    pub(super) fn own(&mut self, body: &mut OlderGuard<'a, N>) {
        if P::CARRIER == Carrier::Owner {
            body.extra.is_owned = true;
            self.hooks.owned.push(body.id);
        }
    }

    /// True if this worker is the owner of the block. It comes back to its blocks from below, so
    /// none but the last one is asked for.
    pub(super) fn owns(&self, block: BlockId) -> bool {
        self.hooks.owned.last() == Some(&block)
    }

    /// Gives up the block that the worker has come back to, if it owns that.
    pub(super) fn disown(&mut self, body: &mut OlderBody<N>) {
        if P::CARRIER == Carrier::Owner {
            body.extra.is_owned = false;
            self.hooks.owned.pop();
        }
    }

    /// A client has settled a block: the owner is to take the value up.
    pub(super) fn leave_value(
        &mut self,
        context: &mut N::Context<'_>,
        mut body: OlderGuard<'a, N>,
        value: N::Value,
    ) -> Result<Step, Alarmed> {
        body.extra.found = Some(value);
        self.stop_others(body);
        self.turn_back(context)
    }

    /// The way out of a block that has an owner. A client leaves it to the owner, which waits while
    /// clients are out, and takes up what one of them has found.
    pub(super) fn leave_as_owner_or_client(
        &mut self,
        context: &mut N::Context<'_>,
        mut body: OlderGuard<'a, N>,
    ) -> BlockFlow<'a, N, Older<'a, N, P>> {
        if P::CARRIER != Carrier::Owner {
            return Ok(Flow::GoOn(body));
        }
        if !self.owns(body.id) {
            return if body.extra.is_owned {
                self.leave_as_client(context, body).map(Flow::Done)
            } else {
                Ok(Flow::GoOn(body))
            };
        }
        if !body.claims.is_stopped() && body.claims.out() > 0 {
            return Ok(Flow::Done(self.await_clients(body)));
        }
        self.disown(&mut body);
        if body.claims.is_settled() {
            return self.take_up_value(context, body).map(Flow::Done);
        }
        Ok(Flow::GoOn(body))
    }

    /// Leaves a block to its owner, who is told if no client is left.
    fn leave_as_client(
        &mut self,
        context: &mut N::Context<'_>,
        mut body: OlderGuard<'a, N>,
    ) -> Result<Step, Alarmed> {
        self.post(&mut body);
        let (block, owner_is_last) = (body.id, body.claims.out() == 0);
        drop(body);
        if owner_is_last {
            self.call_owner(block);
        }
        self.turn_back(context)
    }

    /// Takes the value that a client has left to the block above.
    fn take_up_value(
        &mut self,
        context: &mut N::Context<'_>,
        body: OlderGuard<'a, N>,
    ) -> Result<Step, Alarmed> {
        let value = body.extra.found.expect("a client has left the value");
        let link = body.link;
        self.tell_finished(&body, value);
        self.note_line(&body);
        self.conclude_if_root(&body, Some(value))?;
        if body.claims.out() == 0 {
            self.clear_away(body);
        } else {
            drop(body);
        }
        self.go_up(context, link, value)
    }

    /// The owner has nothing left to do in the block until its clients are out.
    fn await_clients(&mut self, mut body: OlderGuard<'a, N>) -> Step {
        self.post(&mut body);
        self.blocks.block(body.id).extra().begin_wait();
        let block = body.id;
        drop(body);
        self.become_idle();
        (self.block, self.hooks.awaits) = (block, Some(block));
        self.peer.report(Event::Waiting { block: Some(block) });
        self.peer.rest();
        Step::Waiting
    }

    /// Looks whether the wait at this block is over.
    pub(super) fn wait(
        &mut self,
        context: &mut N::Context<'_>,
        awaited: BlockId,
    ) -> Result<Step, Alarmed> {
        self.peer.common.team_state().alarm.check()?;
        if self.blocks.block(awaited).extra().is_awaited() {
            return self.help(context);
        }
        self.stop_waiting();
        self.attend(context, awaited)
    }

    /// Joins a block below the one that the worker waits at, if the algorithm lets it.
    fn help(&mut self, context: &mut N::Context<'_>) -> Result<Step, Alarmed> {
        let joined = P::OWNERS_HELP && self.join_somewhere(context)?;
        Ok(if joined { Step::Joined } else { Step::Waiting })
    }

    /// The worker has something to do again.
    pub(super) fn stop_waiting(&mut self) {
        if let Some(awaited) = self.hooks.awaits.take() {
            self.blocks.block(awaited).extra().end_wait();
        }
        self.peer.resume();
    }

    /// True if a step of this worker, which waits at this block, may come to something.
    pub(super) fn may_stop_waiting(&self, awaited: BlockId) -> bool {
        !self.blocks.block(awaited).extra().is_awaited()
            || self.peer.mailbox.attention.is_called()
            || P::OWNERS_HELP
                && self.has_job(|block| <Older<'a, N, P> as Hooks<'a, N>>::may_join(self, block))
    }

    /// Goes on in the last block that the worker owns. It has no claim there.
    pub(super) fn attend(
        &mut self,
        context: &mut N::Context<'_>,
        block: BlockId,
    ) -> Result<Step, Alarmed> {
        let mut body = self.lock(block)?;
        if !body.claims.is_stopped() && self.blocks.is_cut_off(block) {
            body.claims.cancel();
            self.peer.report(Event::Cancelled { block });
            self.stop_block(block);
        }
        self.retake_path(context, &body)?;
        self.carry_on(context, body)
    }

    /// Tells the owner of a block, if it waits, that there is something to do for it.
    pub(super) fn call_owner(&mut self, block: BlockId) {
        let open = self.blocks.block(block).extra();
        if open.is_awaited() {
            open.end_wait();
            self.wake(block);
        }
    }

    /// A block has become joinable: tells the owners of those above it that wait.
    pub(super) fn call_helpful_owners(&mut self, block: BlockId) {
        if !P::OWNERS_HELP {
            return;
        }
        let blocks = self.blocks;
        for above in blocks.chain_above(block) {
            if blocks.block(above).extra().is_awaited() {
                self.wake(above);
            }
        }
    }

    /// No child is left in a block, so that blocks below it may have become joinable.
    pub(super) fn call_for_what_is_below(&mut self, block: BlockId) {
        self.notify_idle();
        if self.blocks.block(block).extra().is_awaited() && block.owner() != self.peer.id {
            self.wake(block);
        }
        self.call_helpful_owners(block);
    }

    fn wake(&mut self, owned: BlockId) {
        self.peer.report(Event::OwnerWoken(owned.owner()));
        self.peer.common.mailbox(owned.owner()).wake();
    }
}
