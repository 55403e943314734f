//! The counters of one worker.

use crate::tree_counts::TreeCounts;
use crate::units::Ply;

/// The counts of one worker.
#[derive(Default)]
pub(super) struct Counts {
    /// Nodes since the worker started.
    pub(super) nodes: u64,
    /// The part of the nodes that the tally contains.
    pub(super) nodes_published: u64,
    /// The other counts since the worker started.
    pub(super) tree: TreeCounts,
    /// The part of these counts that the tally contains.
    pub(super) tree_published: TreeCounts,
    /// Nodes of the mate proof. They are not in the tallies, which a death sets back.
    pub(super) of_proof: u64,
    /// The deepest ply of this iteration.
    pub(super) deepest: Ply,
}

impl Counts {
    /// Begins a search of the root, and an iteration if it `is_new`. The nodes of an earlier search were counted when
    /// it ended.
    pub(super) fn begin_root(&mut self, is_new: bool) {
        if is_new {
            self.deepest = Ply::ROOT;
        }
        self.nodes_published = self.nodes;
    }

    /// Enters the tree of another iteration.
    pub(super) fn enter_tree(&mut self) {
        self.deepest = Ply::ROOT;
    }
}
