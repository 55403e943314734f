//! The data that the older algorithms keep in each block.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering, fence};

use cleave_shared_memory::{Plain, Shareable};
use cleave_smp::seam::{Block, BlockId, Blocks, Body, Extra};
use cleave_sync::chaos;

use super::position::TreePosition;
use super::shared_window::SharedWindow;
use crate::traits::Narrow;

/// The fields that the older algorithms add to a block.
#[derive(Clone, Copy, Plain)]
pub(crate) struct Fields;

impl<N: Narrow> Extra<N> for Fields {
    type Open = Open;
    type Guarded = Guarded<N>;
}

/// The blocks of the older algorithms.
pub(crate) type OlderBlocks<N> = Blocks<N, Fields>;
/// A block of the older algorithms.
pub(crate) type OlderBlock<N> = Block<N, Fields>;
/// The part that its lock guards.
pub(crate) type OlderBody<N> = Body<N, Fields>;

/// The fields that the block's lock guards.
#[derive(Clone, Copy, Plain)]
pub(crate) struct Guarded<N: Narrow> {
    /// The node's position in the tree of blocks; constant.
    pub(crate) position: TreePosition,
    /// The value of the eldest child is known.
    pub(crate) eldest_is_known: bool,
    /// The worker that made the block will come back to take its value up.
    pub(crate) is_owned: bool,
    /// The value that a client has found, for the owner to take up.
    pub(crate) found: Option<N::Value>,
    /// No claim is out, although there are more jobs: the block waits for a bound.
    pub(crate) is_held_back: bool,
    /// The owner has offered it to others.
    pub(crate) is_offered: bool,
    /// The number of workers that may still join it, if blocks are offered.
    pub(crate) places: u32,
}

impl<N: Narrow> Default for Guarded<N> {
    fn default() -> Guarded<N> {
        Guarded {
            position: TreePosition::ROOT,
            eldest_is_known: false,
            is_owned: false,
            found: None,
            is_held_back: false,
            is_offered: false,
            places: 0,
        }
    }
}

/// The fields that workers further down, or in search of work, read without the block's lock.
#[derive(Shareable)]
pub(crate) struct Open {
    /// The owner waits for its clients.
    awaited: AtomicBool,
    /// No child is left to be handed out. Written only if the algorithm requires it.
    exhausted: AtomicBool,
    /// The owner has offered the block, and no worker has taken a place yet.
    untaken: AtomicBool,
    /// As in [`TreePosition`].
    off_branch: AtomicU32,
    /// Written only if the algorithm requires it, as are the next four.
    window: SharedWindow,
    /// The block waits for a bound, with no worker inside.
    held_back: AtomicBool,
    /// The block on the leftmost branch whose eldest child provides the bound, packed.
    bound_from: AtomicU32,
    /// The eldest child has been searched.
    has_bound: AtomicBool,
    /// The last moment at which the held-back block was found to need more waiting: its generation in the upper 32
    /// bits, the count of releases in the lower.
    waited_at: AtomicU64,
}

impl Open {
    /// Begins a generation. The caller holds the lock.
    pub(crate) fn begin(&self, position: TreePosition) {
        self.awaited.store(false, Ordering::Relaxed);
        self.exhausted.store(false, Ordering::Relaxed);
        self.untaken.store(false, Ordering::Relaxed);
        self.off_branch.store(position.off_branch.into(), Ordering::Relaxed);
    }

    /// Returns the plies from the leftmost branch.
    pub(crate) fn off_branch(&self) -> usize {
        self.off_branch.load(Ordering::Relaxed) as usize
    }

    /// Returns the window of the node, if the algorithm shares it.
    pub(crate) fn window(&self) -> &SharedWindow {
        &self.window
    }

    /// Begins as a block that is not held back. Its bound comes from `bound_from`, or exists from the beginning. The
    /// caller holds the lock.
    pub(crate) fn begin_without_bound(&self, bound_from: Option<BlockId>) {
        self.set_held_back(false);
        self.bound_from.store(BlockId::pack(bound_from), Ordering::Release);
        self.has_bound.store(false, Ordering::Release);
    }

    /// Returns the block on the leftmost branch that provides the bound. Returns `None` if there is a bound from the
    /// beginning.
    pub(crate) fn bound_from(&self) -> Option<BlockId> {
        BlockId::unpack(self.bound_from.load(Ordering::Acquire))
    }

    /// Sets whether the block waits for a bound. The caller holds the lock.
    pub(crate) fn set_held_back(&self, is_held_back: bool) {
        chaos::point();
        self.held_back.store(is_held_back, Ordering::Release);
    }

    /// Returns true while the block waits for a bound. A hint for workers that look for work.
    pub(crate) fn is_held_back(&self) -> bool {
        self.held_back.load(Ordering::Acquire)
    }

    /// Notes that the eldest child of this block has been searched, so that the others have a bound. The caller holds
    /// the lock.
    pub(crate) fn set_bound(&self) {
        chaos::point();
        self.has_bound.store(true, Ordering::Release);
    }

    /// Returns true if the eldest child of this block has been searched.
    pub(crate) fn has_bound(&self) -> bool {
        self.has_bound.load(Ordering::Acquire)
    }

    /// Returns true if the block was found at this moment to need more waiting.
    pub(crate) fn waited_at(&self, moment: u64) -> bool {
        self.waited_at.load(Ordering::Relaxed) == moment
    }

    /// Notes that the block needs more waiting at this moment.
    pub(crate) fn set_waited_at(&self, moment: u64) {
        self.waited_at.store(moment, Ordering::Relaxed);
    }

    /// Notes that no child is left to be handed out. The caller holds the lock. A hint for workers that look for work.
    pub(crate) fn exhaust(&self) {
        chaos::point();
        self.exhausted.store(true, Ordering::Relaxed);
    }

    /// Returns true if no child is left to be handed out.
    pub(crate) fn is_exhausted(&self) -> bool {
        self.exhausted.load(Ordering::Relaxed)
    }

    /// Sets whether the block is offered and no worker has taken a place. The caller holds the lock. The owner counts
    /// such blocks of its own, and may be late to see that one is taken.
    pub(crate) fn set_untaken(&self, is_untaken: bool) {
        chaos::point();
        self.untaken.store(is_untaken, Ordering::Relaxed);
    }

    /// Returns true if the block is offered and no worker has taken a place.
    pub(crate) fn is_untaken(&self) -> bool {
        self.untaken.load(Ordering::Relaxed)
    }

    /// Notes that the owner is about to wait. The caller holds the lock.
    ///
    /// The fence orders this before the owner's look for work below the block. A worker that posts such work checks
    /// here after a fence of its own ([`WorkerMarks::mark_active`](cleave_sync::ActivePools::mark_active)). One of the
    /// two therefore sees the other's write.
    pub(crate) fn begin_wait(&self) {
        chaos::point();
        self.awaited.store(true, Ordering::Relaxed);
        fence(Ordering::SeqCst);
    }

    /// Notes that the owner need not wait any longer. Release, paired with the acquire in
    /// [`Open::is_awaited`]: the owner sees why.
    pub(crate) fn end_wait(&self) {
        chaos::point();
        self.awaited.store(false, Ordering::Release);
    }

    /// Returns true while the owner waits for its clients.
    pub(crate) fn is_awaited(&self) -> bool {
        self.awaited.load(Ordering::Acquire)
    }
}
