//! What a worker asks before it goes into a child: is another worker there?
//!
//! A child in which another worker is comes last: by then its value mostly is in the table. The
//! answers are hints. A wrong one costs time and never changes a value, so all words behind them are
//! relaxed.

use crate::node::Node;

/// By what the others see that a worker is at a job or in a node. Which bits mean what is up to the
/// exclusion.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Mark(pub(super) u64);

/// How the workers keep out of each other's way.
pub(super) trait Exclusion<N: Node> {
    /// The mark on a job that has been handed out, put before its child is opened. `None` if jobs
    /// are not marked, or not at this node.
    fn job_mark(&self, _node: &N, _job: &N::Job) -> Option<Mark> {
        None
    }

    /// The mark on a node that has just been opened and is live. `None` if nodes are not marked, or
    /// not this one.
    fn node_mark(&self, _node: &N) -> Option<Mark> {
        None
    }

    /// True if another worker has put such a mark. This worker has not.
    fn is_busy(&self, _mark: Mark) -> bool {
        false
    }

    /// This worker is here.
    fn put(&self, _mark: Mark) {}

    /// This worker, which was here, has gone.
    fn remove(&self, _mark: Mark) {}
}

/// Nobody keeps out of anybody's way.
pub(super) struct Nobody;

impl<N: Node> Exclusion<N> for Nobody {}
