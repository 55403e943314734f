//! Holds the blocks of all workers, and the job list, which shows the joinable blocks.
//! Before: `block.rs`. Next: `priority.rs`.
//!
//! Each worker has a pool of 64 blocks, and next to them one word for each block: its priority in the job list, or 0 if
//! workers may not join it. So the list has no owner and no lock. A worker posts a priority with one store. An idle
//! worker reads the words of all marked pools, chooses the best block, locks it, and reads the posted word again.

use std::iter;
use std::sync::atomic::{AtomicU32, Ordering};

use cleave_shared_memory::{Shareable, SharedSlice};
use cleave_sync::{FreeMap, bits, chaos};
use crossbeam_utils::CachePadded;

use super::block::{Block, BlockGuard, Extra};
use crate::arena::{self, Alarmed, ArenaError, Exclusive, LockContext, Memory, TeamState};
use crate::ids::{BLOCKS_PER_WORKER, BlockId, TreeId, WorkerId, WorkerMarks};
use crate::node::Node;

/// Longer than any chain of blocks. It ends a walk beyond a stopped block, which might be endless.
const CHAIN_LIMIT: usize = 1024;

/// The blocks of a team.
pub struct Blocks<N: Node, X: Extra<N>> {
    pools: SharedSlice<Pool<N, X>>,
    marks: SharedSlice<Marks>,
}

/// The fields that concern all pools.
#[derive(Shareable)]
#[repr(C)]
struct Marks {
    active_pools: CachePadded<WorkerMarks>,
    /// By tree: the packed block of the root, until the root is concluded.
    roots: [AtomicU32; 2],
}

/// The pool of one worker.
///
/// The priorities are apart from the blocks. So an idle worker reads 16 of them with each cache line, and touches no
/// block that it does not join.
#[derive(Shareable)]
#[repr(C, align(128))]
pub struct Pool<N: Node, X: Extra<N>> {
    pub free: FreeMap,
    priorities: [AtomicU32; BLOCKS_PER_WORKER],
    pub(crate) blocks: [Block<N, X>; BLOCKS_PER_WORKER],
}

impl<N: Node, X: Extra<N>> Pool<N, X> {
    /// Posts the priority of a block in the job list; 0 removes the block. The caller holds the block's lock.
    ///
    /// Relaxed: the list is a hint, and a worker that follows it locks the block and checks again. The
    /// fences in [`ActivePools::mark_active`](cleave_sync::ActivePools::mark_active) and
    /// [`EventCount::notify_one`](cleave_sync::EventCount::notify_one) ensure that idle workers see a block
    /// that has become joinable.
    #[inline]
    pub fn post(&self, slot: usize, priority: u32) {
        chaos::point();
        self.priorities[slot].store(priority, Ordering::Relaxed);
    }

    /// Returns the word posted for a block.
    pub fn posted(&self, slot: usize) -> u32 {
        self.priorities[slot].load(Ordering::Relaxed)
    }

    /// Returns the joinable blocks, as posted words and slots.
    #[inline]
    pub fn joinable(&self) -> impl Iterator<Item = (u32, usize)> {
        let posted = bits(self.free.used()).map(|slot| (self.posted(slot), slot));
        posted.filter(|&(posted, _)| posted != 0)
    }
}

impl<N: Node, X: Extra<N>> Blocks<N, X> {
    /// Returns the pool of this worker.
    pub fn pool(&self, id: WorkerId) -> &Pool<N, X> {
        &self.pools[id.index()]
    }

    /// Returns the block with this number.
    #[inline]
    pub fn block(&self, id: BlockId) -> &Block<N, X> {
        &self.pools[id.owner().index()].blocks[id.slot()]
    }

