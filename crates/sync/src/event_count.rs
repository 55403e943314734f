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
        // Read before anything is checked, or a wake-up between check and sleep would be lost. Relaxed,
        // like the count: the fence keeps both before the loads in `ready`.
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

    /// Workers that sleep, or have died asleep since the last reset.
    #[inline]
    pub fn sleepers(&self) -> u32 {
        self.sleepers.load(Ordering::Relaxed)
    }

    /// Changes whenever a notification finds a sleeper.
    pub fn epoch(&self) -> u32 {
        self.epoch.word().load(Ordering::Relaxed)
    }

    /// Forgets all sleepers, after a worker has died in its sleep. Nobody may be asleep.
    pub fn reset(&self) {
        self.sleepers.store(0, Ordering::Relaxed);
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use std::cell::Cell;
    use std::thread;

    use super::*;

    /// Without the fence of the one who posts, some of them fail on x86-64; without either, under Miri.
    const ROUNDS: u32 = if cfg!(miri) { 20 } else { 10_000 };

    /// A cache line of its own.
    #[derive(Default)]
    #[repr(align(128))]
    struct Line<T>(T);

    /// A worker that is about to sleep meets one that posts a job.
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

        /// True if the worker would not have overslept.
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

        /// Each side has read what the other is about to write: its own write then takes longer.
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
            // The other may be waiting for this processor; but only side by side they can fail.
            if pauses % 10_000 == 0 { thread::yield_now() } else { crate::atomic::pause() }
        }
    }

    #[test]
    fn a_worker_that_sees_no_job_is_seen_by_the_one_who_posts_it() {
        let rounds: Vec<Round> = (0..ROUNDS).map(|_| Round::default()).collect();
        thread::scope(|scope| {
            scope.spawn(|| rounds.iter().for_each(Round::post));
            let overslept = rounds.iter().filter(|round| !round.check_before_sleep()).count();
            assert_eq!(overslept, 0, "wake-ups would have been lost");
        });
        assert!(rounds.iter().all(|round| round.count.0.sleepers() == 0), "all are awake");
    }

    /// A worker that has died in its sleep never takes itself off the count: without a reset each
    /// notification from then on is a system call for nobody.
    #[test]
    fn nobody_is_woken_for_a_sleeper_that_has_died() {
        let count = EventCount::default();
        count.sleepers.fetch_add(1, Ordering::Relaxed);
        count.notify_one();
        assert_eq!(count.epoch(), 1, "somebody sleeps");
        count.reset();
        count.notify_one();
        assert_eq!(count.epoch(), 1);
    }
}
