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
//! A client that finds a cutoff leaves the value in the block and calls all workers. The owner may be anywhere below
//! the block. It returns its work from the bottom up, and reaches the block in the end. On the way it gives up the
//! blocks that it owns, so that the last worker out of each frees it.

use cleave_smp::seam::{BlockFlow, BlockId, Event, Flow, Rules};
use cleave_smp::{Alarmed, Step, WorkerId};

use super::fields::OlderBody;
use super::policy::{Carrier, Help, SplitPolicy};
use super::rules::{Older, OlderGuard, OlderWorker};
use crate::traits::Narrow;

impl<'a, N: Narrow, P: SplitPolicy> Older<'a, N, P> {
    /// Returns true if the allowed number of workers, at least one, search children of the block. Only an owner that
    /// has waited there finds it full.
    pub(super) fn is_full(worker: &OlderWorker<'a, N, P>, body: &OlderBody<N>) -> bool {
        body.claims.out() >= worker.peer.params.max_thread_group.max(1)
    }

    /// Becomes the owner of the block just begun, if blocks have owners.
    pub(super) fn own(worker: &mut OlderWorker<'a, N, P>, body: &mut OlderGuard<'a, N>) {
        if P::CARRIER == Carrier::Owner {
            body.extra.is_owned = true;
            worker.rules.owned.push(body.id);
        }
    }

    /// Returns true if this worker is the owner of the block. It comes back to its blocks from below, so only the last
    /// one is checked.
    pub(super) fn owns(worker: &OlderWorker<'a, N, P>, block: BlockId) -> bool {
        worker.rules.owned.last() == Some(&block)
    }

    /// Gives up the block to which the worker has come back, if the worker owns it.
    pub(super) fn disown(worker: &mut OlderWorker<'a, N, P>, body: &mut OlderBody<N>) {
        if P::CARRIER == Carrier::Owner {
            body.extra.is_owned = false;
            worker.rules.owned.pop();
        }
    }

    /// Leaves the value of a block that a client has settled for the owner.
    pub(super) fn leave_value(
        worker: &mut OlderWorker<'a, N, P>,
        context: &mut N::Context<'_>,
        mut body: OlderGuard<'a, N>,
        value: N::Value,
    ) -> Result<Step, Alarmed> {
        body.extra.found = Some(value);
        worker.stop_others(body);
        worker.seek_other_work(context)
    }

    /// Leaves a block that has an owner. A client leaves it to the owner. The owner waits while clients are out, and
    /// takes up the value that one of them has found.
    pub(super) fn leave_as_owner_or_client(
        worker: &mut OlderWorker<'a, N, P>,
        context: &mut N::Context<'_>,
        mut body: OlderGuard<'a, N>,
    ) -> BlockFlow<'a, N, Older<'a, N, P>> {
        if P::CARRIER != Carrier::Owner {
            return Ok(Flow::Continue(body));
        }
        if !Self::owns(worker, body.id) {
            return if body.extra.is_owned {
                Self::leave_as_client(worker, context, body).map(Flow::Done)
            } else {
                Ok(Flow::Continue(body))
            };
        }
        if !body.claims.is_stopped() && body.claims.out() > 0 {
            return Ok(Flow::Done(Self::await_clients(worker, body)));
        }
        Self::disown(worker, &mut body);
        if body.claims.is_settled() {
            return Self::take_up_value(worker, context, body).map(Flow::Done);
        }
        Ok(Flow::Continue(body))
    }

    /// Leaves a block to its owner, and calls the owner if no client is left.
    fn leave_as_client(
        worker: &mut OlderWorker<'a, N, P>,
        context: &mut N::Context<'_>,
        mut body: OlderGuard<'a, N>,
    ) -> Result<Step, Alarmed> {
        worker.post(&mut body);
        let (block, owner_is_last) = (body.id, body.claims.out() == 0);
        drop(body);
        if owner_is_last {
            Self::call_owner(worker, block);
        }
        worker.seek_other_work(context)
    }

    /// Takes the value that a client has left to the block above.
    fn take_up_value(
        worker: &mut OlderWorker<'a, N, P>,
        context: &mut N::Context<'_>,
        body: OlderGuard<'a, N>,
    ) -> Result<Step, Alarmed> {
        let value = body.extra.found.expect("a client has left the value");
        let link = body.link;
        worker.trace_finished(&body, value);
        worker.save_pv(&body);
        worker.conclude_if_root(&body, Some(value))?;
        if body.claims.out() == 0 {
            worker.free_block(body);
        } else {
            drop(body);
        }
        worker.propagate_to_parent(context, link, value)
    }

