//! Numbers of workers and blocks, which mean the same in every process.

use cleave_shared_memory::Plain;

/// The number of a worker, from 0, which is the [main worker](WorkerId::MAIN).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Plain)]
pub struct WorkerId(u16);

/// The most workers there can be.
pub const MAX_WORKERS: usize = 1024;

/// Marks of workers, or of their pools, for the most workers there can be.
pub type WorkerMarks = cleave_sync::ActivePools<{ MAX_WORKERS / 64 }>;

/// Split blocks of one worker: as many as bits in its free map.
pub const BLOCKS_PER_WORKER: usize = 64;

/// The number of a search: a team may have two, for this iteration and the next. A search keeps its number when its
/// iteration becomes the one under way, so the two take turns.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Plain)]
pub(crate) struct TreeId(bool);

/// The number of a split block: the worker whose pool it belongs to, and its place there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Plain)]
pub struct BlockId(u32);

impl WorkerId {
    /// The worker that starts searches and receives their results.
    pub const MAIN: WorkerId = WorkerId(0);

    /// Returns the worker with this index, below [`MAX_WORKERS`].
    pub const fn new(index: usize) -> WorkerId {
        assert!(index < MAX_WORKERS);
        WorkerId(index as u16)
    }

    /// Returns the worker's index, from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl std::fmt::Display for WorkerId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "worker {}", self.0)
    }
}

impl TreeId {
    /// Both trees.
    pub(crate) const BOTH: [TreeId; 2] = [TreeId(false), TreeId(true)];

    /// Returns 0 or 1.
    pub(crate) fn index(self) -> usize {
        usize::from(self.0)
    }

    /// Returns the tree with this index, 0 or 1.
    pub(crate) fn from_index(index: u32) -> TreeId {
        TreeId(index != 0)
    }

    /// Returns the other tree.
    pub(crate) fn other(self) -> TreeId {
        TreeId(!self.0)
    }
}

impl BlockId {
    /// Returns the block with this number, from 0.
    pub const fn from_index(index: usize) -> BlockId {
        assert!(index < MAX_WORKERS * BLOCKS_PER_WORKER);
        BlockId(index as u32)
    }

    /// Returns the block's number, below [`BLOCKS_PER_WORKER`] times the number of workers.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the block in this place of a worker's pool.
    pub const fn new(owner: WorkerId, slot: usize) -> BlockId {
        BlockId((owner.index() * BLOCKS_PER_WORKER + slot) as u32)
    }

    /// Returns the worker whose pool holds the block. That worker need not be searching in it.
    pub const fn owner(self) -> WorkerId {
        WorkerId((self.0 as usize / BLOCKS_PER_WORKER) as u16)
    }

    /// Returns the block's place in the pool.
    pub const fn slot(self) -> usize {
        self.0 as usize % BLOCKS_PER_WORKER
    }

    /// Packs a block into a word that is 0 for `None`.
    pub const fn pack(block: Option<BlockId>) -> u32 {
        match block {
            None => 0,
            Some(BlockId(index)) => index + 1,
        }
    }

    /// Unpacks such a word.
    pub const fn unpack(word: u32) -> Option<BlockId> {
        match word {
            0 => None,
            word => Some(BlockId(word - 1)),
        }
    }
}
