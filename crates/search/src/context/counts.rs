//! The counters of one worker.

use crate::tree_counts::TreeCounts;
use crate::units::Ply;

/// What one worker has counted.
#[derive(Default)]
pub(super) struct Counts {
    /// Nodes since the worker started.
    pub(super) nodes: u64,
    /// The part of them that the root report has.
    pub(super) nodes_published: u64,
    /// What else it has counted since it started.
    pub(super) tree: TreeCounts,
    /// The part of it that its tally has.
    pub(super) tree_published: TreeCounts,
    /// Nodes of a proof beside the search; not in the tallies, which a death sets back.
    pub(super) of_proof: u64,
    /// The deepest ply of this iteration.
    pub(super) deepest: Ply,
}

impl Counts {
    /// A search of the root begins, and an iteration if this `is_new`. The nodes of an earlier search
    /// were counted when it ended.
    pub(super) fn begin_root(&mut self, is_new: bool) {
        if is_new {
            self.deepest = Ply::ROOT;
        }
        self.nodes_published = self.nodes;
    }

    /// The tree of another iteration is entered.
    pub(super) fn enter_tree(&mut self) {
        self.deepest = Ply::ROOT;
    }
}
