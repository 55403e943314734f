//! The window of a block, which workers below it read without its lock.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use cleave_shared_memory::Shareable;
use cleave_smp::Window;
use cleave_smp::seam::BlockId;
use cleave_sync::chaos;

use super::fields::OlderBlocks;
use crate::traits::Narrow;

/// A window in one word, written with the block's lock held.
///
/// Every store is release and every load acquire. A worker that reads a value of a later generation of the block
/// therefore also sees the stop further down that ended the earlier one.
#[derive(Shareable)]
pub(crate) struct SharedWindow {
    /// Alpha in the upper 32 bits, beta in the lower.
    bounds: AtomicU64,
    /// It is the whole window of the block above, negated, or the part that is left of it.
    is_whole: AtomicBool,
}

impl SharedWindow {
    /// Begins with the block's generation.
    pub(crate) fn begin(&self, window: Window, is_whole: bool) {
        self.is_whole.store(is_whole, Ordering::Release);
        self.set(window);
    }

    /// Sets the current window of the node. Returns true if the window has changed.
    pub(crate) fn set(&self, window: Window) -> bool {
        chaos::point();
        let bounds = u64::from(window.alpha as u32) << 32 | u64::from(window.beta as u32);
        self.bounds.swap(bounds, Ordering::AcqRel) != bounds
    }

    fn get(&self) -> Window {
        let bounds = self.bounds.load(Ordering::Acquire);
        Window { alpha: (bounds >> 32) as i32, beta: bounds as i32 }
    }
}

/// Bounds and windows along a chain of blocks.
pub(super) trait Windows {
    /// Returns true if a block has a bound to be tested against: the bound of a null window, or the value of the eldest
    /// child of the leftmost-branch node from which its window comes.
    fn has_bound(&self, block: BlockId) -> bool;

    /// Returns the block on the leftmost branch that provides the bound of a child of this block, searched with its
    /// whole window. Returns `None` if there is a null window between. Computed once, when the child begins, because
    /// idle workers check the bounds of all waiting blocks. The caller has a claim on the parent.
    fn bound_below(&self, parent: BlockId) -> Option<BlockId>;

    /// Returns the window of a block, narrowed by all changes above since it was handed out. Returns `None` if it has
    /// become empty, or if a window above has, so that the block is decided or useless.
    ///
    /// As with [`has_stopped_ancestor`](cleave_smp::seam::Blocks::has_stopped_ancestor), the caller has a claim on the
    /// block, and data above a stopped block means nothing. A caller that acts on the window must check afterwards
    /// whether the block is cut off.
    fn window_in_force(&self, block: BlockId) -> Option<Window>;
}

impl<N: Narrow> Windows for OlderBlocks<N> {
    fn has_bound(&self, block: BlockId) -> bool {
        self.block(block)
            .extra()
            .bound_from()
            .is_none_or(|branch| self.block(branch).extra().has_bound())
    }

    fn bound_below(&self, parent: BlockId) -> Option<BlockId> {
        let parent_block = self.block(parent).extra();
        if parent_block.off_branch() == 0 { Some(parent) } else { parent_block.bound_from() }
    }

    fn window_in_force(&self, block: BlockId) -> Option<Window> {
        let chain: Vec<_> = std::iter::once(block).chain(self.chain_above(block)).collect();
        let root_first = chain.into_iter().rev().map(|block| self.block(block).extra().window());
        let mut above: Option<Window> = None;
        for shared in root_first {
            let own = shared.get();
            let limits = above.filter(|_| shared.is_whole.load(Ordering::Acquire));
            let window = limits.map_or(own, |limits| own.within(limits.negated()));
            if window.is_empty() {
                return None;
            }
            above = Some(window);
        }
        above
    }
}

#[cfg(test)]
mod tests {
    use cleave_smp::WorkerId;
    use cleave_smp::seam::Memory;

    use super::*;
    use crate::split_points::position::TreePosition;
    use crate::testing::TinyNode;

    type Forest = OlderBlocks<TinyNode>;

    fn block(slot: usize) -> BlockId {
        BlockId::new(WorkerId::MAIN, slot)
    }

    /// Begins a block below the one before it, whose window is the whole window of that block or not.
    fn begin(blocks: &Forest, slot: usize, (alpha, beta): (i32, i32), is_whole: bool) {
        let parent = slot.checked_sub(1).map(block);
        let off_branch = slot as u16;
        let position = TreePosition { ply: off_branch, off_branch, ..TreePosition::ROOT };
        let bound_from = parent.filter(|_| is_whole).and_then(|parent| blocks.bound_below(parent));
        let open = blocks.block(block(slot)).extra();
        open.begin(position);
        open.begin_without_bound(bound_from);
        open.window().begin(Window { alpha, beta }, is_whole);
        blocks.block(block(slot)).begin(parent);
    }

    fn bounds(blocks: &Forest, slot: usize) -> Option<(i32, i32)> {
        blocks.window_in_force(block(slot)).map(|window| (window.alpha, window.beta))
    }

    #[test]
    fn a_window_narrows_with_all_whole_windows_above() {
        let blocks: Forest = Forest::new(1).unwrap();
        begin(&blocks, 0, (-100, 100), false);
        begin(&blocks, 1, (-100, 100), true);
        begin(&blocks, 2, (-60, 100), true);
        begin(&blocks, 3, (50, 51), false);
        let root = blocks.block(block(0)).extra().window();
        assert!(
            root.set(Window { alpha: -40, beta: 100 })
                && !root.set(Window { alpha: -40, beta: 100 })
        );
        assert_eq!(bounds(&blocks, 1), Some((-100, 40)));
        assert_eq!(bounds(&blocks, 2), Some((-40, 100)));
        assert_eq!(bounds(&blocks, 3), Some((50, 51)), "a test keeps its window");
    }

    #[test]
    fn nothing_is_in_force_below_an_empty_window() {
        let blocks: Forest = Forest::new(1).unwrap();
        begin(&blocks, 0, (-100, 100), false);
        begin(&blocks, 1, (-30, 100), true);
        begin(&blocks, 2, (-5, -4), false);
        blocks.block(block(0)).extra().window().set(Window { alpha: 29, beta: 100 });
        assert_eq!(bounds(&blocks, 1), Some((-30, -29)));
        blocks.block(block(0)).extra().window().set(Window { alpha: 30, beta: 100 });
        assert_eq!([0, 1, 2].map(|slot| bounds(&blocks, slot)), [Some((30, 100)), None, None]);
    }

    #[test]
    fn a_bound_comes_from_the_leftmost_branch_or_from_a_test() {
        let blocks: Forest = Forest::new(1).unwrap();
        begin(&blocks, 0, (-100, 100), false);
        begin(&blocks, 1, (-100, 100), true);
        begin(&blocks, 2, (-100, 100), true);
        begin(&blocks, 3, (-1, 0), false);
        let have_bounds = || [1, 2, 3].map(|slot| blocks.has_bound(block(slot)));
        assert_eq!(have_bounds(), [false, false, true]);
        blocks.block(block(0)).extra().set_bound();
        assert_eq!(have_bounds(), [true, true, true]);
    }
}