    /// Locks a block.
    ///
    /// # Errors
    /// The alarm is on.
    #[inline]
    pub(crate) fn lock(
        &self,
        id: BlockId,
        lock_context: &LockContext<'_>,
    ) -> Result<BlockGuard<'_, N, X>, Alarmed> {
        Ok(BlockGuard { id, body: self.block(id).body.lock(lock_context)? })
    }

    /// Locks a block unless another worker has it locked.
    #[inline]
    pub(super) fn try_lock(
        &self,
        id: BlockId,
        lock_context: &LockContext<'_>,
    ) -> Option<BlockGuard<'_, N, X>> {
        self.block(id).body.try_lock(lock_context).map(|body| BlockGuard { id, body })
    }

    /// Returns the number of blocks in use; 0 between searches.
    pub fn in_use(&self) -> u32 {
        self.pools.iter().map(|pool| pool.free.used().count_ones()).sum()
    }

    /// Returns the marks of pools that may hold joinable blocks.
    pub fn active_pools(&self) -> &WorkerMarks {
        &self.marks[0].active_pools
    }

    /// Returns the number of marked pools.
    pub fn active_count(&self, team_state: &TeamState<N>) -> u32 {
        self.active_pools().count(team_state.team_size())
    }

    /// Returns the block of a tree's root, or `None` once the root is concluded, with or without a value.
    pub(crate) fn root(&self, tree: TreeId) -> Option<BlockId> {
        BlockId::unpack(self.marks[0].roots[tree.index()].load(Ordering::Relaxed))
    }

    /// Sets the block of a tree's root. The caller holds its lock.
    pub(crate) fn set_root(&self, tree: TreeId, root: Option<BlockId>) {
        self.marks[0].roots[tree.index()].store(BlockId::pack(root), Ordering::Relaxed);
    }

    /// Returns the joinable block of highest rank in the job list that `admits` accepts.
    pub fn best_job(
        &self,
        team_state: &TeamState<N>,
        admits: impl Fn(BlockId) -> bool,
    ) -> Option<BlockId> {
        let pools = self.active_pools().pools(team_state.team_size()).map(WorkerId::new);
        self.best_job_of(pools.filter(|&id| self.has_jobs(id)), team_state, admits)
    }

    /// Returns the joinable block of highest rank in these pools that `admits` accepts; among equals, the block with the
    /// greatest number. Calls `admits`, which may walk through the tree, only for a block better than the best so far.
    pub fn best_job_of(
        &self,
        pools: impl Iterator<Item = WorkerId>,
        team_state: &TeamState<N>,
        admits: impl Fn(BlockId) -> bool,
    ) -> Option<BlockId> {
        let jobs = pools.flat_map(|id| self.jobs_of(id, team_state));
        let better = |best: Option<(u32, BlockId)>, job| {
            if best < Some(job) && admits(job.1) { Some(job) } else { best }
        };
        jobs.fold(None, better).map(|(_, block)| block)
    }

    /// Returns true if this marked pool holds a joinable block. Removes the mark if it does not.
    fn has_jobs(&self, id: WorkerId) -> bool {
        let finds_one = || self.pool(id).joinable().next().is_some();
        if finds_one() {
            return true;
        }
        self.active_pools().mark_empty(id.index());
        let late = finds_one();
        if late {
            self.active_pools().mark_active(id.index());
        }
        late
    }

    /// Returns the joinable blocks of a pool with their ranks.
    fn jobs_of(
        &self,
        id: WorkerId,
        team_state: &TeamState<N>,
    ) -> impl Iterator<Item = (u32, BlockId)> {
        let under_way = team_state.under_way();
        let ranked = move |(posted, slot)| (rank(posted, under_way), BlockId::new(id, slot));
        self.pool(id).joinable().map(ranked)
    }

    /// Returns true if the job list holds a block that `admits` accepts. Removes no marks.
    pub(crate) fn has_job(
        &self,
        team_state: &TeamState<N>,
        admits: impl Fn(BlockId) -> bool,
    ) -> bool {
        let mut pools = self.active_pools().pools(team_state.team_size()).map(WorkerId::new);
        pools.any(|id| self.pool(id).joinable().any(|(_, slot)| admits(BlockId::new(id, slot))))
    }

    /// Returns the blocks above this one, the nearest first.
    ///
    /// Without a claim on the block, a caller may see links of different moments. The walk ends all the same.
    pub fn chain_above(&self, block: BlockId) -> impl Iterator<Item = BlockId> {
        iter::successors(self.block(block).parent(), |&above| self.block(above).parent())
            .take(CHAIN_LIMIT)
    }

    /// Returns true if this block or a block above it has been stopped. The caller holds a claim on the block.
    ///
    /// The claim keeps the blocks above alive, up to the root or the first stopped block. The claim of a stopped block may
    /// have gone up with its value, so the blocks beyond may be in use for other nodes. Reading them is harmless. If the
    /// walk finds a stop there, the answer is right: this block is below a stopped block. If it finds none, it passed the
    /// stopped block before the stop, and the call for that stop is still to come. `CHAIN_LIMIT` ends the walk.
    pub fn has_stopped_ancestor(&self, block: BlockId) -> bool {
        iter::once(block).chain(self.chain_above(block)).any(|block| self.block(block).is_stopped())
    }
}

