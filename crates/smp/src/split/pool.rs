//! A worker's split blocks, and its part of the job list.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use cleave_shared_memory::Shareable;
use cleave_sync::{FreeMap, chaos};

use super::block::Block;
use crate::arena::Exclusive;
use crate::ids::{BLOCKS_PER_WORKER, WorkerId};
use crate::node::Node;

/// The pool of one worker.
///
/// The priorities of its blocks are its part of the global job list. They lie together, apart from
/// the blocks, so that an idle worker sees 16 of them with each cache line it fetches and touches no
/// block that it does not join.
#[derive(Shareable)]
#[repr(C, align(128))]
pub(crate) struct Pool<N: Node> {
    pub(crate) free: FreeMap,
    priorities: [AtomicU32; BLOCKS_PER_WORKER],
    /// The worker that this one helps, below the number of the search; where the algorithm says so.
    controller: AtomicU64,
    pub(crate) blocks: [Block<N>; BLOCKS_PER_WORKER],
}

impl<N: Node> Pool<N> {
    /// Posts the priority of a block in the job list, with the block's lock held; 0 takes it out.
    ///
    /// Relaxed: the list is a hint, and who follows it locks the block and looks again. What makes
    /// sure that the idle see a block that has become joinable are the fences in
    /// [`ActivePools::mark_active`](cleave_sync::ActivePools::mark_active) and
    /// [`EventCount::notify_one`](cleave_sync::EventCount::notify_one).
    #[inline]
    pub(crate) fn post(&self, slot: usize, priority: u32) {
        chaos::point();
        self.priorities[slot].store(priority, Ordering::Relaxed);
    }

    /// The priority of a block in the job list.
    pub(crate) fn priority(&self, slot: usize) -> u32 {
        self.priorities[slot].load(Ordering::Relaxed)
    }

    /// The joinable block of highest priority here, by slot, other than `passed_over`.
    pub(crate) fn best(&self, passed_over: Option<usize>) -> Option<(u32, usize)> {
        self.joinable().filter(|&(_, slot)| Some(slot) != passed_over).max()
    }

    /// The joinable blocks, with their priorities, by slot.
    #[inline]
    pub(crate) fn joinable(&self) -> impl Iterator<Item = (u32, usize)> {
        let mut used = self.free.used();
        std::iter::from_fn(move || {
            let slot = used.trailing_zeros() as usize;
            used &= used.wrapping_sub(1);
            (slot < BLOCKS_PER_WORKER).then(|| (self.priority(slot), slot))
        })
        .filter(|&(priority, _)| priority != 0)
    }

    /// The worker helps this one from now on, in the search of this number.
    pub(crate) fn set_controller(&self, serial: u32, controller: WorkerId) {
        let controller = u64::from(serial) << 32 | controller.index() as u64;
        self.controller.store(controller, Ordering::Relaxed);
    }

    /// The worker that this one helps, or helped last, in the search of this number: at first the main
    /// worker.
    pub(crate) fn controller(&self, serial: u32) -> WorkerId {
        let controller = self.controller.load(Ordering::Relaxed);
        let is_of_search = controller >> 32 == u64::from(serial);
        if is_of_search { WorkerId::new(controller as u32 as usize) } else { WorkerId::MAIN }
    }

    /// All blocks are free again, whatever has happened.
    pub(crate) fn reset(&self, exclusive: &Exclusive) {
        self.free.reset();
        for slot in 0..BLOCKS_PER_WORKER {
            self.post(slot, 0);
            self.blocks[slot].body.force_unlock(exclusive);
        }
    }
}
