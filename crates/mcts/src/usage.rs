//! Counts the operations of a worker's steps. Virtual time charges for them.

use crate::node::NodeId;

/// The operations of a worker since the counters were last cleared.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Usage {
    /// Plies down.
    pub selected: u32,
    /// Children compared on the way.
    pub compared: u32,
    /// Children made.
    pub made: u32,
    /// Positions evaluated.
    pub simulated: u32,
    /// The work of these evaluations ([`Evaluation::work`](crate::Evaluation)).
    pub work: u32,
    /// Plies up.
    pub backed_up: u32,
    /// The greatest distance from the root.
    pub depth: u32,
    /// The written nodes, in order. A node that was written twice occurs twice.
    pub written: Vec<NodeId>,
}

impl Usage {
    pub(crate) fn select(&mut self, children: u32, path: usize) {
        self.selected += 1;
        self.compared += children;
        self.depth = self.depth.max(path as u32 - 1);
    }

    pub(crate) fn expand(&mut self, children: u32) {
        self.made += children;
    }

    pub(crate) fn simulate(&mut self, work: u32) {
        self.simulated += 1;
        self.work += work;
    }

    pub(crate) fn back_up(&mut self) {
        self.backed_up += 1;
    }

    pub(crate) fn write(&mut self, node: NodeId) {
        self.written.push(node);
    }

    /// Resets all counters. The list keeps its memory.
    pub fn clear(&mut self) {
        let mut written = std::mem::take(&mut self.written);
        written.clear();
        *self = Usage { written, ..Usage::default() };
    }
}