impl<N: Node, X: Extra<N>> Memory for Blocks<N, X> {
    fn new(workers: usize) -> Result<Blocks<N, X>, ArenaError> {
        let marks = arena::map("cleave-smp-marks", 1)?;
        Ok(Blocks { pools: arena::map("cleave-smp-pools", workers)?, marks })
    }

    fn resize(&mut self, workers: usize) -> Result<(), ArenaError> {
        *self = Blocks::new(workers)?;
        Ok(())
    }

    fn reset(&self, exclusive: &Exclusive) {
        for pool in &*self.pools {
            pool.free.reset();
            for slot in 0..BLOCKS_PER_WORKER {
                pool.post(slot, 0);
                pool.blocks[slot].body.force_unlock(exclusive);
            }
        }
        self.active_pools().reset();
        TreeId::BOTH.into_iter().for_each(|tree| self.set_root(tree, None));
    }
}

// The word that is posted for a block: its priority, and which of two trees it is in. The reader ranks the word, because
// the tree of the next iteration may become the tree of the iteration under way after the word was posted.

/// In a posted priority: the block belongs to the second tree.
const SECOND: u32 = 1 << 31;

/// In a rank: the block belongs to the iteration under way. Priorities are below this.
const UNDER_WAY: u32 = 1 << 30;

/// The priority of a parked block, to which its depth is added: above all other blocks of its tree. Its parent waits for
/// it, and no worker is on the way.
const PARKED: u32 = UNDER_WAY / 2;

/// Returns the word to post for a block of this tree with this priority; 0 if workers may not join it. Priorities from
/// 2^29 - 1 up rank alike.
pub(super) fn to_post(tree: TreeId, priority: u32) -> u32 {
    match priority {
        0 => 0,
        priority => priority.min(PARKED - 1) | tree_bit(tree),
    }
}

/// Returns the word to post for a parked block of this depth.
pub(super) fn to_post_parked(tree: TreeId, depth: i32) -> u32 {
    let depth = (depth.max(0) as u32).min(PARKED - 1);
    (PARKED + depth) | tree_bit(tree)
}

fn tree_bit(tree: TreeId) -> u32 {
    if tree.index() == 0 { 0 } else { SECOND }
}

/// Returns true if this word was posted for a block of this tree.
pub(super) fn is_of_tree(posted: u32, tree: TreeId) -> bool {
    posted & SECOND == tree_bit(tree)
}

/// Returns the rank of a block from its posted word, while the iteration of this tree is under way.
#[inline]
pub(super) fn rank(posted: u32, under_way: TreeId) -> u32 {
    let priority = posted & !SECOND;
    if is_of_tree(posted, under_way) { priority | UNDER_WAY } else { priority }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_iteration_under_way_ranks_first_and_parked_blocks_first_in_their_tree() {
        for under_way in TreeId::BOTH {
            let next = under_way.other();
            let posted = [
                to_post(next, 1),
                to_post(next, u32::MAX),
                to_post_parked(next, 1),
                to_post_parked(next, 9),
                to_post_parked(next, i32::MAX),
                to_post(under_way, 1),
                to_post(under_way, u32::MAX),
                to_post_parked(under_way, 1),
                to_post_parked(under_way, i32::MAX),
            ];
            let ranks = posted.map(|posted| rank(posted, under_way));
            assert!(ranks.is_sorted_by(|low, high| low < high), "{ranks:?}");
            assert_eq!(posted.map(|posted| is_of_tree(posted, next)), ranks.map(|r| r < UNDER_WAY));
        }
        assert_eq!(TreeId::BOTH.map(|tree| to_post(tree, 0)), [0, 0]);
    }
}
