//! The counters of one worker.

use crate::units::Ply;

/// What one worker has counted.
#[derive(Default)]
pub(super) struct Counts {
    /// Nodes since the worker started.
    pub(super) nodes: u64,
    /// The part of them that the root report has.
    pub(super) nodes_published: u64,
    /// Positions found in the endgame tables.
    pub(super) tablebase_hits: u64,
    /// The part of them that the root report has.
    pub(super) tablebase_hits_published: u64,
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

    /// Counts a position found in the endgame tables.
    pub(super) fn add_tablebase_hits(&mut self, hits: u64) {
        self.tablebase_hits += hits;
    }
}
