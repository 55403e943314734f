//! What the older algorithms keep in each block.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering, fence};

use cleave_shared_memory::{Plain, Shareable};
use cleave_smp::seam::{Block, BlockId, Blocks, Body, Extra};
use cleave_sync::chaos;

use super::position::TreePosition;
use super::shared_window::SharedWindow;
use crate::traits::Narrow;

/// The fields of the older algorithms: what they add to a block.
#[derive(Clone, Copy, Plain)]
pub(crate) struct Fields;

impl<N: Narrow> Extra<N> for Fields {
    type Open = Open;
    type Guarded = Guarded<N>;
}

/// The blocks of the older algorithms.
pub(crate) type OlderBlocks<N> = Blocks<N, Fields>;
/// One of them.
pub(crate) type OlderBlock<N> = Block<N, Fields>;
/// What its lock guards.
pub(crate) type OlderBody<N> = Body<N, Fields>;

/// Guarded by the block's lock.
#[derive(Clone, Copy, Plain)]
pub(crate) struct Guarded<N: Narrow> {
    /// Where the node lies among the blocks; constant.
    pub(crate) position: TreePosition,
    /// The value of the eldest child is known.
    pub(crate) eldest_is_known: bool,
    /// The worker that made the block will come back to carry its value up.
    pub(crate) is_owned: bool,
    /// The value that a client has found, for the owner to take up.
    pub(crate) found: Option<N::Value>,
    /// No claim is out, although there is more: the block waits for a bound.
    pub(crate) is_held_back: bool,
}

impl<N: Narrow> Default for Guarded<N> {
    fn default() -> Guarded<N> {
        Guarded {
            position: TreePosition::ROOT,
            eldest_is_known: false,
            is_owned: false,
            found: None,
            is_held_back: false,
        }
    }
}

/// Read without the block's lock by workers further down, and by those that look for work.
#[derive(Shareable)]
pub(crate) struct Open {
    /// The owner waits for its clients.
    awaited: AtomicBool,
    /// No child is left to be handed out. Written only where the algorithm asks for it.
    exhausted: AtomicBool,
    /// As in [`TreePosition`].
    off_branch: AtomicU32,
    /// Written only where the algorithm asks for it, as are the next four.
    window: SharedWindow,
    /// The block waits for a bound, with nobody in it.
    held_back: AtomicBool,
    /// The block on the leftmost branch whose eldest child brings the bound, packed.
    bound_from: AtomicU32,
    /// The eldest child has been searched.
    has_bound: AtomicBool,
    /// The moment at which the block, held back, was last found to have to go on waiting: its generation
    /// above the releases counted, 32 bits each.
    waited_at: AtomicU64,
}

impl Open {
    /// A generation begins; with the lock held.
    pub(crate) fn begin(&self, position: TreePosition) {
        self.awaited.store(false, Ordering::Relaxed);
        self.exhausted.store(false, Ordering::Relaxed);
        self.off_branch.store(position.off_branch.into(), Ordering::Relaxed);
    }

    /// Plies from the leftmost branch.
    pub(crate) fn off_branch(&self) -> usize {
        self.off_branch.load(Ordering::Relaxed) as usize
    }

    /// The window of the node, where the algorithm shares it.
    pub(crate) fn window(&self) -> &SharedWindow {
        &self.window
    }

    /// Begins as a block that nobody has held back, and whose bound comes from `bound_from`, or that has
    /// one from the beginning; with the lock held.
    pub(crate) fn begin_without_bound(&self, bound_from: Option<BlockId>) {
        self.set_held_back(false);
        self.bound_from.store(BlockId::pack(bound_from), Ordering::Release);
        self.has_bound.store(false, Ordering::Release);
    }

    /// The block on the leftmost branch that the bound comes from; `None` if there is one from the
    /// beginning.
    pub(crate) fn bound_from(&self) -> Option<BlockId> {
        BlockId::unpack(self.bound_from.load(Ordering::Acquire))
    }

    /// The block waits for a bound, or does so no longer; with the lock held.
    pub(crate) fn set_held_back(&self, is_held_back: bool) {
        chaos::point();
        self.held_back.store(is_held_back, Ordering::Release);
    }

    /// True while the block waits for a bound. A hint for those who look for work.
    pub(crate) fn is_held_back(&self) -> bool {
        self.held_back.load(Ordering::Acquire)
    }

    /// The eldest child of this block has been searched: the others have a bound; with the lock held.
    pub(crate) fn set_bound(&self) {
        chaos::point();
        self.has_bound.store(true, Ordering::Release);
    }

    /// True if the eldest child of this block has been searched.
    pub(crate) fn has_bound(&self) -> bool {
        self.has_bound.load(Ordering::Acquire)
    }

    /// True if the block was found at this moment to have to go on waiting.
    pub(crate) fn waited_at(&self, moment: u64) -> bool {
        self.waited_at.load(Ordering::Relaxed) == moment
    }

    /// At this moment the block has to go on waiting.
    pub(crate) fn set_waited_at(&self, moment: u64) {
        self.waited_at.store(moment, Ordering::Relaxed);
    }

    /// No child is left to be handed out; with the lock held. A hint for those who look for work.
    pub(crate) fn exhaust(&self) {
        chaos::point();
        self.exhausted.store(true, Ordering::Relaxed);
    }

    /// True if no child is left to be handed out.
    pub(crate) fn is_exhausted(&self) -> bool {
        self.exhausted.load(Ordering::Relaxed)
    }

    /// The owner is about to wait; with the lock held.
    ///
    /// The fence orders this before the owner's look for work below the block. A worker that posts
    /// such work looks here after a fence of its own
    /// ([`WorkerMarks::mark_active`](cleave_sync::ActivePools::mark_active)). So one of
    /// the two sees what the other has written.
    pub(crate) fn begin_wait(&self) {
        chaos::point();
        self.awaited.store(true, Ordering::Relaxed);
        fence(Ordering::SeqCst);
    }

    /// The owner need not wait any longer. Release, paired with the acquire in
    /// [`Open::is_awaited`]: the owner sees why.
    pub(crate) fn end_wait(&self) {
        chaos::point();
        self.awaited.store(false, Ordering::Release);
    }

    /// True while the owner waits for its clients.
    pub(crate) fn is_awaited(&self) -> bool {
        self.awaited.load(Ordering::Acquire)
    }
}