    /// Waits in the block as its owner until the clients are out.
    fn await_clients(worker: &mut OlderWorker<'a, N, P>, mut body: OlderGuard<'a, N>) -> Step {
        worker.post(&mut body);
        Self::mark_waiting(worker);
        worker.blocks.block(body.id).extra().begin_wait();
        let block = body.id;
        drop(body);
        worker.become_idle();
        (worker.block, worker.rules.awaits) = (block, Some(block));
        worker.peer.report(Event::Waiting { block: Some(block) });
        worker.peer.rest();
        Step::Waiting
    }

    /// Checks whether the wait at this block is over.
    pub(super) fn wait(
        worker: &mut OlderWorker<'a, N, P>,
        context: &mut N::Context<'_>,
        awaited: BlockId,
    ) -> Result<Step, Alarmed> {
        worker.peer.common.team_state().alarm.check()?;
        if worker.blocks.block(awaited).extra().is_awaited() {
            return Self::help(worker, context);
        }
        Self::stop_waiting(worker);
        Self::pass_call_on(worker);
        Self::attend(worker, context, awaited)
    }

    /// Joins a block while the worker waits, if the algorithm allows it.
    fn help(
        worker: &mut OlderWorker<'a, N, P>,
        context: &mut N::Context<'_>,
    ) -> Result<Step, Alarmed> {
        let joined = P::HELP != Help::Nobody && worker.join_somewhere(context)?;
        Ok(if joined { Step::Joined } else { Step::Waiting })
    }

    /// Ends the wait, because the worker has work again.
    pub(super) fn stop_waiting(worker: &mut OlderWorker<'a, N, P>) {
        if let Some(awaited) = worker.rules.awaits.take() {
            worker.blocks.block(awaited).extra().end_wait();
            Self::unmark_waiting(worker);
        }
        worker.peer.resume();
    }

    /// Returns true if a step of this worker, which waits at this block, is likely to do something.
    pub(super) fn may_stop_waiting(worker: &OlderWorker<'a, N, P>, awaited: BlockId) -> bool {
        !worker.blocks.block(awaited).extra().is_awaited()
            || worker.peer.mailbox.attention.is_called()
            || P::HELP != Help::Nobody && worker.has_job(|block| Self::may_join(worker, block))
    }

    /// Continues in the last block that the worker owns. It has no claim there.
    pub(super) fn attend(
        worker: &mut OlderWorker<'a, N, P>,
        context: &mut N::Context<'_>,
        block: BlockId,
    ) -> Result<Step, Alarmed> {
        let mut body = worker.lock(block)?;
        if !body.claims.is_stopped() && worker.blocks.has_stopped_ancestor(block) {
            body.claims.cancel();
            worker.peer.report(Event::Cancelled { block });
            worker.stop_block(block);
        }
        worker.retake_path(context, &body)?;
        worker.take_next_job(context, body)
    }

    /// Wakes the owner of a block, if it waits.
    pub(super) fn call_owner(worker: &mut OlderWorker<'a, N, P>, block: BlockId) {
        let open = worker.blocks.block(block).extra();
        if open.is_awaited() {
            open.end_wait();
            Self::wake(worker, block);
        }
    }

    /// Wakes the waiting owners of the blocks above a block that has become joinable.
    pub(super) fn call_helpful_owners(worker: &mut OlderWorker<'a, N, P>, block: BlockId) {
        if P::HELP != Help::Clients {
            return;
        }
        let blocks = worker.blocks;
        for above in blocks.chain_above(block) {
            if blocks.block(above).extra().is_awaited() {
                Self::wake(worker, above);
            }
        }
    }

    /// Wakes workers for blocks below one that has no child left, because these may have become joinable.
    pub(super) fn call_for_what_is_below(worker: &mut OlderWorker<'a, N, P>, block: BlockId) {
        worker.notify_idle();
        if worker.blocks.block(block).extra().is_awaited() && block.owner() != worker.peer.id {
            Self::wake(worker, block);
        }
        Self::call_helpful_owners(worker, block);
    }

    fn wake(worker: &mut OlderWorker<'a, N, P>, owned: BlockId) {
        Self::wake_owner(worker, owned.owner());
    }

    pub(super) fn wake_owner(worker: &mut OlderWorker<'a, N, P>, owner: WorkerId) {
        worker.peer.report(Event::OwnerWoken(owner));
        worker.peer.common.mailbox(owner).wake();
    }
}
