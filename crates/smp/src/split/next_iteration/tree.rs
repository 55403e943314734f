//! The number of a tree, and the rank of its blocks.

use cleave_shared_memory::Plain;

/// One of the two trees of a team: that of the iteration under way, and that of the next one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Plain)]
pub(crate) struct TreeId(bool);

/// In a posted priority: the block belongs to the second tree.
const SECOND: u32 = 1 << 31;

/// In a rank: the block belongs to the iteration under way. Priorities are below this.
const UNDER_WAY: u32 = 1 << 30;

/// The priority of a block that stands unattended, before its height is added: above all others of
/// its tree. What is above it waits for it, and nobody is on the way to it.
const UNATTENDED: u32 = UNDER_WAY / 2;

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

    /// The word that stands in the job list for a block of this tree with this priority; 0 if it is
    /// not to be joined. Priorities from 2^29 - 1 up rank alike.
    pub(crate) fn to_post(self, priority: u32) -> u32 {
        match priority {
            0 => 0,
            priority => priority.min(UNATTENDED - 1) | if self.0 { SECOND } else { 0 },
        }
    }

    /// As [`TreeId::to_post`], for an unattended block of this height.
    pub(crate) fn to_post_unattended(self, height: i32) -> u32 {
        let height = (height.max(0) as u32).min(UNATTENDED - 1);
        (UNATTENDED + height) | if self.0 { SECOND } else { 0 }
    }

    /// True if this was posted for a block of this tree.
    pub(crate) fn has_posted(self, posted: u32) -> bool {
        (posted & SECOND != 0) == self.0
    }
}

/// The rank of a block by what has been posted for it, while the iteration of this tree is under way.
#[inline]
pub(crate) fn rank(posted: u32, under_way: TreeId) -> u32 {
    let priority = posted & !SECOND;
    if under_way.has_posted(posted) { priority | UNDER_WAY } else { priority }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_iteration_under_way_ranks_first_and_what_stands_unattended_first_in_its_tree() {
        for under_way in TreeId::BOTH {
            let next = under_way.other();
            let posted = [
                next.to_post(1),
                next.to_post(u32::MAX),
                next.to_post_unattended(1),
                next.to_post_unattended(9),
                next.to_post_unattended(i32::MAX),
                under_way.to_post(1),
                under_way.to_post(u32::MAX),
                under_way.to_post_unattended(1),
                under_way.to_post_unattended(i32::MAX),
            ];
            let ranks = posted.map(|posted| rank(posted, under_way));
            assert!(ranks.is_sorted_by(|low, high| low < high), "{ranks:?}");
            assert_eq!(posted.map(|posted| next.has_posted(posted)), ranks.map(|r| r < UNDER_WAY));
        }
        assert_eq!(TreeId::BOTH.map(|tree| tree.to_post(0)), [0, 0]);
    }
}
