//! A split block: one node of the tree in shared memory.
//! Before: `claims.rs`. Next: `job_list.rs`.
//!
//! Blocks are reused. Each use is a *generation*: it begins when a worker takes the block from its pool for a node, and
//! ends when the last worker out returns the block to the pool. The block's lock guards the node and the
//! [claims](super::claims) on it. The header is outside the lock, so that workers further down can read it.
//!
//! | field | writer | reader |
//! |---|---|---|
//! | parent, generation | the pool's owner at the beginning of a generation, with the lock held | any worker |
//! | stopped | any worker with the lock held | any worker |
//! | link, path | the pool's owner at the beginning of a generation; constant then | with the lock held |
//! | node, claims, posted, is_split | any worker with the lock held | with the lock held |
//! | extra | as the algorithm says: outside the lock, or with the lock held | |
//!
//! After a death the main worker, alone ([`Exclusive`](crate::arena::Exclusive)), unlocks and empties every body.
//! It leaves the header as it is, so that no generation number is used twice.

use std::num::NonZeroU64;
use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};

use cleave_shared_memory::{Plain, Shareable, prefetch_beginning};
use cleave_sync::chaos;
use crossbeam_utils::CachePadded;

use super::claims::Claims;
use crate::arena::{Guard, Locked, order};
use crate::block_path::BlockPath;
use crate::ids::{BlockId, TreeId};
use crate::node::Node;

/// A split block; `X` is what the algorithm adds to it.
#[derive(Shareable)]
#[repr(C, align(128))]
pub struct Block<N: Node, X: Extra<N>> {
    header: CachePadded<Header<N, X>>,
    /// The part that the lock guards.
    pub body: Locked<Body<N, X>, { order::BLOCK }>,
}

/// The part of a block that workers further down read without the lock.
#[derive(Shareable)]
struct Header<N: Node, X: Extra<N>> {
    /// The block above, packed.
    parent: AtomicU32,
    /// Generations that have begun.
    generation: AtomicU64,
    /// Results returned here are useless.
    stopped: AtomicBool,
    extra: X::Open,
}

/// The part of a block that its lock guards. The fields that every visitor reads or writes come first, next to the lock.
#[derive(Clone, Copy, Plain)]
#[repr(C)]
pub struct Body<N: Node, X: Extra<N>> {
    /// The claims on it.
    pub claims: Claims,
    /// The priority last posted in the job list.
    pub(crate) posted: u32,
    /// Another worker has joined.
    pub(crate) is_split: bool,
    /// The fields of the algorithm.
    pub extra: X::Guarded,
    /// The tree that the block is in; constant.
    pub(crate) tree: TreeId,
    /// No claim is out, no worker is inside, and the node has more jobs.
    pub(crate) is_parked: bool,
    /// The parent's job that this node is; constant. `None` at the root.
    pub link: Option<Link<N>>,
    /// The node itself.
    pub node: N,
    /// The path from the root to this block, inclusive; constant.
    pub(crate) path: BlockPath<N>,
}

/// Cache lines at the beginning of a node that most visits use, if the game arranges the node so.
const NODE_LINES: usize = 5;

/// A block whose lock is held.
pub struct BlockGuard<'a, N: Node, X: Extra<N>> {
    /// Which block.
    pub id: BlockId,
    pub(super) body: Guard<'a, Body<N, X>, { order::BLOCK }>,
}

impl<N: Node, X: Extra<N>> BlockGuard<'_, N, X> {
    /// Replaces the content.
    pub(crate) fn put(&mut self, body: Body<N, X>) {
        self.body.put(body);
    }

    /// Prefetches the part of the node that a worker needs to take or return a job. Another worker may have written to
    /// these lines, and prefetching loads them in parallel.
    #[inline]
    pub(crate) fn prefetch_node(&self) {
        if self.has_value() {
            prefetch_beginning(&self.body.node, NODE_LINES);
        }
    }

    /// Returns false before `thread_init`, and after a reset.
    pub(crate) fn has_value(&self) -> bool {
        self.body.has_value()
    }
}

