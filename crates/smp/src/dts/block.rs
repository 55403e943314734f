//! A split block: one node of the tree in shared memory.
//!
//! A block is used again and again. Each use is a *generation*: it begins when a worker takes the block from its pool
//! for a node, and ends when the last one out gives it back. The node, with the [claims](super::claims) on it, is
//! behind the block's lock. The header lies outside the lock, so that workers further down can read it.
//!
//! | what | who writes it | who reads it |
//! |---|---|---|
//! | parent, generation | the pool's owner at the beginning of a generation, with the lock held | anybody |
//! | stopped | any worker with the lock held | anybody |
//! | link, path | the pool's owner at the beginning of a generation; constant then | with the lock held |
//! | node, claims, posted, is_split | any worker with the lock held | with the lock held |
//! | extra | as the algorithm says: outside the lock, or with the lock held | |
//!
//! After a death the main worker, alone ([`Exclusive`](crate::arena::Exclusive)), unlocks and empties every body.
//! The header stays until the next generation begins, so no generation is used twice.

use std::num::NonZeroU64;
use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};

use cleave_shared_memory::{Plain, Shareable, prefetch_beginning};
use cleave_sync::chaos;
use crossbeam_utils::CachePadded;

use super::claims::Claims;
use crate::arena::{Guard, Locked, TeamState, order};
use crate::block_path::BlockPath;
use crate::ids::BlockId;
use crate::node::Node;

/// A split block; `X` is what the algorithm adds to it.
#[derive(Shareable)]
#[repr(C, align(128))]
pub struct Block<N: Node, X: Extra<N>> {
    header: CachePadded<Header<N, X>>,
    /// What its lock guards.
    pub body: Locked<Body<N, X>, { order::BLOCK }>,
}

/// What workers further down read without the lock.
#[derive(Shareable)]
struct Header<N: Node, X: Extra<N>> {
    /// The block above, packed.
    parent: AtomicU32,
    /// Generations that have begun.
    generation: AtomicU64,
    /// Results brought here are of no use.
    stopped: AtomicBool,
    extra: X::Open,
}

/// What a block's lock guards. What every visitor reads or writes comes first, beside the lock.
#[derive(Clone, Copy, Plain)]
#[repr(C)]
pub struct Body<N: Node, X: Extra<N>> {
    /// The claims on it.
    pub claims: Claims,
    /// The priority last posted in the job list.
    pub(crate) posted: u32,
    /// Another worker has joined.
    pub(crate) is_split: bool,
    /// What the algorithm adds.
    pub extra: X::Guarded,
    /// The piece of work of the parent that this node is; constant. `None` at the root.
    pub link: Option<Link<N>>,
    /// The node itself.
    pub node: N,
    /// The way from the root to here, this block included; constant.
    pub(crate) path: BlockPath<N>,
}

/// Cache lines with which a node begins, and which are of use to most visits, if the game lays it out so.
const NODE_LINES: usize = 5;

/// A block whose lock is held.
pub struct BlockGuard<'a, N: Node, X: Extra<N>> {
    /// Which block.
    pub id: BlockId,
    pub(super) body: Guard<'a, Body<N, X>, { order::BLOCK }>,
}

impl<N: Node, X: Extra<N>> BlockGuard<'_, N, X> {
    /// Stores the content, over any there was.
    pub(crate) fn put(&mut self, body: Body<N, X>) {
        self.body.put(body);
    }

    /// Starts to fetch what a worker needs of the node to take a job or bring one back. Another may have written to
    /// it, and the lines come together instead of one after another.
    #[inline]
    pub(crate) fn prefetch_node(&self) {
        if self.has_value() {
            prefetch_beginning(&self.body.node, NODE_LINES);
        }
    }

    /// False before `thread_init`, and after a reset.
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

/// A claim: a piece of work of a block.
#[derive(Clone, Copy, Plain)]
pub struct Link<N: Node> {
    /// The block.
    pub block: BlockId,
    /// The piece of its work.
    pub job: N::Job,
}

/// What an algorithm adds to every block.
pub trait Extra<N: Node>: Plain {
    /// Read without the block's lock.
    type Open: Shareable;
    /// Guarded by the block's lock; the default begins a generation.
    type Guarded: Plain + Default;

    /// The rank of a block among all in the job list, by the word that has been posted for it.
    fn rank(posted: u32, _team_state: &TeamState<N>) -> u32 {
        posted
    }
}

impl<N: Node, X: Extra<N>> Body<N, X> {
    /// A block's content at the beginning of a generation.
    pub(crate) fn new(node: N, link: Option<Link<N>>) -> Body<N, X> {
        let (claims, extra) = (Claims::default(), X::Guarded::default());
        Body { node, link, claims, posted: 0, is_split: false, extra, path: BlockPath::EMPTY }
    }

    /// Begins another generation, for the node that has been copied here. The path stays, for `begin_block` to overwrite
    /// what differs.
    pub(crate) fn renew(&mut self, link: Option<Link<N>>) {
        (self.link, self.claims) = (link, Claims::default());
        (self.posted, self.is_split) = (0, false);
        self.extra = X::Guarded::default();
    }
}

impl<N: Node, X: Extra<N>> Block<N, X> {
    /// Begins a new generation below this parent; for the worker that has just taken the block from its
    /// pool, with the lock held: what the lock guards is of the same generation.
    ///
    /// The parent is relaxed: a worker that may follow it has got the block's number under the block's
    /// lock, or that of a block below, and so after this. (A walk beyond a stopped block is the exception; see
    /// [`is_cut_off`](super::Blocks::is_cut_off).) The rest is release, paired with the acquire where it is
    /// read: the last generation has ended before, and a worker that sees the new one sees what ended that, a
    /// stop further down.
    pub fn begin(&self, parent: Option<BlockId>) {
        chaos::point();
        self.header.parent.store(BlockId::pack(parent), Ordering::Relaxed);
        self.header.stopped.store(false, Ordering::Release);
        // Nobody else writes here: a block is begun by the owner of its pool.
        self.header.generation.store(self.generation().get(), Ordering::Release);
    }

    /// The number of the generation that the block is in: not 0.
    #[inline]
    pub fn generation(&self) -> NonZeroU64 {
        NonZeroU64::MIN.saturating_add(self.header.generation.load(Ordering::Acquire))
    }

    /// The block above. Relaxed: see [`Block::begin`].
    #[inline]
    pub fn parent(&self) -> Option<BlockId> {
        BlockId::unpack(self.header.parent.load(Ordering::Relaxed))
    }

    /// Results brought here are of no use from now on; with the lock held.
    ///
    /// Release, paired with the acquire in [`Block::is_stopped`]. The store comes before the value
    /// is taken to the parent, so a worker that sees the parent gone sees this.
    pub fn stop(&self) {
        chaos::point();
        self.header.stopped.store(true, Ordering::Release);
    }

    /// True if results brought to the block are of no use.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.header.stopped.load(Ordering::Acquire)
    }

    /// What the algorithm adds to the header.
    pub fn extra(&self) -> &X::Open {
        &self.header.extra
    }
}
