//! The parts of the machine, one operation at a time.

use std::hint::{black_box, spin_loop};

use crate::arena::Common;
use crate::dts::{Body, DtsBlocks};
use crate::ids::{BlockId, WorkerId};
use crate::node::Node;
use crate::team::PAUSES;

/// The operations of the search, each callable by itself so that it can be timed. No worker may be searching in the
/// arena.
pub struct Components<'a, N: Node> {
    common: &'a Common<N>,
    blocks: &'a DtsBlocks<N>,
}

/// The block whose lock is timed.
const BLOCK: BlockId = BlockId::new(WorkerId::MAIN, 0);

impl<'a, N: Node> Components<'a, N> {
    /// Returns the components of an arena with these blocks.
    pub fn new(common: &'a Common<N>, blocks: &'a DtsBlocks<N>) -> Components<'a, N> {
        let lock_context = common.lock_context(WorkerId::MAIN);
        let components = Components { common, blocks };
        if let Ok(mut body) = blocks.block(BLOCK).body.lock(&lock_context) {
            body.put(Body::new(N::default(), None));
        }
        components
    }

    /// Looks at the attention word of the main worker.
    pub fn is_called(&self) -> bool {
        self.common.mailbox(WorkerId::MAIN).attention.is_called()
    }

    /// Calls the main worker.
    pub fn call(&self) {
        self.common.mailbox(WorkerId::MAIN).attention.call();
    }

    /// Responds to a call as the main worker: looks along a chain of blocks, here of length one. Returns true if a
    /// block of the chain has been stopped.
    pub fn check_attention(&self) -> bool {
        self.common.mailbox(WorkerId::MAIN).attention.acknowledge();
        self.blocks.has_stopped_ancestor(BLOCK)
    }

    /// Locks a block and releases it. Returns false if the alarm is on.
    pub fn lock(&self) -> bool {
        self.blocks.block(BLOCK).body.lock(&self.common.lock_context(WorkerId::MAIN)).is_ok()
    }

    /// Does the same as [`Components::lock`] for this worker, which also reads and writes the guarded data.
    pub fn lock_and_write(&self, id: WorkerId) {
        if let Ok(mut body) = self.blocks.block(BLOCK).body.lock(&self.common.lock_context(id)) {
            body.posted = black_box(body.posted).wrapping_add(1);
            body.claims = black_box(body.claims);
            body.is_split = black_box(body.is_split);
        }
    }

    /// Puts a node, just opened, into the block.
    pub fn put_node(&self, opened: &N) {
        if let Ok(mut body) = self.blocks.lock(BLOCK, &self.common.lock_context(WorkerId::MAIN)) {
            body.put(Body::new(*opened, None));
        }
    }

    /// Does the work of one visit to the block: takes a place and a job, enters the child, and returns a result, here
    /// of the same job. A node with no job left begins again as `opened`. Returns false if the alarm is on.
    pub fn visit(
        &self,
        id: WorkerId,
        context: &mut N::Context<'_>,
        child: &mut N,
        (opened, value): (&N, N::Value),
    ) -> bool {
        let lock_context = self.common.lock_context(id);
        let Ok(mut body) = self.blocks.lock(BLOCK, &lock_context) else { return false };
        body.prefetch_node();
        body.claims.take_place();
        body.posted =
            black_box(body.posted).wrapping_add(u32::from(body.node.split_hint().is_some()));
        black_box(body.path.length());
        if let Some(job) = body.node.next(context) {
            child.enter(context, &body.node, &job);
            black_box(body.node.absorb(context, &job, value, child.line()));
        } else {
            body.node.adopt(opened);
        }
        body.claims.release();
        true
    }

    /// Takes a block of this worker's pool, which then counts as in use.
    pub fn take_block(&self, owner: WorkerId) -> Option<BlockId> {
        self.blocks.pool(owner).free.take().map(|slot| BlockId::new(owner, slot))
    }

    /// Returns a block that [`Components::take_block`] has taken.
    pub fn put_block(&self, block: BlockId) {
        self.blocks.pool(block.owner()).free.put(block.slot());
    }

    /// Posts the priority of a block in the job list; 0 withdraws it.
    pub fn post(&self, block: BlockId, priority: u32) {
        self.blocks.pool(block.owner()).post(block.slot(), priority);
        if priority > 0 {
            self.blocks.active_pools().mark_active(block.owner().index());
        }
    }

    /// Looks through the job list for the block of highest priority.
    pub fn best_job(&self) -> Option<BlockId> {
        self.blocks.best_job(self.common.team_state(), |_| true)
    }

    /// Pauses as an idle worker does between two looks at the job list.
    pub fn pause(&self) {
        (0..PAUSES).for_each(|_| spin_loop());
    }

    /// Wakes one worker that sleeps, if there is any.
    pub fn wake_one(&self) {
        self.common.team_state().event_count().notify_one();
    }

    /// Sleeps until another worker wakes this one, unless `ready` returns true.
    pub fn sleep_unless(&self, ready: impl FnOnce() -> bool) {
        self.common.team_state().event_count().wait_unless(ready, None);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Arena;
    use crate::testing::TinyNode;

    /// A timed block is a block of the machine, from the pool to the job list and back.
    #[test]
    fn blocks_are_taken_posted_found_and_put_back() {
        let arena: Arena<TinyNode> = Arena::new(2).unwrap();
        let components = Components::new(&arena, arena.memory());
        assert_eq!(components.best_job(), None);
        let take = |owner| components.take_block(WorkerId::new(owner)).expect("the pool is full");
        let (first, second) = (take(0), take(1));
        assert_eq!((first.owner(), second.owner()), (WorkerId::MAIN, WorkerId::new(1)));
        assert_eq!(arena.memory().in_use(), 2);
        components.post(first, 3);
        components.post(second, 7);
        assert_eq!(components.best_job(), Some(second));
        components.post(second, 0);
        assert_eq!(components.best_job(), Some(first));
        components.post(first, 0);
        assert_eq!(components.best_job(), None);
        [first, second].into_iter().for_each(|block| components.put_block(block));
        assert_eq!(arena.memory().in_use(), 0);
    }
}
