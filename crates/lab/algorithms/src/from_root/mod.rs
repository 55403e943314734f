//! Algorithms in which every worker searches the tree from the root, on its own stack.
//!
//! A search of the team is one search of the root by the main worker: one depth, one window. It is open from the moment
//! the main worker begins it until a worker *concludes* it with a result. The algorithm defines what the workers do in
//! between, by two things:
//!
//! * a [`Plan`] defines a worker's search: the root as the main worker requested it, a ply deeper, with another
//!   window, or a share of its moves. It also defines the use of the result;
//! * an [`Exclusion`] selects the children that a worker puts off because another is searching them.
//!
//! ```text
//!               the team's search of the root to depth D is open
//!             ├──────────────────────────────────────────────────┤
//!   worker 0  begin ── the root, depth D ───────────── call ── leave
//!   worker 1    join ── own root: its plan ── result ──┤ conclude, leave
//!   worker 2      join ── own root ─────────────────── call ── leave
//!                      │                        ▲
//!                      └── the table: everybody reads what everybody has found
//! ```
//!
//! | file | algorithm | plan | exclusion |
//! |---|---|---|---|
//! | `shared_table.rs` | `shared-table` | as asked | none |
//! | `lazy.rs` | `lazy` | an iteration of its own (`iteration.rs`) | none |
//! | `lazy_stockfish/` | `lazy-stockfish-10`, `-18` | an iteration at its own pace, and a vote | none |
//! | | `lazy-stockfish-13` | the same | breadcrumbs |
//! | `abdada.rs` | `abdada` | as asked | counts of the workers in a node |
//! | `abdada_simplified.rs` | `abdada-simplified` | as asked | marks on jobs (`busy_jobs.rs`) |
//! | `abdada_approximate.rs` | `abdada-approximate` | that of `lazy` | a busy bit |
//! | `aspiration.rs` | `aspiration` | a part of the values (`windows.rs`) | none |
//! | `window_null.rs` | `window-null` | null windows (`windows.rs`) | none |
//! | `uidpabs/` | `uidpabs` | a share of the moves, an iteration of its own | none |
//!
//! `worker.rs` steps one worker through its plan, and `descent/` through the tree. A worker whose plan iterates by
//! itself keeps its stack when the team's search is over. It continues there when the main worker begins the next
//! search of the same root.
//!
//! With one worker all of them search the tree of the sequential program, node for node.
//!
//! This file, `plan.rs`, `worker.rs` and the algorithms name each other. The rules of an algorithm, defined here,
//! contain plans, and a plan is called with the team's search, also defined here.

pub(crate) mod abdada;
pub(crate) mod abdada_approximate;
pub(crate) mod abdada_simplified;
pub(crate) mod aspiration;
mod best_by_depth;
mod bounds;
mod busy_jobs;
mod descent;
mod exclusion;
mod iteration;
pub(crate) mod lazy;
pub(crate) mod lazy_stockfish;
mod plan;
pub(crate) mod shared_table;
pub(crate) mod uidpabs;
pub(crate) mod window_null;
mod windows;
mod worker;

use cleave_shared_memory::{Plain, Shareable};
use cleave_smp::WorkerId;
use cleave_smp::seam::{Exclusive, Peer, Strategy};

use crate::open_search::OpenSearch;
use crate::traits::{Keys, OwnRoot};
use abdada::NodeCounts;
use abdada_approximate::BusyBits;
use best_by_depth::BestByDepth;
use bounds::Bounds;
use busy_jobs::BusyJobs;
use exclusion::Exclusion;
use lazy_stockfish::breadcrumbs::Breadcrumbs;
use plan::{PartialResult, Plan};
use worker::RootWorker;

/// The memory that the workers share.
#[derive(Shareable)]
#[repr(C)]
pub(crate) struct SharedRoot<N: OwnRoot + Keys> {
    search: OpenSearch<TeamSearch<N>>,
    bounds: Bounds,
    best_by_depth: BestByDepth,
    busy_jobs: BusyJobs,
    node_counts: NodeCounts,
    busy_bits: BusyBits,
    breadcrumbs: Breadcrumbs,
}

/// A search of the root by the team, as the main worker has begun it, and its state.
#[derive(Clone, Copy, Plain)]
struct TeamSearch<N: OwnRoot + Keys> {
    root: N,
    step: N::PathStep,
    /// The key that the root shares with the roots of other iterations; see [`OwnRoot::root_key`].
    key: Option<u64>,
    partial: PartialResult<N>,
}

/// An algorithm, for one worker.
pub(crate) struct Rules<'a, N: OwnRoot + Keys> {
    plan: Box<dyn Plan<N> + 'a>,
    exclusion: Box<dyn Exclusion<N> + 'a>,
}

/// Creates a worker of the algorithm with these rules.
pub(crate) fn worker<'a, N: OwnRoot + Keys>(
    peer: Peer<'a, N>,
    shared: &'a SharedRoot<N>,
    rules: impl FnOnce(&'a SharedRoot<N>, WorkerId) -> Rules<'a, N>,
) -> Box<dyn Strategy<'a, N> + 'a> {
    let rules = rules(shared, peer.id);
    Box::new(RootWorker::new(peer, shared, rules))
}

impl<N: OwnRoot + Keys> SharedRoot<N> {
    /// Returns the number of marks on nodes and jobs; 0 between searches.
    pub(crate) fn marks_in_use(&self) -> usize {
        self.busy_jobs.in_use()
            + self.node_counts.in_use()
            + self.busy_bits.in_use()
            + self.breadcrumbs.in_use()
    }

    /// Resets everything after a death.
    pub(crate) fn reset(&self, exclusive: &Exclusive) {
        self.search.reset(exclusive);
        self.best_by_depth.clear();
        self.busy_jobs.reset();
        self.node_counts.reset();
        self.busy_bits.reset();
        self.breadcrumbs.reset();
    }
}
