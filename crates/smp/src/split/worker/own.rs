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

use super::{BlockGuard, SplitWorker, State};
use crate::arena::Alarmed;
use crate::ids::BlockId;
use crate::meter::Use;
use crate::node::Node;
use crate::split::{Carrier, SplitPolicy};
use crate::strategy::{Step, Strategy};

impl<'a, N: Node, P: SplitPolicy> SplitWorker<'a, N, P> {
    /// Becomes the owner of the block just begun, if blocks have owners.
    pub(super) fn own(&mut self, block: BlockId, body: &mut BlockGuard<'a, N>) {
        if P::CARRIER == Carrier::Owner {
            body.claims.own();
            self.owned.push(block);
        }
    }

    /// True if this worker is the owner of the block. It comes back to its blocks from below, so
    /// none but the last one is asked for.
    pub(super) fn owns(&self, block: BlockId) -> bool {
        P::CARRIER == Carrier::Owner && self.owned.last() == Some(&block)
    }

    /// Gives up the block that the worker has come back to, if it owns that.
    pub(super) fn disown(&mut self, body: &mut BlockGuard<'a, N>) {
        if P::CARRIER == Carrier::Owner {
            body.claims.disown();
            self.owned.pop();
        }
    }

    /// A client has settled a block: the owner is to take the value up.
    pub(super) fn leave_value(
        &mut self,
        context: &mut N::Context<'_>,
        block: BlockId,
        mut body: BlockGuard<'a, N>,
        value: N::Value,
    ) -> Result<Step, Alarmed> {
        body.found = Some(value);
        self.stop_others(block, body);
        self.turn_back(context)
    }

    /// The owner has nothing left to do in the block until its clients are out.
    pub(super) fn await_clients(
        &mut self,
        block: BlockId,
        mut body: BlockGuard<'a, N>,
    ) -> Result<Step, Alarmed> {
        self.post(block, &mut body);
        self.peer.arena.block(block).begin_wait();
        drop(body);
        (self.state, self.block) = (State::Waiting, block);
        self.peer.counters.waits += 1;
        self.peer.rest();
        self.help()
    }

    /// Looks whether the wait is over.
    pub(super) fn wait(&mut self, context: &mut N::Context<'_>) -> Result<Step, Alarmed> {
        self.peer.arena.team_state().alarm.check()?;
        if self.peer.arena.block(self.block).is_awaited() {
            return self.help();
        }
        self.stop_waiting();
        self.attend(context)
    }

    /// Joins a block below the one that the worker waits at, if the algorithm lets it.
    fn help(&mut self) -> Result<Step, Alarmed> {
        let joined = P::OWNERS_HELP && self.join_somewhere()?;
        Ok(if joined { Step::Joined } else { Step::Waiting })
    }

    /// The worker has something to do again.
    pub(super) fn stop_waiting(&mut self) {
        self.peer.arena.block(self.block).end_wait();
        self.peer.resume();
    }

    /// True if a step of this worker, which waits, may come to something.
    pub(super) fn may_stop_waiting(&self) -> bool {
        !self.peer.arena.block(self.block).is_awaited()
            || self.peer.mailbox.attention.is_called()
            || P::OWNERS_HELP && self.peer.arena.has_job_for(|block| self.may_join(block))
    }

    /// The worker has no claim. It goes back to the last block that it owns, or leaves the tree.
    pub(super) fn turn_back(&mut self, context: &mut N::Context<'_>) -> Result<Step, Alarmed> {
        let owned = self.owned.last().filter(|_| P::CARRIER == Carrier::Owner);
        if let Some(&block) = owned {
            self.block = block;
            self.copied_path.go_up(block);
            return self.attend(context);
        }
        if P::HOLDS_BACK && self.go_on_somewhere()? {
            return Ok(Step::Joined);
        }
        self.leave(context)
    }

    /// Does what is to be done in the last block that the worker owns. It has no claim there.
    fn attend(&mut self, context: &mut N::Context<'_>) -> Result<Step, Alarmed> {
        let block = self.block;
        let mut body = self.lock(block)?;
        if !body.claims.is_stopped() && self.peer.arena.is_cut_off(block) {
            body.claims.cancel();
            self.stop_block(block);
        }
        self.carry_on(context, block, body)
    }

    /// The block that this worker tries to join: an owner that waits only looks below its own.
    pub(super) fn choose(&mut self, passed_over: Option<BlockId>) -> Option<BlockId> {
        let arena = self.peer.arena;
        if self.is_waiting() || self.must_stay() {
            arena.best_job_for(|block| Some(block) != passed_over && self.may_join(block))
        } else {
            self.policy.choose(arena, passed_over)
        }
    }

    /// True if the worker may join this block: one that waits only joins below the block that it
    /// waits at.
    pub(super) fn may_join(&self, block: BlockId) -> bool {
        let arena = self.peer.arena;
        self.policy.may_join(arena, block)
            && (!self.is_waiting() || arena.is_below(block, self.block))
            && !(self.must_stay() && arena.is_ahead(block))
    }

    /// Tells the owner of a block, if it waits, that there is something to do for it.
    pub(super) fn call_owner(&mut self, block: BlockId) {
        let arena = self.peer.arena;
        if arena.block(block).is_awaited() {
            arena.block(block).end_wait();
            self.wake(block);
        }
    }

    /// A block has become joinable: tells the owners of those above it that wait.
    pub(super) fn call_helpful_owners(&mut self, block: BlockId) {
        if !P::OWNERS_HELP {
            return;
        }
        let arena = self.peer.arena;
        for above in arena.chain_above(block) {
            if arena.block(above).is_awaited() {
                self.wake(above);
            }
        }
    }

    /// No child is left in a block, so that blocks below it may have become joinable.
    pub(super) fn call_for_what_is_below(&mut self, block: BlockId) {
        let arena = self.peer.arena;
        self.notify_idle();
        if arena.block(block).is_awaited() && block.owner() != self.peer.id {
            self.wake(block);
        }
        self.call_helpful_owners(block);
    }

    fn wake(&mut self, owned: BlockId) {
        self.peer.meter.note(Use::Wake(owned.owner()));
        self.peer.arena.mailbox(owned.owner()).wake();
    }

    /// Calls all others, and wakes the owners among them that wait.
    pub(in crate::split) fn call_all(&mut self) {
        self.peer.meter.note(Use::CallAll);
        self.peer.arena.call_all(self.peer.id);
        if P::CARRIER == Carrier::Owner {
            self.peer.arena.wake_owners();
        }
    }
}
