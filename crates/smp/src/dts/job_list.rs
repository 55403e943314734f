//! The blocks of all workers, and the job list: which of them may be joined.
//! Before: `block.rs`. Next: `priority.rs`.
//!
//! Each worker has a pool of 64 blocks, and beside them a word for each: its priority in the job list,
//! 0 if it may not be joined. So the list has no owner and no lock. A worker posts a priority with one
//! store; an idle worker reads the words of all pools that may hold one, takes the best, and looks again
//! under the block's lock.

use std::iter;
use std::sync::atomic::{AtomicU32, Ordering};

use cleave_shared_memory::{Shareable, SharedSlice};
use cleave_sync::{FreeMap, bits, chaos};
use crossbeam_utils::CachePadded;

use super::block::{Block, BlockGuard, Extra};
use crate::arena::{self, Alarmed, ArenaError, Exclusive, LockContext, Memory, TeamState};
use crate::ids::{BLOCKS_PER_WORKER, BlockId, TreeId, WorkerId, WorkerMarks};
use crate::node::Node;

/// Longer than any chain of blocks. A walk that has come beyond a stopped block may go on for ever.
const CHAIN_LIMIT: usize = 1024;

/// The blocks of a team.
pub struct Blocks<N: Node, X: Extra<N>> {
    pools: SharedSlice<Pool<N, X>>,
    marks: SharedSlice<Marks>,
}

/// What concerns all pools.
#[derive(Shareable)]
#[repr(C)]
struct Marks {
    active_pools: CachePadded<WorkerMarks>,
    /// By tree: the block of the root from its beginning until it is concluded, packed.
    roots: [AtomicU32; 2],
}

/// The pool of one worker.
///
/// The priorities lie together, apart from the blocks, so that an idle worker sees 16 of them with each
/// cache line it fetches and touches no block that it does not join.
#[derive(Shareable)]
#[repr(C, align(128))]
pub struct Pool<N: Node, X: Extra<N>> {
    pub free: FreeMap,
    priorities: [AtomicU32; BLOCKS_PER_WORKER],
    pub(crate) blocks: [Block<N, X>; BLOCKS_PER_WORKER],
}

impl<N: Node, X: Extra<N>> Pool<N, X> {
    /// Posts the priority of a block in the job list, with the block's lock held; 0 takes it out.
    ///
    /// Relaxed: the list is a hint, and a worker that follows it locks the block and looks again. The
    /// fences in [`ActivePools::mark_active`](cleave_sync::ActivePools::mark_active) and
    /// [`EventCount::notify_one`](cleave_sync::EventCount::notify_one) ensure that idle workers see a block
    /// that has become joinable.
    #[inline]
    pub fn post(&self, slot: usize, priority: u32) {
        chaos::point();
        self.priorities[slot].store(priority, Ordering::Relaxed);
    }

    /// What has been posted for a block.
    pub fn posted(&self, slot: usize) -> u32 {
        self.priorities[slot].load(Ordering::Relaxed)
    }

    /// The joinable blocks, with what has been posted for them, by slot.
    #[inline]
    pub fn joinable(&self) -> impl Iterator<Item = (u32, usize)> {
        let posted = bits(self.free.used()).map(|slot| (self.posted(slot), slot));
        posted.filter(|&(posted, _)| posted != 0)
    }
}

impl<N: Node, X: Extra<N>> Blocks<N, X> {
    /// The pool of this worker.
    pub fn pool(&self, id: WorkerId) -> &Pool<N, X> {
        &self.pools[id.index()]
    }

    /// The block of this number.
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

    /// The same, if nobody else has it locked.
    #[inline]
    pub(super) fn try_lock(
        &self,
        id: BlockId,
        lock_context: &LockContext<'_>,
    ) -> Option<BlockGuard<'_, N, X>> {
        self.block(id).body.try_lock(lock_context).map(|body| BlockGuard { id, body })
    }

    /// Split blocks in use; 0 between searches.
    pub fn in_use(&self) -> u32 {
        self.pools.iter().map(|pool| pool.free.used().count_ones()).sum()
    }

    /// In which pools there may be something to join.
    pub fn active_pools(&self) -> &WorkerMarks {
        &self.marks[0].active_pools
    }

    /// How many pools there are in which there may be something to join.
    pub fn active_count(&self, team_state: &TeamState<N>) -> u32 {
        self.active_pools().count(team_state.team_size())
    }

    /// The root's block of a tree, until that is concluded with or without a value.
    pub(crate) fn root(&self, tree: TreeId) -> Option<BlockId> {
        BlockId::unpack(self.marks[0].roots[tree.index()].load(Ordering::Relaxed))
    }

    /// Sets it; with the lock of the root's block held.
    pub(crate) fn set_root(&self, tree: TreeId, root: Option<BlockId>) {
        self.marks[0].roots[tree.index()].store(BlockId::pack(root), Ordering::Relaxed);
    }

    /// The joinable block of highest rank in the whole job list, among those that `admits` lets pass.
    pub fn best_job(
        &self,
        team_state: &TeamState<N>,
        admits: impl Fn(BlockId) -> bool,
    ) -> Option<BlockId> {
        let pools = self.active_pools().pools(team_state.team_size()).map(WorkerId::new);
        self.best_job_of(pools.filter(|&id| self.has_jobs(id)), team_state, admits)
    }

    /// The same, of these pools. Of equals, the one with the greatest number. `admits` is asked only of
    /// blocks that are better than what has been found, since its answer may take a walk through the tree.
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

    /// True if there is something behind the mark of this pool. Takes the mark down if not.
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

    /// The joinable blocks of a pool, with their ranks.
    fn jobs_of(
        &self,
        id: WorkerId,
        team_state: &TeamState<N>,
    ) -> impl Iterator<Item = (u32, BlockId)> {
        let ranked = move |(posted, slot)| (X::rank(posted, team_state), BlockId::new(id, slot));
        self.pool(id).joinable().map(ranked)
    }

    /// True if the job list holds a block that `admits` lets pass. Takes no mark down.
    pub(crate) fn has_job(
        &self,
        team_state: &TeamState<N>,
        admits: impl Fn(BlockId) -> bool,
    ) -> bool {
        let mut pools = self.active_pools().pools(team_state.team_size()).map(WorkerId::new);
        pools.any(|id| self.pool(id).joinable().any(|(_, slot)| admits(BlockId::new(id, slot))))
    }

    /// The blocks above this one, from below.
    ///
    /// A caller without a claim on the block may see a chain that changes at the same time: it ends,
    /// but need not be that of one moment.
    pub fn chain_above(&self, block: BlockId) -> impl Iterator<Item = BlockId> {
        iter::successors(self.block(block).parent(), |&above| self.block(above).parent())
            .take(CHAIN_LIMIT)
    }

    /// True if this block or one above it has been stopped. The caller holds a claim on the block.
    ///
    /// The claim keeps the chain of blocks above alive, up to the root or to the first that is
    /// stopped: a stopped block's own claim may have gone up with its value, and what lies beyond
    /// may be in use for something else. Following the chain there does no harm: a stop found there
    /// is true of us as well, since we are below a stopped block; if none is found, the call for
    /// the block that was stopped meanwhile is still to come. Only an end must be found, hence
    /// the limit.
    pub fn is_cut_off(&self, block: BlockId) -> bool {
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
