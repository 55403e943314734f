//! Stops: a value is no longer wanted, and the workers that search for it give their jobs back.
//! Before: `ascend.rs`. Next: `hooks.rs`, where other rooms change something.
//!
//! A cutoff settles its block, the end of the time cancels the root; the rest is the same. The
//! block is marked, and those below are called: a bit in each worker's *attention* word, which it reads at
//! every node. Who is below stands in the mailboxes: each worker writes all blocks of its path to its trail, and
//! then looks for marks, so that it is called or sees the mark ([`Trail`](cleave_sync::Trail)). A worker
//! that is called looks along its own chain of blocks ([`is_cut_off`](super::Blocks::is_cut_off)). If one of them is
//! stopped its job is useless: the worker *aborts*, gives the job back to its block, and cancels that unless it is
//! settled. The last one out of a cancelled block gives back the claim on the block above, and so on up to the block
//! that was stopped.

use super::hooks::{Flow, Hooks};
use super::worker::{LockedBlock, SplitWorker, State};
use crate::arena::Alarmed;
use crate::block_path::Trail;
use crate::event::Event;
use crate::ids::{BlockId, TreeId, WorkerId};
use crate::node::Node;
use crate::team::{Peer, Step, Strategy};

impl<'a, N: Node, H: Hooks<'a, N>> SplitWorker<'a, N, H> {
    /// The block is settled: its value is known, and all work below it is useless.
    pub fn stop_others(&mut self, mut body: LockedBlock<'a, N, H>) {
        let block = body.id;
        self.peer.report(Event::StoppedOthers { block });
        self.stop_block(block);
        self.post(&mut body);
        drop(body);
        if H::KEEPS_TRAILS {
            self.call_below(block);
        } else {
            self.call_all();
        }
    }

    /// Results brought to the block, which is locked, are of no use from now on.
    pub fn stop_block(&self, block: BlockId) {
        self.blocks.block(block).stop();
        H::after_stop(self, block);
    }

    /// Calls those whose trail leads through this block, but for this worker itself: all that are in it or below, and some
    /// that have left. It may be in use for another node by now, if all claims have been brought back: then nobody is
    /// below any more who would have to be called.
    fn call_below(&mut self, block: BlockId) {
        let Peer { id: own, common, meter, .. } = &mut self.peer;
        meter.note(Event::ReadTrails);
        let trails = common.team().map(|id| &*common.mailbox(id).trail);
        let below = Trail::through(BlockId::pack(Some(block)), trails).map(WorkerId::new);
        for id in below.filter(|id| id != own) {
            meter.note(Event::Called(id));
            common.mailbox(id).attention.call();
        }
    }

    /// Calls all others.
    pub fn call_all(&mut self) {
        self.peer.report(Event::CalledAll);
        self.peer.common.call_all(self.peer.id);
        H::after_call(self);
    }

    /// What the worker is at has become useless.
    pub fn abort(&mut self) {
        if !self.is_idle() {
            self.peer.report(Event::Aborted);
            self.state = State::Aborting;
        }
    }

    /// Gives a useless job back. Its block has become useless too, if it was not before: something
    /// above has been stopped.
    pub(super) fn give_back(&mut self, context: &mut N::Context<'_>) -> Result<Step, Alarmed> {
        let block = self.block;
        let body = self.lock(block)?;
        let mut body = match H::before_giving_back(self, body)? {
            Flow::GoOn(body) => body,
            Flow::Done(step) => return Ok(step),
        };
        self.bring_back(&mut body);
        self.cancel_block(context, body)
    }

    /// Nobody wants the value of the block any more. The worker has no claim there.
    pub fn cancel_block(
        &mut self,
        context: &mut N::Context<'_>,
        mut body: LockedBlock<'a, N, H>,
    ) -> Result<Step, Alarmed> {
        body.claims.cancel();
        let block = body.id;
        self.peer.report(Event::Cancelled { block });
        self.stop_block(block);
        self.leave_block(context, body)
    }

    /// Stops the whole search: its root is stopped, that of the next iteration too, and everybody called.
    ///
    /// # Errors
    /// The alarm is on.
    pub(super) fn thread_stop(&mut self) -> Result<(), Alarmed> {
        TreeId::BOTH.into_iter().try_for_each(|tree| self.cancel_root(tree))
    }

    /// Cancels the root of a tree, unless its value is known, and calls everybody.
    pub(super) fn cancel_root(&mut self, tree: TreeId) -> Result<(), Alarmed> {
        let Some(root) = self.blocks.root(tree) else { return Ok(()) };
        let mut body = self.lock(root)?;
        // Only with its lock in hand is it sure to be the root still.
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