impl<N: Node, X: Extra<N>> Deref for BlockGuard<'_, N, X> {
    type Target = Body<N, X>;

    #[inline]
    fn deref(&self) -> &Body<N, X> {
        &self.body
    }
}

impl<N: Node, X: Extra<N>> DerefMut for BlockGuard<'_, N, X> {
    #[inline]
    fn deref_mut(&mut self) -> &mut Body<N, X> {
        &mut self.body
    }
}

/// A claim on a block: the block, and the job that was handed out.
#[derive(Clone, Copy, Plain)]
pub struct Link<N: Node> {
    /// The block.
    pub block: BlockId,
    /// The piece of its work.
    pub job: N::Job,
}

/// The fields that an algorithm adds to every block.
pub trait Extra<N: Node>: Plain {
    /// Fields that are read without the block's lock.
    type Open: Shareable;
    /// Fields that the block's lock guards; the default begins a generation.
    type Guarded: Plain + Default;
}

/// No fields.
#[derive(Clone, Copy, Plain)]
pub struct NoExtra;

impl<N: Node> Extra<N> for NoExtra {
    type Open = ();
    type Guarded = ();
}

impl<N: Node, X: Extra<N>> Body<N, X> {
    /// Creates the content of a block at the beginning of a generation.
    pub(crate) fn new(node: N, link: Option<Link<N>>) -> Body<N, X> {
        let (claims, extra) = (Claims::default(), X::Guarded::default());
        let (tree, is_parked) = Default::default();
        let (posted, is_split, path) = (0, false, BlockPath::EMPTY);
        Body { claims, posted, is_split, extra, tree, is_parked, link, node, path }
    }

    /// Resets all fields but the node, which has just been copied here, and the path. `begin_block` updates the path.
    pub(crate) fn renew(&mut self, link: Option<Link<N>>) {
        (self.link, self.claims) = (link, Claims::default());
        (self.posted, self.is_split, self.is_parked) = (0, false, false);
        self.extra = X::Guarded::default();
    }
}

impl<N: Node, X: Extra<N>> Block<N, X> {
    /// Begins a new generation below this parent. The worker has just taken the block from its pool and holds the lock, so
    /// the content behind the lock belongs to the same generation.
    ///
    /// The parent is stored relaxed: a worker that follows it found the block's number under the lock of this block or
    /// of a block below, and so after this store. A walk past a stopped block is the exception; see
    /// [`has_stopped_ancestor`](super::Blocks::has_stopped_ancestor). The other stores are release stores. A worker
    /// that loads the new generation with acquire also sees what ended the last one: a stop further down.
    pub fn begin(&self, parent: Option<BlockId>) {
        chaos::point();
        self.header.parent.store(BlockId::pack(parent), Ordering::Relaxed);
        self.header.stopped.store(false, Ordering::Release);
        // Only the owner of the pool begins a block, so no other worker writes here.
        self.header.generation.store(self.generation().get(), Ordering::Release);
    }

    /// Returns the number of the current generation.
    #[inline]
    pub fn generation(&self) -> NonZeroU64 {
        NonZeroU64::MIN.saturating_add(self.header.generation.load(Ordering::Acquire))
    }

    /// Returns the block above. Relaxed: see [`Block::begin`].
    #[inline]
    pub fn parent(&self) -> Option<BlockId> {
        BlockId::unpack(self.header.parent.load(Ordering::Relaxed))
    }

    /// Marks results returned here as useless. The caller holds the lock.
    ///
    /// Release, paired with the acquire in [`Block::is_stopped`]. The store happens before the value reaches the parent, so
    /// a worker that sees the parent gone also sees this store.
    pub fn stop(&self) {
        chaos::point();
        self.header.stopped.store(true, Ordering::Release);
    }

    /// Returns true if results brought to the block are of no use.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.header.stopped.load(Ordering::Acquire)
    }

    /// Returns the fields that the algorithm adds to the header.
    pub fn extra(&self) -> &X::Open {
        &self.header.extra
    }
}
