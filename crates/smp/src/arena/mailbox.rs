//! What the others tell a worker, and what it tells them.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use cleave_shared_memory::Shareable;
use cleave_sync::{Attention, EventCount};

use super::exclusive::Exclusive;
use super::locked::{Locked, order};
use crate::stats::Counters;

/// One for each worker, on cache lines of its own.
#[derive(Shareable)]
#[repr(C, align(128))]
pub(crate) struct Mailbox {
    pub(crate) attention: Attention,
    /// What this worker sleeps on while it waits as the owner of a block.
    event_count: EventCount,
    /// Not 0 if this worker is to leave the team.
    dismissed: AtomicU32,
    /// The turn of the alarm for which this worker has abandoned everything.
    parked: AtomicU32,
    /// How many times the worker has slept waiting for a lock.
    pub(super) lock_waits: AtomicU64,
    /// The counters of the last search that the worker took part in.
    pub(crate) counters: Locked<Counters, { order::COUNTERS }>,
}

impl Mailbox {
    pub(crate) fn dismiss(&self) {
        self.dismissed.store(1, Ordering::Release);
        self.wake();
    }

    /// Wakes the worker, if it waits as the owner of a block.
    pub(crate) fn wake(&self) {
        self.event_count.notify_all();
    }

    pub(crate) fn event_count(&self) -> &EventCount {
        &self.event_count
    }

    pub(crate) fn engage(&self) {
        self.dismissed.store(0, Ordering::Release);
    }

    pub(crate) fn is_dismissed(&self) -> bool {
        self.dismissed.load(Ordering::Acquire) != 0
    }

    /// Release, paired with the acquire in [`Mailbox::has_parked`]: from here on the worker touches
    /// nothing.
    pub(crate) fn park(&self, turn: u32) {
        self.parked.store(turn, Ordering::Release);
    }

    pub(crate) fn has_parked(&self, turn: u32) -> bool {
        self.parked.load(Ordering::Acquire) == turn
    }

    /// A search begins.
    pub(crate) fn reset(&self) {
        self.lock_waits.store(0, Ordering::Relaxed);
    }

    pub(crate) fn lock_waits(&self) -> u64 {
        self.lock_waits.load(Ordering::Relaxed)
    }

    /// Resets the mailbox after a death: the dead worker may hold the lock of the counters.
    pub(super) fn recover(&self, exclusive: &Exclusive) {
        self.attention.reset();
        self.event_count.reset();
        self.counters.force_unlock(exclusive);
    }
}
