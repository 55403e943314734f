//! A split block: one node of the tree in shared memory.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering, fence};

use cleave_shared_memory::{Plain, Shareable};
use cleave_sync::chaos;
use crossbeam_utils::CachePadded;

use super::claims::Claims;
use super::next_iteration::TreeId;
use super::policy::Standing;
use super::shared_window::SharedWindow;
use crate::arena::{Locked, order};
use crate::ids::BlockId;
use crate::node::Node;

/// A split block.
#[derive(Shareable)]
#[repr(C, align(128))]
pub(crate) struct Block<N: Node> {
    place: CachePadded<Place>,
    pub(crate) body: Locked<Body<N>, { order::BLOCK }>,
}

/// What all who are further down look at without a lock.
#[derive(Shareable)]
struct Place {
    /// The block above, packed.
    parent: AtomicU32,
    /// The generation that the block is in.
    generation: AtomicU64,
    /// Results brought here are of no use.
    stopped: AtomicBool,
    /// The owner waits for its clients.
    awaited: AtomicBool,
    /// No child is left to be handed out. Written only where the algorithm asks for it.
    exhausted: AtomicBool,
    /// As in [`Standing`].
    off_branch: AtomicU32,
    /// Written only where the algorithm asks for it, as are the next three.
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

/// What a block's lock guards.
#[derive(Clone, Copy, Plain)]
pub(crate) struct Body<N: Node> {
    pub(crate) node: N,
    /// What the node adds to the path; constant. `None` in a block never used.
    pub(crate) step: Option<N::PathStep>,
    /// The piece of work of the parent that this node is; constant. `None` at the root.
    pub(crate) link: Option<Link<N>>,
    pub(crate) claims: Claims,
    /// The priority last posted in the job list.
    pub(crate) posted: u32,
    /// Somebody has joined.
    pub(crate) is_split: bool,
    /// Where the node stands among the blocks; constant.
    pub(crate) standing: Standing,
    /// The value of the eldest child is known.
    pub(crate) eldest_is_known: bool,
    /// The value that a client has found, for the owner to take up.
    pub(crate) found: Option<N::Value>,
    /// The tree that the block is in; constant.
    pub(crate) tree: TreeId,
    /// No claim is out, nobody is inside, and there is something to do.
    pub(crate) is_unattended: bool,
}

/// A claim: a piece of work of a block.
#[derive(Clone, Copy, Plain)]
pub(crate) struct Link<N: Node> {
    pub(crate) block: BlockId,
    pub(crate) job: N::Job,
}

impl<N: Node> Body<N> {
    /// A block's content at the beginning of a generation.
    pub(crate) fn new(node: N, step: Option<N::PathStep>, link: Option<Link<N>>) -> Body<N> {
        Body {
            node,
            step,
            link,
            claims: Claims::default(),
            posted: 0,
            is_split: false,
            standing: Standing::ROOT,
            eldest_is_known: false,
            found: None,
            tree: TreeId::default(),
            is_unattended: false,
        }
    }

    /// Begins another generation, as a child just opened in this tree.
    pub(crate) fn renew(
        &mut self,
        opened: &N,
        step: N::PathStep,
        link: Option<Link<N>>,
        (tree, standing): (TreeId, Standing),
    ) {
        self.node.adopt(opened);
        (self.step, self.link) = (Some(step), link);
        (self.claims, self.posted, self.is_split) = (Claims::default(), 0, false);
        (self.standing, self.eldest_is_known, self.found) = (standing, false, None);
        (self.tree, self.is_unattended) = (tree, false);
    }

    /// Children searched to the end, if the node tells.
    pub(crate) fn searched(&self) -> Option<u16> {
        self.node.split_hint().map(|split_hint| split_hint.searched)
    }
}

impl<N: Node> Block<N> {
    /// Begins a new generation below this parent; for the worker that has just taken it from its
    /// pool, with the lock held: what the lock guards is of the same generation.
    ///
    /// The parent is relaxed: whoever may follow it has got the block's number under the block's
    /// lock, or that of a block below, and so after this. The rest is release, paired with the
    /// acquire where it is read: the last one has ended before, and whoever sees the new one sees
    /// what ended that, a stop further down.
    pub(crate) fn begin(&self, parent: Option<BlockId>, standing: Standing) {
        chaos::point();
        self.place.parent.store(BlockId::pack(parent), Ordering::Relaxed);
        self.place.stopped.store(false, Ordering::Release);
        self.place.awaited.store(false, Ordering::Relaxed);
        self.place.exhausted.store(false, Ordering::Relaxed);
        self.place.off_branch.store(standing.off_branch.into(), Ordering::Relaxed);
        // Nobody else writes here: a block is begun by the owner of its pool.
        self.place.generation.store(self.generation() + 1, Ordering::Release);
    }

