//! What a worker asks before it goes into a child: is another worker there?
//!
//! A child that another worker is searching comes last: by then its value is usually in the table.
//! The answers are hints. A wrong one costs time and never changes a value, so all words behind them are
//! relaxed.

use crate::traits::{Keys, OwnRoot};

/// Tells the other workers that a worker is at a job or in a node. The exclusion decides what its
/// bits mean.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Mark(pub(super) u64);

/// Which jobs and nodes are busy, as far as the workers tell each other.
pub(super) trait Exclusion<N: OwnRoot + Keys> {
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

    /// True if another worker has put this mark. The caller has not put it.
    fn is_busy(&self, _mark: Mark) -> bool {
        false
    }

    /// Puts the mark of this worker.
    fn put(&self, _mark: Mark) {}

    /// Removes the mark that this worker has put.
    fn remove(&self, _mark: Mark) {}
}

/// Nothing is marked, and nothing is put off.
pub(super) struct Nobody;

impl<N: OwnRoot + Keys> Exclusion<N> for Nobody {}
