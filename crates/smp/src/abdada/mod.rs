//! Simplified ABDADA: all workers search the same root, and put off what another is searching now.
//!
//! After T. Kerrigan, "Simplified ABDADA" (2017), which is a simplification of J.-C. Weill, "The
//! ABDADA distributed minimax-search algorithm" (ICCA Journal 19(1), 1996). Every worker searches
//! the root on a stack of its own, with the same depth and window. A small [table](BusyTable) says
//! which jobs are being searched now. A job that another worker has is deferred: it is taken when
//! all others of its node are done, and by then its result mostly is in the transposition table.
//!
//! | question | answer |
//! |---|---|
//! | What may be shared? | nothing but the table of busy jobs; the game shares a transposition table |
//! | Who may take it? | everybody searches everything that the transposition table does not answer |
//! | Who carries the value up? | every worker for itself; the first to finish the root ends the search for all |
//! | Who iterates? | the main worker; each search of the root is one of all workers |

mod busy_table;
mod descent;
mod worker;

pub(crate) use worker::AbdadaWorker;

use std::sync::atomic::{AtomicU32, Ordering};

use cleave_shared_memory::{Plain, Shareable};

use crate::arena::{Locked, order};
use crate::node::Node;
use busy_table::BusyTable;

/// What the workers share.
#[derive(Shareable)]
#[repr(C)]
pub(crate) struct SharedRoot<N: Node> {
    /// The search whose root is still to be finished, by its number; 0 for none.
    open: AtomicU32,
    root: Locked<Root<N>, { order::BLOCK }>,
    busy_jobs: BusyTable,
}

/// The root that all search.
#[derive(Clone, Copy, Plain)]
struct Root<N: Node> {
    node: N,
    step: N::PathStep,
}

impl<N: Node> SharedRoot<N> {
    /// True until a worker has finished the root of this search, or stopped the search.
    ///
    /// Acquire, paired with the release in [`SharedRoot::set_open`].
    fn is_open(&self, serial: u32) -> bool {
        self.open.load(Ordering::Acquire) == serial
    }

    /// Opens this search, or none, 0; with the root locked.
    fn set_open(&self, serial: u32) {
        self.open.store(serial, Ordering::Release);
    }

    /// Starts afresh after a death. Nobody else may be using it.
    pub(crate) fn reset(&self) {
        self.set_open(0);
        self.root.force_unlock();
        self.busy_jobs.reset();
    }
}
