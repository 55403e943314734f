//! What a worker does about the tree of the next iteration.

use super::TreeId;
use crate::arena::Alarmed;
use crate::ids::{BLOCKS_PER_WORKER, BlockId, WorkerId};
use crate::meter::Use;
use crate::node::Node;
use crate::split::worker::BlockGuard;
use crate::split::{Body, SplitPolicy, SplitWorker, Standing};
use crate::strategy::Step;

/// The most blocks of its pool that a worker may have in use to take a job of the next tree: the rest
/// is kept for the iteration under way.
const ROOM_AHEAD: u32 = BLOCKS_PER_WORKER as u32 / 2;

impl<'a, N: Node, P: SplitPolicy> SplitWorker<'a, N, P> {
    /// Puts the root of the next iteration into a block, in which nobody is yet.
    pub(in crate::split) fn post_next(
        &mut self,
        context: &mut N::Context<'_>,
        next: &N,
    ) -> Result<(), Alarmed> {
        let Some(slot) = self.pool.free.take() else { return Ok(()) };
        let (arena, block) = (self.peer.arena, BlockId::new(self.peer.id, slot));
        let tree = arena.team_state().under_way().other();
        let mut body = self.lock(block)?;
        arena.block(block).begin(None, Standing::ROOT);
        let root = Body::new(*next, Some(next.step(context)), None);
        body.put(Body { tree, is_unattended: true, ..root });
        arena.team_state().begin_next(block);
        self.post(block, &mut body);
        drop(body);
        self.notify_idle();
        Ok(())
    }

    /// True if the worker is in the tree of the next iteration.
    pub(in crate::split) fn is_ahead(&self) -> bool {
        self.peer.tree != self.peer.arena.team_state().under_way()
    }

    /// True if the worker may take a job of the next tree. The main worker may not once the iteration
    /// under way has its value: it has to take that up.
    fn may_go_ahead(&self) -> bool {
        let team_state = self.peer.arena.team_state();
        let is_awaited =
            self.peer.id == WorkerId::MAIN && team_state.root(team_state.under_way()).is_none();
        !is_awaited && self.pool.free.used().count_ones() < ROOM_AHEAD
    }

    /// True if there is a next tree in which the worker may take no job.
    pub(in crate::split) fn must_stay(&self) -> bool {
        P::SEARCHES_AHEAD && self.peer.arena.team_state().has_next() && !self.may_go_ahead()
    }

    /// True if the worker is in the tree of the next iteration and should leave it: for work that
    /// ranks higher, or because it may take no further job there.
    pub(in crate::split) fn is_wanted_elsewhere(&mut self) -> bool {
        if !self.is_ahead() {
            return false;
        }
        let arena = self.peer.arena;
        self.peer.meter.note(Use::Scan(P::pools_searched(arena)));
        !self.may_go_ahead() || arena.has_job_for(|block| !arena.is_ahead(block))
    }

    /// Leaves a block that has jobs to hand out. If nobody else is below it, it stands unattended.
    pub(in crate::split) fn leave_open(
        &mut self,
        context: &mut N::Context<'_>,
        block: BlockId,
        mut body: BlockGuard<'a, N>,
    ) -> Result<Step, Alarmed> {
        if body.claims.out() > 0 {
            self.post(block, &mut body);
            drop(body);
            return self.leave(context);
        }
        body.is_unattended = true;
        self.post(block, &mut body);
        self.become_idle();
        // With the lock held: once another worker can take the place of this one, and perhaps end the
        // search, this one must have left.
        let step = self.peer.leave_unattended(context)?;
        drop(body);
        self.notify_idle();
        Ok(step)
    }

    /// Gives the next tree up: its root is cancelled, and everybody called. From here on any worker may
    /// join what stands unattended, to clear it away.
    pub(in crate::split) fn cancel_next(&mut self) -> Result<(), Alarmed> {
        self.peer.arena.team_state().forget_next();
        self.cancel_root(self.peer.arena.team_state().under_way().other())
    }

    /// Cancels the root of a tree, unless its value is known, and calls everybody.
    pub(in crate::split) fn cancel_root(&mut self, tree: TreeId) -> Result<(), Alarmed> {
        let team_state = self.peer.arena.team_state();
        let Some(root) = team_state.root(tree) else { return Ok(()) };
        let mut body = self.lock(root)?;
        // Only with its lock in hand is it sure to be the root still.
        if team_state.root(tree) == Some(root) {
            body.claims.cancel();
            if tree != team_state.under_way() {
                team_state.stop_next();
            }
            self.peer.arena.block(root).stop();
            self.post(root, &mut body);
            drop(body);
            self.call_all();
            self.peer.mailbox.attention.call();
        }
        Ok(())
    }
}