    /// The generation that the block is in.
    #[inline]
    pub(crate) fn generation(&self) -> u64 {
        self.place.generation.load(Ordering::Acquire)
    }

    /// The block above. Relaxed: see [`Block::begin`].
    #[inline]
    pub(crate) fn parent(&self) -> Option<BlockId> {
        BlockId::unpack(self.place.parent.load(Ordering::Relaxed))
    }

    /// Results brought here are of no use from now on; with the lock held.
    ///
    /// Release, paired with the acquire in [`Block::is_stopped`]. The store comes before the value
    /// is taken to the parent, so whoever sees the parent gone sees this.
    pub(crate) fn stop(&self) {
        chaos::point();
        self.place.stopped.store(true, Ordering::Release);
    }

    #[inline]
    pub(crate) fn is_stopped(&self) -> bool {
        self.place.stopped.load(Ordering::Acquire)
    }

    /// Plies from the leftmost branch.
    pub(crate) fn off_branch(&self) -> usize {
        self.place.off_branch.load(Ordering::Relaxed) as usize
    }

    /// The window of the node, where the algorithm shares it.
    pub(crate) fn window(&self) -> &SharedWindow {
        &self.place.window
    }

    /// Begins as a block that nobody has held back, and whose bound comes from `bound_from`, or that has
    /// one from the beginning; with the lock held.
    pub(crate) fn begin_without_bound(&self, bound_from: Option<BlockId>) {
        self.set_held_back(false);
        self.place.bound_from.store(BlockId::pack(bound_from), Ordering::Release);
        self.place.has_bound.store(false, Ordering::Release);
    }

    /// The block on the leftmost branch that the bound comes from; `None` if there is one from the
    /// beginning.
    pub(crate) fn bound_from(&self) -> Option<BlockId> {
        BlockId::unpack(self.place.bound_from.load(Ordering::Acquire))
    }

    /// The block waits for a bound, or does so no longer; with the lock held.
    pub(crate) fn set_held_back(&self, is_held_back: bool) {
        chaos::point();
        self.place.held_back.store(is_held_back, Ordering::Release);
    }

    /// True while the block waits for a bound. A hint for those who look for work.
    pub(crate) fn is_held_back(&self) -> bool {
        self.place.held_back.load(Ordering::Acquire)
    }

    /// The eldest child of this block has been searched: the others have a bound; with the lock held.
    pub(crate) fn set_bound(&self) {
        chaos::point();
        self.place.has_bound.store(true, Ordering::Release);
    }

    /// True if the eldest child of this block has been searched.
    pub(crate) fn has_bound(&self) -> bool {
        self.place.has_bound.load(Ordering::Acquire)
    }

    /// True if the block was found at this moment to have to go on waiting.
    pub(crate) fn waited_at(&self, moment: u64) -> bool {
        self.place.waited_at.load(Ordering::Relaxed) == moment
    }

    /// At this moment the block has to go on waiting.
    pub(crate) fn set_waited_at(&self, moment: u64) {
        self.place.waited_at.store(moment, Ordering::Relaxed);
    }

    /// No child is left to be handed out; with the lock held. A hint for those who look for work.
    pub(crate) fn exhaust(&self) {
        chaos::point();
        self.place.exhausted.store(true, Ordering::Relaxed);
    }

    /// True if no child is left to be handed out.
    pub(crate) fn is_exhausted(&self) -> bool {
        self.place.exhausted.load(Ordering::Relaxed)
    }

    /// The owner is about to wait; with the lock held.
    ///
    /// The fence orders this before the owner's look for work below the block. A worker that posts
    /// such work looks here after a fence of its own
    /// ([`ActivePools::mark_active`](cleave_sync::ActivePools::mark_active)). So one of the
    /// two sees what the other has written.
    pub(crate) fn begin_wait(&self) {
        chaos::point();
        self.place.awaited.store(true, Ordering::Relaxed);
        fence(Ordering::SeqCst);
    }

    /// The owner need not wait any longer. Release, paired with the acquire in
    /// [`Block::is_awaited`]: the owner sees why.
    pub(crate) fn end_wait(&self) {
        chaos::point();
        self.place.awaited.store(false, Ordering::Release);
    }

    /// True while the owner waits for its clients.
    pub(crate) fn is_awaited(&self) -> bool {
        self.place.awaited.load(Ordering::Acquire)
    }
}
