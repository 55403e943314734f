//! The mailbox of a worker: calls from the others, and what the worker publishes for them.

use std::sync::atomic::{AtomicU32, AtomicU64};

use cleave_shared_memory::Shareable;
use cleave_sync::{Attention, EventCount};
use crossbeam_utils::CachePadded;

use super::locked::{Exclusive, Locked, order};
use super::whereabouts::Whereabouts;
use crate::block_path::Trail;
use crate::event::Counters;

/// One for each worker, on cache lines of its own.
#[derive(Shareable)]
#[repr(C, align(128))]
pub struct Mailbox {
    /// The attention word, by which others call the worker to look for stops.
    pub attention: Attention,
    /// The worker sleeps on it while it waits as the owner of a block.
    event_count: EventCount,
    /// Not 0 if this worker is to leave the team.
    pub(super) dismissed: AtomicU32,
    /// The turn of the alarm in which this worker has dropped all its work.
    pub(super) parked: AtomicU32,
    /// The times that the worker has slept waiting for a lock.
    pub(super) lock_waits: AtomicU64,
    /// The tree that the worker is in, and its entries and exits.
    pub(super) whereabouts: Whereabouts,
    /// The blocks from the root down to the worker's last block.
    pub(crate) trail: CachePadded<Trail>,
    /// The counters of the last search that the worker took part in.
    pub(crate) counters: Locked<Counters, { order::COUNTERS }>,
}

impl Mailbox {
    /// Wakes the worker if it waits as the owner of a block.
    pub fn wake(&self) {
        self.event_count.notify_all();
    }

    /// Returns the event count on which the worker sleeps while it waits as the owner of a block.
    pub fn event_count(&self) -> &EventCount {
        &self.event_count
    }

    /// Resets the mailbox after a death: the dead worker may hold the lock of the counters.
    pub(super) fn recover(&self, exclusive: &Exclusive) {
        self.attention.reset();
        self.event_count.reset();
        self.whereabouts.reset();
        self.counters.force_unlock(exclusive);
    }
}
