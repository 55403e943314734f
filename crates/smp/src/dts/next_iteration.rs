//! Lets idle workers search the tree of the next iteration ahead of time.
//! Before: `stop.rs`. Next: `rules.rs`, which only algorithms from outside need.
//!
//! The job list has a rank for its blocks and a place for its root. `descend.rs` decides which nodes of its tree become
//! blocks, `stop.rs` cancels its root, and `team/` decides when it begins and when it is adopted. The rest is here.
//!
//! A team that deepens iteratively searches the root to depth D, then to D + 1. Near the end of an iteration most workers
//! find no work, and at the beginning of the next one there are few jobs yet. So workers that are idle in the tree of
//! depth D search the tree of depth D + 1, in blocks of its own:
//!
//! ```text
//!   depth 9   |==== main worker ===========================|
//!             |==== others ==============|                 |
//!   depth 10                             |~~~~ idle ~~~~~~~|==== all ======================|
//!                                                          adopted
//!   depth 11                                                                    |~~~ idle ~|
//! ```
//!
//! * An idle worker prefers any block of the iteration under way to all blocks of the next one. A worker in the next tree
//!   looks into one pool each time it has brought a claim back, and leaves if it finds work in the other tree there.
//! * So a worker may leave a block that has more jobs and no other worker inside: the block is *parked*. It keeps its
//!   claim on its parent, stays in the job list, and counts like a worker inside its tree. A tree is finished when that
//!   count is 0. The worker that joins a parked block takes over its count.
//! * If the iteration ends as expected, the next tree is *adopted*: it becomes the tree of the iteration under way,
//!   as it is. Workers inside continue, and the main worker looks for work like any other.
//! * Otherwise it is *given up*: its root is cancelled, and all workers leave. A worker that joins a parked block finds a
//!   stopped block above it, and frees it like any useless job.
//!
//! The tree of an iteration keeps its [number](TreeId) when it is adopted, so the two numbers take turns.

use super::block::Body;
use super::job_list::is_of_tree;
use super::rules::Rules;
use super::worker::{LockedBlock, SplitWorker};
use crate::arena::Alarmed;
use crate::block_path::Waypoint;
use crate::event::Event;
use crate::ids::{BLOCKS_PER_WORKER, BlockId, WorkerId};
use crate::node::{Node, PathStep};
use crate::team::Step;

/// A worker takes a job of the next tree only while fewer blocks of its pool are in use. The other blocks are reserved
/// for the iteration under way.
const ROOM_AHEAD: u32 = BLOCKS_PER_WORKER as u32 / 2;

