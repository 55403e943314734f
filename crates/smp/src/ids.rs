//! Numbers of workers and blocks, which mean the same in every process.

use cleave_shared_memory::Plain;
use cleave_sync::bits;

/// The number of a worker, from 0, which is the [main worker](WorkerId::MAIN).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Plain)]
pub struct WorkerId(u16);

/// The most workers there can be.
pub const MAX_WORKERS: usize = 1024;

/// Marks of workers, or of their pools, for the most workers there can be.
pub(crate) type WorkerMarks = cleave_sync::ActivePools<{ MAX_WORKERS / 64 }>;

/// A set of workers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Plain)]
pub(crate) struct WorkerSet([u64; MAX_WORKERS / 64]);

impl WorkerSet {
    pub(crate) const EMPTY: WorkerSet = WorkerSet([0; MAX_WORKERS / 64]);

    pub(crate) fn insert(&mut self, id: WorkerId) {
        self.0[id.index() / 64] |= 1 << (id.index() % 64);
    }

    /// Its members among those of a team of this size.
    pub(crate) fn members(&self, team_size: usize) -> impl Iterator<Item = WorkerId> + use<> {
        let words = *self;
        (0..team_size.div_ceil(64)).flat_map(move |place| {
            bits(words.0[place]).map(move |bit| WorkerId::new(64 * place + bit))
        })
    }
}

/// Split blocks of one worker: as many as bits in its free map.
pub const BLOCKS_PER_WORKER: usize = 64;

/// One of the two searches that a team may have under way: that of this iteration and that of the next.
/// A search keeps its number when the next iteration becomes the present one, so the two take turns.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Plain)]
pub(crate) struct TreeId(bool);

/// The number of a split block: the worker whose pool it belongs to, and its place there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Plain)]
pub struct BlockId(u32);

impl WorkerId {
    /// The worker that starts searches and receives their results.
    pub const MAIN: WorkerId = WorkerId(0);

    /// The worker of this index, below [`MAX_WORKERS`].
    pub const fn new(index: usize) -> WorkerId {
        assert!(index < MAX_WORKERS);
        WorkerId(index as u16)
    }

    /// From 0.
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
    /// Both.
    pub(crate) const BOTH: [TreeId; 2] = [TreeId(false), TreeId(true)];

    /// 0 or 1.
    pub(crate) fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The tree of this index, 0 or 1.
    pub(crate) fn from_index(index: u32) -> TreeId {
        TreeId(index != 0)
    }

    /// The other one.
    pub(crate) fn other(self) -> TreeId {
        TreeId(!self.0)
    }
}

impl BlockId {
    /// The block of this number, from 0.
    pub const fn from_index(index: usize) -> BlockId {
        assert!(index < MAX_WORKERS * BLOCKS_PER_WORKER);
        BlockId(index as u32)
    }

    /// Its number, below [`BLOCKS_PER_WORKER`] times the number of workers.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    pub(crate) const fn new(owner: WorkerId, slot: usize) -> BlockId {
        BlockId((owner.index() * BLOCKS_PER_WORKER + slot) as u32)
    }

    /// The worker whose pool it belongs to, which need not be searching in it.
    pub(crate) const fn owner(self) -> WorkerId {
        WorkerId((self.0 as usize / BLOCKS_PER_WORKER) as u16)
    }

    pub(crate) const fn slot(self) -> usize {
        self.0 as usize % BLOCKS_PER_WORKER
    }

    /// As a word that is 0 for none.
    pub(crate) const fn pack(block: Option<BlockId>) -> u32 {
        match block {
            None => 0,
            Some(BlockId(index)) => index + 1,
        }
    }

    pub(crate) const fn unpack(word: u32) -> Option<BlockId> {
        match word {
            0 => None,
            word => Some(BlockId(word - 1)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_of_workers_has_those_that_were_put_in() {
        let mut set = WorkerSet::EMPTY;
        assert_eq!(set.members(MAX_WORKERS).count(), 0);
        let ids = [0, 63, 64, 900].map(WorkerId::new);
        ids.iter().for_each(|&id| set.insert(id));
        assert!(set.members(MAX_WORKERS).eq(ids));
        assert!(set.members(64).eq([0, 63].map(WorkerId::new)));
    }
}
