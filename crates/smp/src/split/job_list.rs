//! The blocks of all workers, and the job list: which of them may be joined.

use super::next_iteration::rank;
use super::{Block, Pool};
use crate::arena::{Arena, Exclusive};
use crate::ids::{BlockId, WorkerId};
use crate::node::Node;

/// Longer than any chain of blocks: the deepest line of a game, with its sequential phases.
const CHAIN_LIMIT: usize = 1024;

impl<N: Node> Arena<N> {
    /// Split blocks in use; 0 between searches.
    pub fn blocks_in_use(&self) -> u32 {
        self.pools().iter().map(|pool| pool.free.used().count_ones()).sum()
    }

    pub(crate) fn pool(&self, id: WorkerId) -> &Pool<N> {
        &self.pools()[id.index()]
    }

    #[inline]
    pub(crate) fn block(&self, id: BlockId) -> &Block<N> {
        &self.pools()[id.owner().index()].blocks[id.slot()]
    }

    /// All blocks are free again, whatever has happened. Nobody else may be using them.
    pub(crate) fn reset_blocks(&self, exclusive: &Exclusive) {
        self.pools().iter().for_each(|pool| pool.reset(exclusive));
    }

    /// The joinable block of highest priority in the whole job list, other than `passed_over`.
    pub(crate) fn best_job(&self, passed_over: Option<BlockId>) -> Option<BlockId> {
        self.best_job_for(|block| Some(block) != passed_over)
    }

    /// The joinable block of highest priority among those that `admits` lets pass.
    pub(crate) fn best_job_for(&self, admits: impl Fn(BlockId) -> bool) -> Option<BlockId> {
        let active_pools = self.team_state().active_pools();
        let pools = active_pools.pools(self.team_state().team_size()).map(WorkerId::new);
        let active = pools.filter(|&id| self.is_active(id));
        best_admitted(active.flat_map(|id| self.jobs_of(id)), admits)
    }

    /// True if there is something behind the mark of this pool. Takes the mark down if not.
    fn is_active(&self, id: WorkerId) -> bool {
        let has_jobs = || self.jobs_of(id).next().is_some();
        if has_jobs() {
            return true;
        }
        let active_pools = self.team_state().active_pools();
        active_pools.mark_empty(id.index());
        let late = has_jobs();
        if late {
            active_pools.mark_active(id.index());
        }
        late
    }

    /// The joinable blocks of a pool, with their ranks.
    fn jobs_of(&self, id: WorkerId) -> impl Iterator<Item = (u32, BlockId)> {
        let under_way = self.team_state().under_way();
        let ranked = move |(posted, slot)| (rank(posted, under_way), BlockId::new(id, slot));
        self.pool(id).joinable().map(ranked)
    }

    /// True if what stands in the job list for this block is of the next iteration.
    pub(crate) fn is_ahead(&self, block: BlockId) -> bool {
        let posted = self.pool(block.owner()).priority(block.slot());
        !self.team_state().under_way().has_posted(posted)
    }

    /// True if the job list holds a block that `admits` lets pass. Takes no mark down.
    pub(crate) fn has_job_for(&self, admits: impl Fn(BlockId) -> bool) -> bool {
        let pools = self.team_state().active_pools().pools(self.team_state().team_size());
        pools.flat_map(|pool| self.jobs_of(WorkerId::new(pool))).any(|(_, block)| admits(block))
    }

    /// A block in the job list that `admits` lets pass, the best if there are several. Looks into all
    /// pools: a mark may be down for a moment while an idle worker looks again.
    pub(crate) fn job_to_go_on_with(&self, admits: impl Fn(BlockId) -> bool) -> Option<BlockId> {
        best_admitted(self.team().flat_map(|id| self.jobs_of(id)), admits)
    }

    /// The blocks above this one, from below.
    ///
    /// A caller without a claim on the block may see a chain that changes at the same time: it ends,
    /// but need not be that of one moment.
    pub(crate) fn chain_above(&self, block: BlockId) -> impl Iterator<Item = BlockId> {
        std::iter::successors(self.block(block).parent(), |&above| self.block(above).parent())
            .take(CHAIN_LIMIT)
    }

    /// True if the chain above `block` leads through `above`.
    pub(crate) fn is_below(&self, block: BlockId, above: BlockId) -> bool {
        self.chain_above(block).any(|other| other == above)
    }

    /// True if this block or one above it has been stopped. The caller holds a claim on the block.
    ///
    /// The claim keeps the chain of blocks above alive, up to the root or to the first that is
    /// stopped: a stopped block's own claim may have gone up with its value, and what lies beyond
    /// may be in use for something else. Following the chain there does no harm: a stop found there
    /// is true of us as well, since we are below a stopped block; if none is found, the call for
    /// the block that was stopped meanwhile is still to be heeded. Only an end must be found, hence
    /// the limit.
    pub(crate) fn is_cut_off(&self, block: BlockId) -> bool {
        std::iter::once(block)
            .chain(self.chain_above(block))
            .any(|block| self.block(block).is_stopped())
    }
}

/// The job of highest rank that `admits` lets pass, the last of equals. Asks it only of jobs that are
/// better than what has been found, since its answer may take a walk through the tree.
fn best_admitted(
    jobs: impl Iterator<Item = (u32, BlockId)>,
    admits: impl Fn(BlockId) -> bool,
) -> Option<BlockId> {
    let better = |best: Option<(u32, BlockId)>, job| {
        if best < Some(job) && admits(job.1) { Some(job) } else { best }
    };
    jobs.fold(None, better).map(|(_, block)| block)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::TinyNode;

    #[test]
    fn the_best_job_of_all_is_found() {
        let arena: Arena<TinyNode> = Arena::new(2).unwrap();
        assert_eq!(arena.best_job(None), None);
        for (id, priorities) in [(0, [3, 0]), (1, [0, 7])] {
            let pool = arena.pool(WorkerId::new(id));
            for priority in priorities {
                let slot = pool.free.take().unwrap();
                pool.post(slot, priority);
            }
            arena.team_state().active_pools().mark_active(id);
        }
        let active_pools = || arena.team_state().active_pools().pools(2).collect::<Vec<_>>();
        assert_eq!(active_pools(), [0, 1]);
        assert_eq!(arena.best_job(None), Some(BlockId::new(WorkerId::new(1), 1)));
        arena.pool(WorkerId::new(0)).post(0, 0);
        assert_eq!(arena.best_job(None), Some(BlockId::new(WorkerId::new(1), 1)));
        assert_eq!(active_pools(), [1], "nothing is left behind the other");
        let best = arena.best_job(None);
        assert_eq!(arena.best_job(best), None);
        assert_eq!(arena.best_job(None), best, "what is passed over once can be had later");
    }
}