impl<'a, N: Node, R: Rules<'a, N>> SplitWorker<'a, N, R> {
    /// Puts the root of the next iteration into a parked block.
    pub(super) fn post_next(
        &mut self,
        context: &mut N::Context<'_>,
        next: &N,
    ) -> Result<(), Alarmed> {
        let Some(block) = self.take_block() else { return Ok(()) };
        let team_state = self.peer.common.team_state();
        // Not by `begin_block`: this worker is in the other tree.
        let tree = team_state.under_way().other();
        let mut body = self.lock(block)?;
        body.put(Body::new(*next, None));
        (body.tree, body.is_parked) = (tree, true);
        self.blocks.block(block).begin(None);
        body.path.push(Waypoint {
            version: self.block_version(block),
            step: N::PathStep::of(next, context),
        });
        self.trace_root(block, next, true);
        self.blocks.set_root(tree, Some(block));
        self.peer.common.begin_next();
        let is_joinable = self.post(&mut body);
        R::unlock_and_announce(self, body, is_joinable);
        Ok(())
    }

    /// Gives the next iteration up. From here on any worker may join a parked block, to free it.
    pub(super) fn cancel_next(&mut self) -> Result<(), Alarmed> {
        let team_state = self.peer.common.team_state();
        // First: a worker that joins a parked block before the root is cancelled would only park it again, and spin.
        self.cancel_root(team_state.under_way().other())?;
        team_state.forget_next();
        Ok(())
    }

    /// Returns true if the worker is in the tree of the next iteration.
    pub(super) fn is_in_next(&self) -> bool {
        self.peer.tree != self.peer.common.team_state().under_way()
    }

    /// Returns true if this block is posted for the next iteration.
    pub(super) fn is_ahead(&self, block: BlockId) -> bool {
        let posted = self.blocks.pool(block.owner()).posted(block.slot());
        !is_of_tree(posted, self.peer.common.team_state().under_way())
    }

    /// Returns true if the worker may take a job of the next tree. The main worker may not once the iteration under way has
    /// its value, because the program waits for that.
    fn may_go_ahead(&self) -> bool {
        let under_way = self.peer.common.team_state().under_way();
        let is_awaited = self.peer.id == WorkerId::MAIN && self.blocks.root(under_way).is_none();
        !is_awaited && self.pool.free.used().count_ones() < ROOM_AHEAD
    }

    /// Returns true if the worker may take a job of the tree that the block is in.
    pub(super) fn may_join_tree_of(&self, block: BlockId) -> bool {
        !(self.must_stay() && self.is_ahead(block))
    }

    /// Returns true if there is a next tree in which the worker may take no job.
    pub(super) fn must_stay(&self) -> bool {
        self.peer.common.team_state().has_next() && !self.may_go_ahead()
    }

    /// Returns true if the worker is in the tree of the next iteration and should leave it: for work of higher rank, or
    /// because it may take no further job there. Each call looks for such work in one pool, and the next call in another.
    /// 64 workers that looked through all pools after every job searched an eighth fewer nodes per second.
    fn is_wanted_elsewhere(&mut self) -> bool {
        if !self.is_in_next() {
            return false;
        }
        // Not a scan for work to join, which the counter counts.
        self.peer.report(Event::PoolsRead { pools: 1 });
        let (blocks, under_way) = (self.blocks, self.peer.common.team_state().under_way());
        let has_work =
            |id| blocks.pool(id).joinable().any(|(posted, _)| is_of_tree(posted, under_way));
        !self.may_go_ahead() || self.next_pool().is_some_and(has_work)
    }

    /// Returns the next marked pool after the last one seen. The worker skips its own pool, where others may make blocks
    /// joinable; that costs nothing measurable.
    fn next_pool(&mut self) -> Option<WorkerId> {
        let (own, team_size) = (self.peer.id.index(), self.peer.common.team_state().team_size());
        let others = || self.blocks.active_pools().pools(team_size).filter(|&pool| pool != own);
        let seen = self.seen.unwrap_or(own);
        self.seen = others().find(|&pool| pool > seen).or_else(|| others().next());
        self.seen.map(WorkerId::new)
    }

    /// Returns true if the worker leaves this block, which has more jobs, for work elsewhere. It must free a block below a
    /// stopped one: parked, that block would stay for ever.
    #[inline]
    pub(super) fn leaves_open(&mut self, body: &LockedBlock<'a, N, R>) -> bool {
        body.claims.is_open()
            && self.is_wanted_elsewhere()
            && !self.blocks.has_stopped_ancestor(body.id)
    }

    /// Leaves a block that has more jobs. Parks it if no other worker is below it.
    pub(super) fn park_block(
        &mut self,
        context: &mut N::Context<'_>,
        mut body: LockedBlock<'a, N, R>,
    ) -> Result<Step, Alarmed> {
        if body.claims.out() > 0 {
            let is_joinable = self.post(&mut body);
            R::unlock_and_announce(self, body, is_joinable);
            return self.leave(context);
        }
        body.is_parked = true;
        self.peer.report(Event::BlockParked { block: body.id });
        self.post(&mut body);
        self.become_idle();
        // With the lock held: this worker must have left before another can join the block and perhaps end the search.
        let step = self.peer.leave_parked(context)?;
        drop(body);
        self.notify_idle();
        Ok(step)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dts::DtsWorker;
    use crate::dts::job_list::to_post;
    use crate::team::{Peer, RootSearch, Strategy};
    use crate::testing::TinyNode;
    use crate::{Arena, Params};

    fn worker(arena: &Arena<TinyNode>, id: WorkerId) -> DtsWorker<'_, TinyNode> {
        DtsWorker::of(Peer::new(arena, id, None, Vec::new()), arena.memory())
    }

    /// Begins a search of this depth and the next iteration of that depth. Returns the main worker and an idle helper.
    fn with_two_trees(
        arena: &Arena<TinyNode>,
        depth: i32,
        next_depth: i32,
    ) -> [DtsWorker<'_, TinyNode>; 2] {
        arena.set_team_size(2);
        let (root, next) = (TinyNode::root(depth), TinyNode::root(next_depth));
        let params = Params { next_from: 1, next_depth: 1, ..Params::default() };
        let mut main_worker = worker(arena, WorkerId::MAIN);
        main_worker.peer.publish(&mut 0, &RootSearch::of(&root, &0), &params).unwrap();
        main_worker.begin(&mut 0, &root).unwrap();
        main_worker.begin_next(&mut 0, &next).unwrap();
        [main_worker, worker(arena, WorkerId::new(1))]
    }

    #[test]
    fn a_worker_ahead_looks_into_one_pool_after_the_other() {
        let arena = Arena::new(4).unwrap();
        arena.set_team_size(4);
        let (blocks, under_way) = (arena.memory(), arena.team_state().under_way());
        for (owner, tree) in
            [(0, under_way.other()), (1, under_way), (2, under_way.other()), (3, under_way)]
        {
            let pool = blocks.pool(WorkerId::new(owner));
            let slot = pool.free.take().unwrap();
            pool.post(slot, to_post(tree, 1));
            blocks.active_pools().mark_active(owner);
        }
        let mut worker = worker(&arena, WorkerId::new(1));
        worker.peer.tree = under_way.other();
        let is_wanted = [(); 6].map(|()| worker.is_wanted_elsewhere());
        assert_eq!(is_wanted, [false, true, false, false, true, false], "pools 2, 3, 0, 2, 3, 0");
    }

    /// Otherwise the main worker would wait forever for the tree to become empty.
    #[test]
    fn a_worker_that_may_not_go_ahead_still_frees_a_block_below_a_root_given_up() {
        let arena = Arena::new(2).unwrap();
        let [mut main_worker, mut helper] = with_two_trees(&arena, 6, 9);
        while helper.copied_path.blocks().length() < 4 {
            helper.step(&mut 0).unwrap();
        }
        // It has no room to go ahead any more, and leaves.
        while helper.pool.free.take().is_some() {}
        while !helper.is_idle() {
            helper.step(&mut 0).unwrap();
        }
        assert_eq!(arena.count_inside(arena.team_state().under_way().other()), 1);
        main_worker.give_up_next().unwrap();
        for _ in 0..100 {
            helper.step(&mut 0).unwrap();
        }
        assert!(arena.is_next_clear());
    }

    /// The holder of the lock may be suspended for milliseconds. A worker once joined the next iteration, left it for the
    /// locked block, and joined it again, 45,000 times in a search.
    #[test]
    fn a_worker_does_not_join_the_next_iteration_again_and_again_to_avoid_a_lock() {
        let arena = Arena::new(2).unwrap();
        let [mut main_worker, mut helper] = with_two_trees(&arena, 9, 10);
        let best = loop {
            match helper.choose_best(None) {
                Some(best) if !helper.is_ahead(best) => break best,
                _ => main_worker.step(&mut 0).unwrap(),
            };
        };
        helper.peer.meter.locked.push(best);
        let mut joins_ahead = 0;
        while helper.is_idle() {
            assert_eq!(helper.step(&mut 0).unwrap(), Step::Joined);
            joins_ahead += u32::from(helper.is_idle());
            assert!(joins_ahead < 100, "it never waits for the lock");
        }
        assert!(joins_ahead > 0, "it has not passed the lock over");
        assert!(!helper.is_in_next());
        assert_eq!(helper.block, best);
    }
}
