//! `lazy-texel`: helpers search the move of the root that the main worker is at, and the first to finish it answers.
//!
//! Lazy SMP as in Texel (P. Österlund, version 1.05, 2015). The main worker searches the root. Whenever it hands out a move,
//! it tells the helpers, and all search the child below it with the same window. What a helper finds first is the main
//! worker's result, too. Having finished, a helper searches the same child a ply deeper, and so on, until the main worker
//! is at another move.
//!
//! | question | answer |
//! |---|---|
//! | What may be shared? | the move of the root that is being searched, and the transposition table; in chess each worker has its own histories |
//! | Who may take it? | everybody searches everything that the table does not answer |
//! | Who carries the value up? | every worker for itself up to the child of the root; the main worker there |
//! | Who iterates? | the main worker |
//!
//! Nobody waits. When the main worker goes on to the next move, helpers give up what they are at, but for what they have left
//! in the table. Late moves often take a few hundred nodes only, so helpers give up often.
//!
//! ```text
//!   main worker  │ a, depth 8 ────────────│ b, 8 ┤ c, 8 ┤ ...
//!   worker 1     │ a, depth 9 ────────────┤ b, 9 ┤ c, 9 ┤
//!   worker 2     │ a, depth 8 ───┤ a, 9 ──┤ b, 8 ┤ c, 8 ┤
//!                                │
//!                                └── the value of a: where the main worker had come to is given up
//! ```
//!
//! Half of the helpers begin a ply deeper, as in [`lazy`](super::from_root::lazy). In Texel all begin at the main worker's depth
//! since it has busy bits ([`abdada-approximate`](super::from_root::abdada_approximate)), which part them. Texel's workers look
//! for messages once in a thousand nodes, and a message that is no longer true is not delivered: a move that takes fewer
//! disturbs nobody there. Here everybody is called at each move of the root.
//!
//! An answer may be that of a ply more, so the value of a root may mix two depths.
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

/// What the workers share.
#[derive(Shareable)]
#[repr(C)]
pub(crate) struct SharedMove<N: Node> {
    search: OpenSearch<UnderWay<N>>,
    /// The number of the job that the main worker is at.
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
    /// The move; `None` if there is none to search.
    job: Option<N::Job>,
    /// What a helper has found.
    answer: Option<Answer<N>>,
}

/// The value of the child below a move of the root, and its line.
#[derive(Clone, Copy, Plain)]
struct Answer<N: Node> {
    value: N::Value,
    line: N::Line,
}

impl<N: Node> SharedMove<N> {
    /// The main worker is at another job; with the search locked.
    fn set_current(&self, number: u32) {
        chaos::point();
        self.current.store(number, Ordering::Release);
    }

    fn current(&self) -> u32 {
        self.current.load(Ordering::Acquire)
    }

    /// A helper has answered this job; with the search locked.
    fn set_answered(&self, number: u32) {
        chaos::point();
        self.answered.store(number, Ordering::Release);
    }

    /// True if a helper has the value of this job.
    fn is_answered(&self, number: u32) -> bool {
        self.answered.load(Ordering::Acquire) == number
    }

    /// Starts afresh after a death.
    pub(crate) fn reset(&self, exclusive: &Exclusive) {
        self.search.reset(exclusive);
    }
}

#[cfg(test)]
mod tests;
