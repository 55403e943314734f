//! A node with the edge that leads to it: 32 bytes, all atomic.
//!
//! One edge leads to each node of a tree, so the two are one entry, and the children of a node are adjacent. A node has
//! no children until a worker makes them:
//!
//! ```text
//!   one worker                           another
//!   children: none -> claimed            sees "claimed": there are none yet, it evaluates the node itself
//!   take room, write moves and priors
//!   children: claimed -> first, number
//!             release  ...............   acquire: sees the moves and priors
//! ```
//!
//! No worker waits for a worker that makes children.

use crate::atomic::{AtomicU32, AtomicU64, Ordering};
use crate::game::Move;
use crate::proof::Proof;
use crate::tally::{Counts, Tally};
use crate::value::Value;

/// The place of a node in its tree.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(pub(crate) u32);

impl NodeId {
    /// The root.
    pub const ROOT: NodeId = NodeId(0);

    /// Returns the place as a number below the capacity of the tree.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The children of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Children {
    pub(crate) first: u32,
    pub(crate) number: u32,
}

impl Children {
    pub(crate) fn ids(self) -> impl ExactSizeIterator<Item = NodeId> {
        (self.first..self.first + self.number).map(NodeId)
    }
}

/// No children. No child is at 0, the place of the root.
const NONE: u64 = 0;
const CLAIMED: u64 = u64::MAX;

/// The first bit of a node's evaluation.
const EVALUATION: u32 = 16;

/// The entry.
#[derive(Default)]
pub(crate) struct Node {
    pub(crate) tally: Tally,
    /// [`NONE`], [`CLAIMED`], or the first child and their number.
    children: AtomicU64,
    /// Playouts under way through this node, in the low bits. From the bit [`EVALUATION`] on, the value of its first
    /// evaluation plus 1, or 0 for none.
    pending: AtomicU32,
    /// Visits that ended here. All other visits are visits of children too.
    ends: AtomicU32,
    mv: AtomicU32,
    /// The bits of an `f32`.
    prior: AtomicU32,
}

impl Node {
    /// Resets the node to an unvisited child.
    pub(crate) fn reset(&self, mv: Move, prior: f32) {
        self.tally.set(Counts::default());
        self.children.store(NONE, Ordering::Relaxed);
        self.pending.store(0, Ordering::Relaxed);
        self.ends.store(0, Ordering::Relaxed);
        self.mv.store(mv.0, Ordering::Relaxed);
        self.prior.store(prior.to_bits(), Ordering::Relaxed);
    }

    /// Copies another node, with other children. No worker may be in the tree.
    pub(crate) fn copy(&self, other: &Node, children: Option<Children>) {
        // The other node may be this node itself.
        let mut counts = other.tally.counts();
        // A draw may depend on the repetition of a position before the new root. If it does not, it is proven again.
        if counts.proof == Proof::Draw {
            counts.proof = Proof::None;
        }
        let evaluation = other.pending.load(Ordering::Relaxed) >> EVALUATION << EVALUATION;
        let ends = if children.is_some() { other.ends() } else { counts.visits };
        self.reset(other.mv(), other.prior());
        self.tally.set(counts);
        self.pending.store(evaluation, Ordering::Relaxed);
        self.ends.store(ends, Ordering::Relaxed);
        if let Some(children) = children {
            self.publish(children);
        }
    }

    /// Claims the right to make children. Returns true for one worker only.
    pub(crate) fn claim(&self) -> bool {
        let relaxed = Ordering::Relaxed;
        self.children.compare_exchange(NONE, CLAIMED, relaxed, relaxed).is_ok()
    }

    /// Returns the right. There are still no children.
    pub(crate) fn disclaim(&self) {
        self.children.store(NONE, Ordering::Relaxed);
    }

    /// Publishes the children. Release, paired with the acquire in [`Node::children`].
    pub(crate) fn publish(&self, children: Children) {
        let word = u64::from(children.first) << 32 | u64::from(children.number);
        self.children.store(word, Ordering::Release);
    }

    pub(crate) fn children(&self) -> Option<Children> {
        match self.children.load(Ordering::Acquire) {
            NONE | CLAIMED => None,
            word => Some(Children { first: (word >> 32) as u32, number: word as u32 }),
        }
    }

    pub(crate) fn begin(&self) {
        self.pending.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn end(&self) {
        let before = self.pending.fetch_sub(1, Ordering::Relaxed);
        debug_assert!(before << EVALUATION > 0, "a playout ended that had not begun");
    }

    pub(crate) fn pending(&self) -> u32 {
        self.pending.load(Ordering::Relaxed) & ((1 << EVALUATION) - 1)
    }

    /// Stores the value of the node for the player to move there. The first value stays.
    pub(crate) fn note_evaluation(&self, value: Value) {
        let noted = (value.units() as u32 + 1) << EVALUATION;
        let with = |word: u32| (word >> EVALUATION == 0).then_some(word | noted);
        // The update fails if there already is a value.
        let _ = self.pending.fetch_update(Ordering::Relaxed, Ordering::Relaxed, with);
    }

    /// Returns the value of the first evaluation, for the player to move there.
    pub(crate) fn evaluation(&self) -> Option<f64> {
        let noted = self.pending.load(Ordering::Relaxed) >> EVALUATION;
        noted.checked_sub(1).map(|units| f64::from(units) / f64::from(Value::UNITS))
    }

    pub(crate) fn add_ends(&self, visits: u32) {
        self.ends.fetch_add(visits, Ordering::Relaxed);
    }

    pub(crate) fn ends(&self) -> u32 {
        self.ends.load(Ordering::Relaxed)
    }

    pub(crate) fn mv(&self) -> Move {
        Move(self.mv.load(Ordering::Relaxed))
    }

    pub(crate) fn prior(&self) -> f32 {
        f32::from_bits(self.prior.load(Ordering::Relaxed))
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    #[test]
    fn two_nodes_fill_a_cache_line() {
        assert_eq!(size_of::<Node>(), 32);
    }

    #[test]
    fn the_first_evaluation_stays_while_playouts_come_and_go() {
        let (node, copy) = (Node::default(), Node::default());
        node.begin();
        assert_eq!(node.evaluation(), None);
        node.note_evaluation(Value::LOSS);
        node.note_evaluation(Value::WIN);
        node.begin();
        assert_eq!((node.pending(), node.evaluation()), (2, Some(0.0)));
        node.end();
        node.end();
        copy.copy(&node, None);
        assert_eq!((copy.pending(), copy.evaluation()), (0, Some(0.0)));
    }

    #[test]
    fn children_are_made_once() {
        let node = Node::default();
        assert!(node.claim() && !node.claim());
        assert_eq!(node.children(), None, "claimed children do not exist yet");
        node.disclaim();
        assert!(node.claim());
        node.publish(Children { first: 7, number: 3 });
        assert!(!node.claim());
        assert!(node.children().unwrap().ids().eq([7, 8, 9].map(NodeId)));
    }
}
