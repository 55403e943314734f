//! Stops workers whose results have become useless.
//! Before: `ascend.rs`. Next: `next_iteration.rs`.
//!
//! A cutoff settles a block; the end of the time cancels the root. In both cases a worker marks the block as stopped and
//! calls the workers below it, by a bit in the *attention* word that each worker reads at every node. Each worker's trail
//! in its mailbox lists the blocks of its path. A worker writes its trail first and looks for stop marks then, so that it
//! is called or sees the mark ([`Trail`](cleave_sync::Trail)).
//!
//! A called worker looks along its own chain of blocks. If one of them is stopped
//! ([`has_stopped_ancestor`](super::Blocks::has_stopped_ancestor)), the worker *aborts*: it returns its job to the job's
//! block, and cancels that block unless it is settled. The last worker out of a cancelled block frees it and releases its
//! claim on the block above, and so on up to the block that was stopped.

use super::rules::{AtBlock, Flow, Rules};
use super::worker::{LockedBlock, SplitWorker, State};
use crate::arena::Alarmed;
use crate::block_path::Trail;
use crate::event::Event;
use crate::ids::{BlockId, TreeId, WorkerId};
use crate::node::Node;
use crate::team::{Peer, Step, Strategy};

impl<'a, N: Node, R: Rules<'a, N>> SplitWorker<'a, N, R> {
    /// Stops all other workers below a settled block.
    pub fn stop_others(&mut self, mut body: LockedBlock<'a, N, R>) {
        let block = body.id;
        self.peer.report(Event::StoppedOthers { block });
        self.stop_block(block);
        self.post(&mut body);
        drop(body);
        if R::KEEPS_TRAILS {
            self.signal_descendants(block);
        } else {
            self.call_all();
        }
    }

    /// Marks a block as stopped. The caller holds its lock.
    pub fn stop_block(&self, block: BlockId) {
        self.blocks.block(block).stop();
        R::after_stop(self, block);
    }

    /// Calls the other workers whose trails contain this block: all workers in it or below, and some that have left. If all
    /// claims have been released meanwhile, the block may be in use for another node; then no worker needs the call.
    fn signal_descendants(&mut self, block: BlockId) {
        let Peer { id: own, common, meter, .. } = &mut self.peer;
        meter.note(Event::ReadTrails);
        let trails = common.team().map(|id| &*common.mailbox(id).trail);
        let below = Trail::through(BlockId::pack(Some(block)), trails).map(WorkerId::new);
        for id in below.filter(|id| id != own) {
            meter.note(Event::Called(id));
            common.mailbox(id).attention.call();
        }
    }

    /// Calls all other workers.
    pub fn call_all(&mut self) {
        self.peer.report(Event::CalledAll);
        self.peer.common.call_all(self.peer.id);
        R::after_call(self);
    }

    /// Gives up the worker's job or place, which has become useless.
    pub fn abort(&mut self) {
        if !self.is_idle() {
            self.peer.report(Event::Aborted);
            self.state = State::Aborting;
        }
    }

    /// Returns a useless job, and cancels its block: a block above has been stopped.
    pub(super) fn give_back(&mut self, context: &mut N::Context<'_>) -> Result<Step, Alarmed> {
        let block = self.block;
        let body = self.lock(block)?;
        let mut body = match R::at_block(self, context, body, AtBlock::ReturnUselessJob)? {
            Flow::Continue(body) => body,
            Flow::Done(step) => return Ok(step),
        };
        self.release_claim(&mut body);
        self.cancel_block(context, body)
    }

    /// Cancels a block on which the worker holds no claim any more, and leaves it.
    pub fn cancel_block(
        &mut self,
        context: &mut N::Context<'_>,
        mut body: LockedBlock<'a, N, R>,
    ) -> Result<Step, Alarmed> {
        body.claims.cancel();
        let block = body.id;
        self.peer.report(Event::Cancelled { block });
        self.stop_block(block);
        self.leave_block(context, body)
    }

    /// Stops the whole search: cancels the roots of this iteration and the next, and calls all workers.
    ///
    /// # Errors
    /// The alarm is on.
    pub(super) fn thread_stop(&mut self) -> Result<(), Alarmed> {
        TreeId::BOTH.into_iter().try_for_each(|tree| self.cancel_root(tree))
    }

    /// Cancels the root of a tree unless its value is known, and calls all workers.
    pub(super) fn cancel_root(&mut self, tree: TreeId) -> Result<(), Alarmed> {
        let Some(root) = self.blocks.root(tree) else { return Ok(()) };
        let mut body = self.lock(root)?;
        // Under its lock the block is certain to be still the root.
        if self.blocks.root(tree) == Some(root) {
            body.claims.cancel();
            self.peer.report(Event::Cancelled { block: root });
            self.peer.common.team_state().note_stop(tree);
            self.stop_block(root);
            self.post(&mut body);
            drop(body);
            self.call_all();
            self.peer.mailbox.attention.call();
        }
        Ok(())
    }
}
