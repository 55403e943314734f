//! `lazy-texel`: helpers search the main worker's current root move, and the first to finish it answers.
//!
//! This is Lazy SMP as in Texel (P. Österlund, version 1.05, 2015). The main worker searches the root. Whenever it
//! hands out a move, it publishes the move, and all search the child below it with the same window. The first result of
//! a helper is also the main worker's result. A helper that has finished searches the same child a ply deeper, and so
//! on, until the main worker reaches another move.
//!
//! | question | answer |
//! |---|---|
//! | What may be shared? | the move of the root that is being searched, and the transposition table; in chess each worker has its own histories |
//! | Who may take it? | everybody searches everything that the table does not answer |
//! | Who carries the value up? | every worker for itself up to the child of the root; the main worker there |
//! | Who iterates? | the main worker |
//!
//! No worker waits. When the main worker goes on to the next move, helpers give up their searches. Only their table
//! entries stay. Late moves often take only a few hundred nodes, so helpers give up often.
//!
//! ```text
//!   main worker  │ a, depth 8 ────────────│ b, 8 ┤ c, 8 ┤ ...
//!   worker 1     │ a, depth 9 ────────────┤ b, 9 ┤ c, 9 ┤
//!   worker 2     │ a, depth 8 ───┤ a, 9 ──┤ b, 8 ┤ c, 8 ┤
//!                                │
//!                                └── the value of a: where the main worker had come to is given up
//! ```
//!
//! Half of the helpers begin a ply deeper, as in [`lazy`](super::from_root::lazy). In Texel all workers begin at the
//! main worker's depth since it has busy bits ([`abdada-approximate`](super::from_root::abdada_approximate)), which
//! separate them. Texel's workers check for messages once in a thousand nodes, and an outdated message is not
//! delivered. So a move with fewer nodes disturbs no worker there. Here all workers are called at each move of the
//! root.
//!
//! An answer may belong to a search one ply deeper, so the value of a root may mix two depths.
//!
//! With one worker it searches the tree of the sequential program, node for node.

mod worker;

use std::sync::atomic::{AtomicU32, Ordering};

use cleave_shared_memory::{Plain, Shareable};
use cleave_smp::Node;
use cleave_smp::seam::Exclusive;
use cleave_sync::chaos;

use super::open_search::OpenSearch;
pub(crate) use worker::TexelWorker;

/// The memory that the workers share.
#[derive(Shareable)]
#[repr(C)]
pub(crate) struct SharedMove<N: Node> {
    search: OpenSearch<UnderWay<N>>,
    /// The number of the main worker's current job.
    current: AtomicU32,
    /// The number of the last job that a helper has answered.
    answered: AtomicU32,
}

/// The move of the root that is being searched.
#[derive(Clone, Copy, Plain)]
struct UnderWay<N: Node> {
    /// The root when the move was handed out.
    root: N,
    step: N::PathStep,
    /// The move. `None` if there is none to search.
    job: Option<N::Job>,
    /// The result of a helper.
    answer: Option<Answer<N>>,
}

/// The value of the child below a move of the root, and its line.
#[derive(Clone, Copy, Plain)]
struct Answer<N: Node> {
    value: N::Value,
    line: N::Line,
}

impl<N: Node> SharedMove<N> {
    /// Notes that the main worker has another job. The caller holds the lock of the search.
    fn set_current(&self, number: u32) {
        chaos::point();
        self.current.store(number, Ordering::Release);
    }

    fn current(&self) -> u32 {
        self.current.load(Ordering::Acquire)
    }

    /// Notes that a helper has answered this job. The caller holds the lock of the search.
    fn set_answered(&self, number: u32) {
        chaos::point();
        self.answered.store(number, Ordering::Release);
    }

    /// Returns true if a helper has the value of this job.
    fn is_answered(&self, number: u32) -> bool {
        self.answered.load(Ordering::Acquire) == number
    }

    /// Resets everything after a death.
    pub(crate) fn reset(&self, exclusive: &Exclusive) {
        self.search.reset(exclusive);
    }
}

#[cfg(test)]
mod tests;
