//! The word that is posted in the job list for a block: its priority, and which of two trees it is in.
//!
//! The reader ranks the word, because the tree of the next iteration may become the tree of the iteration under way after
//! the word was posted.

use crate::ids::TreeId;

/// In a posted priority: the block belongs to the second tree.
const SECOND: u32 = 1 << 31;

/// In a rank: the block belongs to the iteration under way. Priorities are below this.
const UNDER_WAY: u32 = 1 << 30;

/// The priority of a parked block, to which its depth is added: above all other blocks of its tree. Its parent waits for
/// it, and no worker is on the way.
const PARKED: u32 = UNDER_WAY / 2;

/// Returns the word to post for a block of this tree with this priority; 0 if workers may not join it. Priorities from
/// 2^29 - 1 up rank alike.
pub(crate) fn to_post(tree: TreeId, priority: u32) -> u32 {
    match priority {
        0 => 0,
        priority => priority.min(PARKED - 1) | tree_bit(tree),
    }
}

/// Returns the word to post for a parked block of this depth.
pub(crate) fn to_post_parked(tree: TreeId, depth: i32) -> u32 {
    let depth = (depth.max(0) as u32).min(PARKED - 1);
    (PARKED + depth) | tree_bit(tree)
}

fn tree_bit(tree: TreeId) -> u32 {
    if tree.index() == 0 { 0 } else { SECOND }
}

/// Returns true if this word was posted for a block of this tree.
pub(crate) fn is_of_tree(posted: u32, tree: TreeId) -> bool {
    posted & SECOND == tree_bit(tree)
}

/// Returns the rank of a block from its posted word, while the iteration of this tree is under way.
#[inline]
pub(crate) fn rank(posted: u32, under_way: TreeId) -> u32 {
    let priority = posted & !SECOND;
    if is_of_tree(posted, under_way) { priority | UNDER_WAY } else { priority }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_iteration_under_way_ranks_first_and_parked_blocks_first_in_their_tree() {
        for under_way in TreeId::BOTH {
            let next = under_way.other();
            let posted = [
                to_post(next, 1),
                to_post(next, u32::MAX),
                to_post_parked(next, 1),
                to_post_parked(next, 9),
                to_post_parked(next, i32::MAX),
                to_post(under_way, 1),
                to_post(under_way, u32::MAX),
                to_post_parked(under_way, 1),
                to_post_parked(under_way, i32::MAX),
            ];
            let ranks = posted.map(|posted| rank(posted, under_way));
            assert!(ranks.is_sorted_by(|low, high| low < high), "{ranks:?}");
            assert_eq!(posted.map(|posted| is_of_tree(posted, next)), ranks.map(|r| r < UNDER_WAY));
        }
        assert_eq!(TreeId::BOTH.map(|tree| to_post(tree, 0)), [0, 0]);
    }
}
