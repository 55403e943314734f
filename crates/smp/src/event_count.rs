//! Sleep and wake: idle workers sleep on a futex, at no cost to the workers that search.
//!
//! A searcher that has made a block joinable must wake a sleeper if there is one, and must not make
//! a system call if there is none. A worker about to sleep must not miss the block that is made
//! joinable just then. Each side writes one thing and then reads what the other writes:
//!
//! ```text
//!   searcher                            worker about to sleep
//!   post the block's priority           count itself among the sleepers
//!   fence                               fence
//!   any sleepers?  then wake            any block to join?  then stay awake
//! ```
//!
//! With both fences sequentially consistent at least one of the two sees the other's write (Dekker,
//! about 1962). The epoch covers the time between the check and the sleep: a worker reads it before
//! it counts itself, and a wake-up changes it, so the kernel does not let a worker sleep that has
//! been notified in the meantime.

use std::time::Duration;

use crate::chaos;
use crate::futex::Futex;
use crate::sync::{AtomicU32, Ordering, fence};

/// What idle workers sleep on.
#[cfg_attr(not(loom), derive(cleave_shared_memory::Shareable))]
pub(crate) struct EventCount {
    epoch: Futex,
    sleepers: AtomicU32,
}

impl EventCount {
    #[cfg(loom)]
    pub(crate) fn new() -> EventCount {
        EventCount { epoch: Futex::new(0), sleepers: AtomicU32::new(0) }
    }

    /// Wakes one sleeper, if there is one. The caller has already written what the sleeper is to
    /// find.
    #[inline]
    pub(crate) fn notify_one(&self) {
        self.notify(1);
    }

    /// Wakes all sleepers.
    pub(crate) fn notify_all(&self) {
        self.notify(i32::MAX as u32);
    }

    #[inline]
    fn notify(&self, count: u32) {
        chaos::point();
        // Orders the write before this call against the loads below; see the top of the page.
        fence(Ordering::SeqCst);
        if self.sleepers.load(Ordering::Relaxed) > 0 {
            // Relaxed: the epoch only has to differ; the kernel compares it under its own lock.
            self.epoch.word().fetch_add(1, Ordering::Relaxed);
            self.epoch.wake(count);
        }
    }

    /// Sleeps until notified, unless `ready` finds something to do.
    pub(crate) fn wait_unless(&self, ready: impl FnOnce() -> bool, timeout: Option<Duration>) {
        // Read before anything is checked, or a wake-up between check and sleep would be lost. The
        // counter below is a read-modify-write with Acquire, which keeps this load before the
        // fence.
        let epoch = self.epoch.word().load(Ordering::Acquire);
        chaos::point();
        self.sleepers.fetch_add(1, Ordering::AcqRel);
        // Orders the count against the loads in `ready`.
        fence(Ordering::SeqCst);
        if !ready() {
            chaos::point();
            self.epoch.wait(epoch, timeout);
        }
        self.sleepers.fetch_sub(1, Ordering::Relaxed);
    }

    /// Workers that sleep, or have died asleep since the last reset.
    #[cfg(not(loom))]
    pub(crate) fn sleepers(&self) -> u32 {
        self.sleepers.load(Ordering::Relaxed)
    }

    /// Forgets all sleepers, after a worker has died in its sleep.
    #[cfg(not(loom))]
    pub(crate) fn reset(&self) {
        self.sleepers.store(0, Ordering::Release);
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use cleave_shared_memory::SharedSlice;

    use super::*;

    /// A worker that has died in its sleep never takes itself off the count: without a reset each
    /// notification from then on is a system call for nobody.
    #[test]
    fn nobody_is_woken_for_a_sleeper_that_has_died() {
        let counts: SharedSlice<EventCount> = SharedSlice::new("event-counts", 1).unwrap();
        let count = &counts[0];
        let epoch = || count.epoch.word().load(Ordering::Relaxed);
        count.sleepers.fetch_add(1, Ordering::Relaxed);
        count.notify_one();
        assert_eq!(epoch(), 1, "somebody sleeps");
        count.reset();
        count.notify_one();
        assert_eq!(epoch(), 1);
    }
}
