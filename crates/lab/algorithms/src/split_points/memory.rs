//! The memory of the older split-point algorithms, and a policy's view of the team.

use std::iter;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use cleave_shared_memory::SharedSlice;
use cleave_sync::chaos;
use crossbeam_utils::CachePadded;

use cleave_smp::instrument::{LockedState, Snapshot};

use super::fields::{OlderBlock, OlderBlocks};
use crate::traits::Narrow;
use cleave_smp::seam::{BlockId, Exclusive, Memory, WorkerMarks, map};
use cleave_smp::{ArenaError, Common, WorkerId};

/// The blocks, and additional data of single algorithms.
pub(crate) struct OlderMemory<N: Narrow> {
    pub(crate) blocks: OlderBlocks<N>,
    /// The bounds given and blocks stopped so far. Each may end the wait of held-back blocks.
    releases: SharedSlice<CachePadded<AtomicU32>>,
    /// By worker: the worker that it helps, below the number of the search.
    controllers: SharedSlice<CachePadded<AtomicU64>>,
    /// The owners that wait for their clients and would join any block.
    waiting_owners: SharedSlice<CachePadded<WorkerMarks>>,
}

impl<N: Narrow> OlderMemory<N> {
    /// Notes that a bound has just been given or a block stopped, if blocks may be held back.
    pub(crate) fn count_release(&self) {
        chaos::point();
        self.releases[0].fetch_add(1, Ordering::Release);
    }

    /// Returns the number of bounds given and blocks stopped so far. Acquire, paired with the release above: a worker
    /// that sees them counted also sees them.
    pub(crate) fn releases(&self) -> u32 {
        self.releases[0].load(Ordering::Acquire)
    }

    /// Returns the marks of owners that wait for their clients and would join any block.
    pub(crate) fn waiting_owners(&self) -> &WorkerMarks {
        &self.waiting_owners[0]
    }

    /// Notes that the worker `id` helps this controller from now on, in the search with this number.
    pub(crate) fn set_controller(&self, id: WorkerId, serial: u32, controller: WorkerId) {
        let controller = u64::from(serial) << 32 | controller.index() as u64;
        self.controllers[id.index()].store(controller, Ordering::Relaxed);
    }

    /// Returns the worker that `id` helps, or helped last, in the search with this number. At first it is the main
    /// worker.
    pub(crate) fn controller(&self, id: WorkerId, serial: u32) -> WorkerId {
        let controller = self.controllers[id.index()].load(Ordering::Relaxed);
        let is_of_search = controller >> 32 == u64::from(serial);
        if is_of_search { WorkerId::new(controller as u32 as usize) } else { WorkerId::MAIN }
    }
}

impl<N: Narrow> Memory for OlderMemory<N> {
    fn new(workers: usize) -> Result<OlderMemory<N>, ArenaError> {
        let blocks = OlderBlocks::new(workers)?;
        let releases = map("cleave-smp-releases", 1)?;
        let controllers = map("cleave-smp-controllers", workers)?;
        let waiting_owners = map("cleave-smp-owners", 1)?;
        Ok(OlderMemory { blocks, releases, controllers, waiting_owners })
    }

    fn resize(&mut self, workers: usize) -> Result<(), ArenaError> {
        *self = OlderMemory::new(workers)?;
        Ok(())
    }

    fn reset(&self, exclusive: &Exclusive) {
        self.blocks.reset(exclusive);
        self.waiting_owners().reset();
    }
}

impl<N: Narrow> OlderMemory<N> {
    /// Returns the state of a team that has this memory.
    pub(crate) fn snapshot(&self, common: &Common<N>) -> Snapshot {
        Snapshot::of_blocks(common, &self.blocks, |body, state| {
            let (is_owned, is_held_back) = (body.extra.is_owned, body.extra.is_held_back);
            LockedState { is_owned, is_held_back, ..state }
        })
    }
}

/// The team and its blocks, as a policy sees them.
pub(crate) struct View<'a, N: Narrow> {
    pub(crate) common: &'a Common<N>,
    pub(crate) memory: &'a OlderMemory<N>,
}

impl<N: Narrow> Clone for View<'_, N> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<N: Narrow> Copy for View<'_, N> {}

impl<'a, N: Narrow> View<'a, N> {
    pub(crate) fn blocks(self) -> &'a OlderBlocks<N> {
        &self.memory.blocks
    }

    pub(crate) fn block(self, block: BlockId) -> &'a OlderBlock<N> {
        self.memory.blocks.block(block)
    }

    pub(crate) fn team_size(self) -> usize {
        self.common.team_state().team_size()
    }

    /// Returns the number of pools that may hold joinable blocks.
    pub(crate) fn active_pools(self) -> u32 {
        self.blocks().active_count(self.common.team_state())
    }

    /// Returns the joinable block of highest priority that `admits` accepts.
    pub(crate) fn best_job(self, admits: impl Fn(BlockId) -> bool) -> Option<BlockId> {
        self.blocks().best_job(self.common.team_state(), admits)
    }

    /// Returns the same for all pools: a mark may be missing for a moment while an idle worker looks again.
    pub(crate) fn best_in_all_pools(self, admits: impl Fn(BlockId) -> bool) -> Option<BlockId> {
        self.blocks().best_job_of(self.common.team(), self.common.team_state(), admits)
    }

    /// Returns the joinable block of highest priority in one pool, other than `passed_over`.
    pub(crate) fn best_of(self, pool: WorkerId, passed_over: Option<BlockId>) -> Option<BlockId> {
        let admits = |block| Some(block) != passed_over;
        self.blocks().best_job_of(iter::once(pool), self.common.team_state(), admits)
    }

    /// Returns true if the chain above `block` leads through `above`.
    pub(crate) fn is_below(self, block: BlockId, above: BlockId) -> bool {
        self.blocks().chain_above(block).any(|other| other == above)
    }
}

#[cfg(test)]
mod tests {
    use cleave_smp::seam::Arena;

    use super::*;
    use crate::testing::TinyNode;

    #[test]
    fn a_policy_sees_in_how_many_pools_there_may_be_work() {
        let arena: Arena<TinyNode, OlderMemory<TinyNode>> = Arena::new(4).unwrap();
        let view = View { common: &arena, memory: arena.memory() };
        assert_eq!(view.active_pools(), 0);
        [0, 3].into_iter().for_each(|pool| {
            view.blocks().active_pools().mark_active(pool);
        });
        assert_eq!(view.active_pools(), 2);
    }
}
