//! The word that stands in the job list for a block: its priority, and which of two trees it is in.
//!
//! It is posted once and ranked by whoever looks, since a tree that begins as that of the next iteration may become that of
//! the iteration under way.

use crate::ids::TreeId;

/// In a posted priority: the block belongs to the second tree.
const SECOND: u32 = 1 << 31;

/// In a rank: the block belongs to the iteration under way. Priorities are below this.
const UNDER_WAY: u32 = 1 << 30;

/// The priority of a block that stands unattended, before its height is added: above all others of
/// its tree. What is above it waits for it, and nobody is on the way to it.
const UNATTENDED: u32 = UNDER_WAY / 2;

/// The word that stands in the job list for a block of this tree with this priority; 0 if it may not
/// be joined. Priorities from 2^29 - 1 up rank alike.
pub(crate) fn to_post(tree: TreeId, priority: u32) -> u32 {
    match priority {
        0 => 0,
        priority => priority.min(UNATTENDED - 1) | tree_bit(tree),
    }
}

/// The same, for an unattended block of this height.
pub(crate) fn to_post_unattended(tree: TreeId, height: i32) -> u32 {
    let height = (height.max(0) as u32).min(UNATTENDED - 1);
    (UNATTENDED + height) | tree_bit(tree)
}

fn tree_bit(tree: TreeId) -> u32 {
    if tree.index() == 0 { 0 } else { SECOND }
}

/// True if this was posted for a block of this tree.
pub(crate) fn is_of_tree(posted: u32, tree: TreeId) -> bool {
    posted & SECOND == tree_bit(tree)
}

/// The rank of a block by what has been posted for it, while the iteration of this tree is under way.
#[inline]
pub(crate) fn rank(posted: u32, under_way: TreeId) -> u32 {
    let priority = posted & !SECOND;
    if is_of_tree(posted, under_way) { priority | UNDER_WAY } else { priority }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_iteration_under_way_ranks_first_and_what_stands_unattended_first_in_its_tree() {
        for under_way in TreeId::BOTH {
            let next = under_way.other();
            let posted = [
                to_post(next, 1),
                to_post(next, u32::MAX),
                to_post_unattended(next, 1),
                to_post_unattended(next, 9),
                to_post_unattended(next, i32::MAX),
                to_post(under_way, 1),
                to_post(under_way, u32::MAX),
                to_post_unattended(under_way, 1),
                to_post_unattended(under_way, i32::MAX),
            ];
            let ranks = posted.map(|posted| rank(posted, under_way));
            assert!(ranks.is_sorted_by(|low, high| low < high), "{ranks:?}");
            assert_eq!(posted.map(|posted| is_of_tree(posted, next)), ranks.map(|r| r < UNDER_WAY));
        }
        assert_eq!(TreeId::BOTH.map(|tree| to_post(tree, 0)), [0, 0]);
    }
}
