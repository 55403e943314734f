//! The tiny game of the unit tests of `cleave-smp`, with the additional traits of the algorithms.

use cleave_smp::Window;
use cleave_smp::random::mix;
use cleave_smp::seam::Exclusive;

#[path = "../../../smp/src/testing/mod.rs"]
mod tiny_node;

use tiny_node::called;
pub(crate) use tiny_node::{TinyNode, calls_of, sleepy};

use crate::traits::{Guess, Keys, Narrow, OwnRoot, Weighing};

/// Returns the right to reset an arena, for tests that search with one thread.
#[allow(unsafe_code)]
pub(crate) fn exclusive() -> Exclusive {
    // SAFETY: a test ends its other threads, and forgets its guards, before it resets an arena.
    unsafe { Exclusive::assume() }
}

impl TinyNode {
    /// As [`TinyNode::root`], to be searched with this window. The values do not depend on it.
    pub(crate) fn root_with_window(depth: i32, window: Window) -> TinyNode {
        TinyNode { window: Some(window), ..TinyNode::root(depth) }
    }

    /// As [`TinyNode::root`]. If the second child of a node is back before the first, the node puts it off until the
    /// first is back, and then searches it again.
    pub(crate) fn root_that_puts_off(depth: i32) -> TinyNode {
        TinyNode { puts_off: true, ..TinyNode::root(depth) }
    }

    /// As [`TinyNode::root`], where the first child of every node is searched in a sequential phase.
    pub(crate) fn root_with_first_in_sequence(depth: i32) -> TinyNode {
        TinyNode { has_first_in_sequence: true, ..TinyNode::root(depth) }
    }

    /// As [`TinyNode::root`], with 8 children at each node.
    pub(crate) fn wide_root(depth: i32) -> TinyNode {
        TinyNode { children: 8, ..TinyNode::root(depth) }
    }

    /// As [`TinyNode::root`], where the job of the first child has no key.
    pub(crate) fn root_with_full_first(depth: i32) -> TinyNode {
        TinyNode { has_full_first: true, ..TinyNode::root(depth) }
    }

    /// Returns true if no child is left to be handed out.
    pub(crate) fn is_handed_out(&self) -> bool {
        self.handed_out == self.children
    }

    /// Returns true if the first child has been taken in.
    pub(crate) fn is_first_searched(&self) -> bool {
        self.is_first_searched
    }
}

impl Keys for TinyNode {
    fn position_key(&self) -> u64 {
        self.key
    }

    fn job_key(&self, child: &u64) -> Option<u64> {
        let is_full = self.has_full_first && *child == 0;
        (!is_full).then(|| mix(self.key ^ child))
    }

    fn reduced_more(&self, _: &u64, child: &u64) -> u64 {
        called("reduced_more", *child);
        *child
    }
}

impl Narrow for TinyNode {
    fn window(&self) -> Option<Window> {
        let below_bound = Window { alpha: i32::MIN, beta: self.bound };
        self.window.or((self.bound < i32::MAX).then_some(below_bound))
    }

    /// All windows are whole, so that nodes wait under mandatory work first.
    fn has_whole_window(_: &u64) -> bool {
        true
    }
}

impl OwnRoot for TinyNode {
    fn root_key(&self, _: &u64) -> Option<u64> {
        Some(mix(self.key ^ self.bound as u64))
    }

    fn score(value: &i32) -> Option<i32> {
        Some(*value)
    }

    fn vote(_: &mut u64, _: Weighing, depth: i32, _: &i32, _: &u8) {
        called("vote", depth as u64);
    }
}

impl Guess for TinyNode {
    /// The estimate is wrong by up to 500.
    fn estimate(&self, _: &u64) -> Option<i32> {
        Some(500)
    }

    fn deepen(&mut self, plies: i32) -> bool {
        self.depth += plies;
        true
    }
}
