//! Sleep and wake: idle workers sleep on a futex, at no cost to the workers that search.
//!
//! A searching worker that has posted a job must wake a sleeper if there is one, and must not make a
//! system call if there is none. A worker about to sleep must not miss the job that is posted just then.
//! Each side writes one thing and then reads what the other writes:
//!
//! ```text
//!   searching worker                  worker about to sleep
//!                                     read the epoch
//!   post the job                      count itself among the sleepers
//!   fence                             fence
//!   any sleepers?                     any job?  then stay awake
//!     then change the epoch, wake     sleep while the epoch is as read
//! ```
//!
//! With both fences sequentially consistent at least one of the two sees the other's write (Dekker,
//! about 1962). If the sleeper sees the job, it stays awake. If the searching worker sees the sleeper, it
//! wakes it, and the epoch covers the time between the check and the sleep: it was read before the count,
//! and the wake-up changes it, so the kernel lets nobody sleep who has been notified in the meantime.

use std::time::Duration;

use crate::atomic::{AtomicU32, Ordering, fence};
use crate::chaos;
use crate::futex::Futex;

/// A place to sleep until notified.
///
/// ```
/// use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
///
/// let (event_count, job) = (cleave_sync::EventCount::default(), AtomicBool::new(false));
/// std::thread::scope(|scope| {
///     scope.spawn(|| {
///         while !job.load(Relaxed) {
///             event_count.wait_unless(|| job.load(Relaxed), None);
///         }
///     });
///     job.store(true, Relaxed);
///     event_count.notify_one();
/// });
/// ```
#[derive(Default)]
#[cfg_attr(not(loom), derive(cleave_shared_memory::Shareable))]
pub struct EventCount {
    epoch: Futex,
    sleepers: AtomicU32,
}

impl EventCount {
    /// Wakes one sleeper, if there is one. The caller has already written what the sleeper is to
    /// find.
    #[inline]
    pub fn notify_one(&self) {
        self.notify(1);
    }

    /// Wakes all sleepers. The caller has already written what they are to find.
    #[inline]
    pub fn notify_all(&self) {
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

    /// Sleeps until notified or until the time is up, unless `ready` finds something to do. May also
    /// return for no reason: the caller checks again.
    ///
    /// # Panics
    /// As [`Futex::wait`].
    pub fn wait_unless(&self, ready: impl FnOnce() -> bool, timeout: Option<Duration>) {
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
    #[inline]
    pub fn sleepers(&self) -> u32 {
        self.sleepers.load(Ordering::Relaxed)
    }

    /// Forgets all sleepers, after a worker has died in its sleep. Nobody may be asleep.
    pub fn reset(&self) {
        self.sleepers.store(0, Ordering::Release);
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    /// A worker that has died in its sleep never takes itself off the count: without a reset each
    /// notification from then on is a system call for nobody.
    #[test]
    fn nobody_is_woken_for_a_sleeper_that_has_died() {
        let count = EventCount::default();
        let epoch = || count.epoch.word().load(Ordering::Relaxed);
        count.sleepers.fetch_add(1, Ordering::Relaxed);
        count.notify_one();
        assert_eq!(epoch(), 1, "somebody sleeps");
        count.reset();
        count.notify_one();
        assert_eq!(epoch(), 1);
    }
}
