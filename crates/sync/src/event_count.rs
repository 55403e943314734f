//! Idle workers sleep on a futex, at no cost to the workers that search.
//!
//! A searching worker that has posted a job must wake a sleeper if there is one, and must not make a system call if
//! there is none. A worker about to sleep must not miss a job that is posted at the same moment. Each side writes one
//! thing and then reads what the other writes:
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
//! Both fences are sequentially consistent, so at least one of the two sees the other's write (Dekker, about 1962). If
//! the sleeper sees the job, it stays awake. If the searching worker sees the sleeper, it wakes it. The epoch covers
//! the time between the check and the sleep. The sleeper has read it before it counted itself, and the wake-up changes
//! it. So the kernel refuses the sleep of a worker that has been notified in the meantime.

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
    pub(crate) sleepers: AtomicU32,
    /// Notifications that found a sleeper; see `pass_on.rs`.
    pub(crate) notifications: AtomicU32,
}

impl EventCount {
    /// Wakes one sleeper, if there is one. The caller must already have written the data that the sleeper looks for.
    #[inline]
    pub fn notify_one(&self) {
        self.notify(1);
    }

    /// Wakes all sleepers. The caller must already have written the data that the sleepers look for.
    #[inline]
    pub fn notify_all(&self) {
        self.notify(i32::MAX as u32);
    }

    #[inline]
    fn notify(&self, count: u32) {
        chaos::point();
        // Orders the write before this call against the loads below. The page of the module explains why.
        fence(Ordering::SeqCst);
        if self.sleepers.load(Ordering::Relaxed) > 0 {
            self.notifications.fetch_add(1, Ordering::Relaxed);
            self.wake(count);
        }
    }

    pub(crate) fn wake(&self, count: u32) {
        // Relaxed: the epoch only has to differ. The kernel compares it under its own lock.
        self.epoch.word().fetch_add(1, Ordering::Relaxed);
        self.epoch.wake(count);
    }

    /// Sleeps until notified or until the time is up. Does not sleep if `ready` returns true. May also return for no
    /// reason, so the caller must check again.
    ///
    /// # Panics
    /// If `timeout` is longer than [`Futex::wait`] allows.
    pub fn wait_unless(&self, ready: impl FnOnce() -> bool, timeout: Option<Duration>) {
        // Read before any check, or a wake-up between check and sleep would be lost. Relaxed, like the count: the fence
        // keeps both before the loads in `ready`.
        let epoch = self.epoch();
        chaos::point();
        self.sleepers.fetch_add(1, Ordering::Relaxed);
        fence(Ordering::SeqCst);
        if !ready() {
            chaos::point();
            self.epoch.wait(epoch, timeout);
        }
        self.sleepers.fetch_sub(1, Ordering::Relaxed);
    }

    /// Returns the number of workers that sleep, or have died asleep since the last reset.
    #[inline]
    pub fn sleepers(&self) -> u32 {
        self.sleepers.load(Ordering::Relaxed)
    }

    /// Returns a number that changes whenever a notification finds a sleeper.
    pub fn epoch(&self) -> u32 {
        self.epoch.word().load(Ordering::Relaxed)
    }

    /// Forgets all sleepers, after a worker has died in its sleep. No worker may be asleep.
    pub fn reset(&self) {
        self.sleepers.store(0, Ordering::Relaxed);
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use std::cell::Cell;
    use std::thread;

    use super::*;

    /// Enough rounds for some to fail on x86-64 without the fence of the posting worker. Under Miri some fail without
    /// either fence.
    const ROUNDS: u32 = if cfg!(miri) { 20 } else { 10_000 };

    /// A cache line of its own.
    #[derive(Default)]
    #[repr(align(128))]
    struct Line<T>(T);

    /// A worker that is about to sleep meets a worker that posts a job.
    #[derive(Default)]
    struct Round {
        count: Line<EventCount>,
        job: Line<AtomicU32>,
        here: Line<AtomicU32>,
        is_notified: AtomicU32,
    }

    impl Round {
        fn post(&self) {
            self.count.0.sleepers();
            self.meet();
            self.job.0.store(1, Ordering::Relaxed);
            self.count.0.notify_one();
            self.is_notified.store(1, Ordering::Release);
        }

        /// Returns true if the worker would not have missed the job.
        fn check_before_sleep(&self) -> bool {
            let has_seen_job = Cell::new(self.job.0.load(Ordering::Relaxed) != 0);
            self.meet();
            let never_sleep = || {
                has_seen_job.set(self.job.0.load(Ordering::Relaxed) != 0);
                wait_until(|| self.is_notified.load(Ordering::Acquire) != 0);
                true
            };
            self.count.0.wait_unless(never_sleep, None);
            has_seen_job.get() || self.count.0.epoch() != 0
        }

        /// Waits for the other side. Each side has already read the line that the other is about to write, so the
        /// writes take longer.
        fn meet(&self) {
            self.here.0.fetch_add(1, Ordering::AcqRel);
            wait_until(|| self.here.0.load(Ordering::Acquire) == 2);
        }
    }

    fn wait_until(is_so: impl Fn() -> bool) {
        for pauses in 1.. {
            if is_so() {
                return;
            }
            // The other side may need this processor. But the test can fail only if both run at the same time.
            if pauses % 10_000 == 0 { thread::yield_now() } else { crate::atomic::pause() }
        }
    }

    #[test]
    fn the_posting_worker_sees_a_sleeper_that_sees_no_job() {
        let rounds: Vec<Round> = (0..ROUNDS).map(|_| Round::default()).collect();
        thread::scope(|scope| {
            scope.spawn(|| rounds.iter().for_each(Round::post));
            let overslept = rounds.iter().filter(|round| !round.check_before_sleep()).count();
            assert_eq!(overslept, 0, "wake-ups would have been lost");
        });
        assert!(rounds.iter().all(|round| round.count.0.sleepers() == 0), "all are awake");
    }

    /// A worker that has died in its sleep never removes itself from the count. Without a reset each later notification
    /// is a useless system call.
    #[test]
    fn a_reset_forgets_a_sleeper_that_has_died() {
        let count = EventCount::default();
        count.sleepers.fetch_add(1, Ordering::Relaxed);
        count.notify_one();
        assert_eq!(count.epoch(), 1, "a sleeper is counted");
        count.reset();
        count.notify_one();
        assert_eq!(count.epoch(), 1);
    }
}
