//! Dynamic Tree Splitting.

mod ascend;
mod block;
mod claims;
mod copied_path;
mod descend;
mod hooks;
mod job_list;
mod join;
mod next_iteration;
mod priority;
#[cfg(test)]
mod tests;
mod worker;

pub(crate) use block::{Block, Body, Extra, Link};
pub(crate) use hooks::{BlockFlow, Flow, Hooks};
pub(crate) use job_list::Blocks;
pub(crate) use next_iteration::{Dts, Iteration};
pub(crate) use worker::{Arrival, SplitWorker};

use crate::node::Node;
use crate::team::Peer;

/// The blocks of Dynamic Tree Splitting.
pub(crate) type DtsBlocks<N> = Blocks<N, Iteration>;

/// A worker of Dynamic Tree Splitting.
pub(crate) type DtsWorker<'a, N> = SplitWorker<'a, N, Dts>;

impl<'a, N: Node> DtsWorker<'a, N> {
    /// A worker with nothing to do.
    pub(crate) fn of(peer: Peer<'a, N>, blocks: &'a DtsBlocks<N>) -> DtsWorker<'a, N> {
        SplitWorker::new(peer, blocks, Dts)
    }
}
