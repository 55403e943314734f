//! The way from the root to where a worker is, as it has walked or copied it.
//!
//! A worker's path holds what each node above it adds: keys, moves, evaluations. To join a block
//! elsewhere it needs the steps of that block and of all above; but the blocks near the root live
//! long, and most joins are near where the worker has been. So it remembers which blocks its path
//! is that of, and copies only what differs. Without that every join took the locks of all blocks
//! up to the root, and with 16 workers a quarter of the time went into waiting for those.

use crate::ids::BlockId;

/// A block, and its generation when it was looked at.
///
/// What a block adds to the path, and which block is above it, are constant in a generation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct BlockVersion {
    pub(super) block: BlockId,
    pub(super) generation: u64,
}

/// The blocks whose steps a worker's path holds, from the root down.
///
/// While the worker has a job they are the block it is from and all above; otherwise they are those
/// it left, some of which may have begun another generation.
#[derive(Default)]
pub(super) struct CopiedPath {
    block_version: Vec<BlockVersion>,
}

impl CopiedPath {
    /// Nothing is known of the path any more.
    pub(super) fn forget(&mut self) {
        self.block_version.clear();
    }

    /// One block further down.
    #[inline]
    pub(super) fn go_down(&mut self, block_version: BlockVersion) {
        self.block_version.push(block_version);
    }

    /// Up to this block: what is below it will be overwritten. Forgets all if it is not of the
    /// copied path, as after a join that came to nothing.
    #[inline]
    pub(super) fn go_up(&mut self, block: BlockId) {
        while self.block_version.last().is_some_and(|block_version| block_version.block != block) {
            self.block_version.pop();
        }
    }

    /// How many blocks from the root down to this one, if it is of the copied path, in the same
    /// generation.
    pub(super) fn length_to(&self, block_version: BlockVersion) -> Option<usize> {
        self.block_version.iter().rposition(|&other| other == block_version).map(|place| place + 1)
    }

    /// Back to the first so many blocks.
    pub(super) fn shorten(&mut self, length: usize) {
        self.block_version.truncate(length);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::WorkerId;

    fn block_version(slot: usize, generation: u64) -> BlockVersion {
        BlockVersion { block: BlockId::new(WorkerId::new(0), slot), generation }
    }

    fn copied_path(slots: impl IntoIterator<Item = usize>) -> CopiedPath {
        let mut copied_path = CopiedPath::default();
        slots.into_iter().for_each(|slot| copied_path.go_down(block_version(slot, 1)));
        copied_path
    }

    #[test]
    fn a_block_in_another_life_is_not_on_the_path() {
        let copied_path = copied_path(0..4);
        assert_eq!(copied_path.length_to(block_version(2, 1)), Some(3));
        assert_eq!(copied_path.length_to(block_version(2, 2)), None);
        assert_eq!(copied_path.length_to(block_version(4, 1)), None);
    }

    #[test]
    fn what_is_below_is_forgotten_on_the_way_up() {
        let mut copied_path = copied_path(0..4);
        copied_path.go_up(block_version(1, 1).block);
        assert_eq!(copied_path.length_to(block_version(1, 1)), Some(2));
        assert_eq!(copied_path.length_to(block_version(2, 1)), None);
        copied_path.go_up(block_version(9, 1).block);
        assert_eq!(
            copied_path.length_to(block_version(0, 1)),
            None,
            "nothing is known of the path to there"
        );
    }
}
