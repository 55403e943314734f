//! The check before a worker enters a child: is another worker there?
//!
//! A child that another worker is searching comes last: by then its value is usually in the table. Or it is searched
//! with less depth. The answers are hints. A wrong answer costs time and never changes a value, so all words behind the answers are relaxed.

use crate::traits::{Keys, OwnRoot};

/// Shows the other workers that a worker is searching a job or is in a node. The exclusion defines the meaning of its
/// bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Mark(pub(super) u64);

/// The busy jobs and nodes, as far as the workers mark them.
pub(super) trait Exclusion<N: OwnRoot + Keys> {
    /// Returns the mark for a job that has been handed out, to be set before its child is opened. Returns `None` if
    /// jobs are not marked, or not at this node.
    fn job_mark(&self, _node: &N, _job: &N::Job) -> Option<Mark> {
        None
    }

    /// Returns the mark for a node that has just been opened and is live, at this ply of the worker's tree. Returns
    /// `None` if nodes are not marked, or not this one.
    fn node_mark(&self, _node: &N, _ply: usize) -> Option<Mark> {
        None
    }

    /// Returns true if late moves of a busy node are searched with less depth, and the node is not put off.
    fn reduces_busy(&self) -> bool {
        false
    }

    /// Returns true if another worker has set this mark. The caller has not set it.
    fn is_busy(&self, _mark: Mark) -> bool {
        false
    }

    /// Sets this worker's mark.
    fn put(&self, _mark: Mark) {}

    /// Removes the mark that this worker has set.
    fn remove(&self, _mark: Mark) {}
}

/// Marks nothing and puts nothing off.
pub(super) struct Nobody;

impl<N: OwnRoot + Keys> Exclusion<N> for Nobody {}
