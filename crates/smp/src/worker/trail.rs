//! The way from the root to where a worker is, as it has walked or copied it.
//!
//! A worker's path holds what each node above it adds: keys, moves, evaluations. To join a block
//! elsewhere it needs the steps of that block and of all above; but the blocks near the root live
//! long, and most joins are near where the worker has been. So it remembers which blocks its path
//! is that of, and copies only what differs. Without that every join took the locks of all blocks
//! up to the root, and with 16 workers a quarter of the time went into waiting for those.

use crate::ids::BlockId;

/// A block in one of its lives.
///
/// What a block adds to the path, and which block is above it, are constant in a life.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Foothold {
    pub(super) block: BlockId,
    pub(super) life: u64,
}

/// The blocks whose steps a worker's path holds, from the root down.
///
/// While the worker has a job they are the block it is from and all above; otherwise they are those
/// it left, some of which may have begun another life.
#[derive(Default)]
pub(super) struct Trail {
    footholds: Vec<Foothold>,
}

impl Trail {
    /// Nothing is known of the path any more.
    pub(super) fn forget(&mut self) {
        self.footholds.clear();
    }

    /// One block further down.
    #[inline]
    pub(super) fn go_down(&mut self, foothold: Foothold) {
        self.footholds.push(foothold);
    }

    /// Up to this block: what is below it will be overwritten. Forgets all if it is not of the
    /// trail, as after a join that came to nothing.
    #[inline]
    pub(super) fn go_up(&mut self, block: BlockId) {
        while self.footholds.last().is_some_and(|foothold| foothold.block != block) {
            self.footholds.pop();
        }
    }

    /// How many blocks from the root down to this one, if it is of the trail, in the same life.
    pub(super) fn length_to(&self, foothold: Foothold) -> Option<usize> {
        self.footholds.iter().rposition(|&other| other == foothold).map(|place| place + 1)
    }

    /// Back to the first so many blocks.
    pub(super) fn shorten(&mut self, length: usize) {
        self.footholds.truncate(length);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::WorkerId;

    fn foothold(slot: usize, life: u64) -> Foothold {
        Foothold { block: BlockId::new(WorkerId::new(0), slot), life }
    }

    fn trail(slots: impl IntoIterator<Item = usize>) -> Trail {
        let mut trail = Trail::default();
        slots.into_iter().for_each(|slot| trail.go_down(foothold(slot, 1)));
        trail
    }

    #[test]
    fn a_block_in_another_life_is_not_of_the_trail() {
        let trail = trail(0..4);
        assert_eq!(trail.length_to(foothold(2, 1)), Some(3));
        assert_eq!(trail.length_to(foothold(2, 2)), None);
        assert_eq!(trail.length_to(foothold(4, 1)), None);
    }

    #[test]
    fn what_is_below_is_forgotten_on_the_way_up() {
        let mut trail = trail(0..4);
        trail.go_up(foothold(1, 1).block);
        assert_eq!(trail.length_to(foothold(1, 1)), Some(2));
        assert_eq!(trail.length_to(foothold(2, 1)), None);
        trail.go_up(foothold(9, 1).block);
        assert_eq!(trail.length_to(foothold(0, 1)), None, "nothing is known of the path to there");
    }
}
