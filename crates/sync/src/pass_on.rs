//! Passing a wake-up on: a notification may wake a worker that must not take the job.
//!
//! That worker wakes the next sleeper, and sleeps again behind all others. It passes on once after each notification. So
//! two workers that must not take the job do not wake each other again and again. No other worker oversleeps. Sleepers
//! wake in the order in which they fell asleep. If a worker that has passed a notification on is woken again, all
//! sleepers in front of it have been woken, and all sleepers behind it have looked for jobs since the notification.

use crate::EventCount;
use crate::atomic::{Ordering, fence};

impl EventCount {
    /// Wakes the next sleeper, if there has been a notification since the caller last passed one on. The caller has been
    /// woken for a job that it must not take. It keeps `passed`, the number of notifications at the last pass, 0 at first.
    pub fn pass_on(&self, passed: &mut u32) {
        // Relaxed: the fence of `notify` comes before the count there, and the fence below after this load.
        let notifications = self.notifications.load(Ordering::Relaxed);
        // The worker that is woken sees the jobs of all counted notifications. As in `notify`, a sleeper that this worker
        // does not see sees these jobs.
        fence(Ordering::SeqCst);
        if notifications != *passed && self.sleepers.load(Ordering::Relaxed) > 0 {
            self.wake(1);
        }
        *passed = notifications;
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    /// Otherwise two workers that must not take the job would wake each other for ever.
    #[test]
    fn a_worker_passes_each_notification_on_once() {
        let count = EventCount::default();
        let mut passed = 0;
        let mut passes_on = || {
            let before = count.epoch();
            count.pass_on(&mut passed);
            count.epoch() != before
        };
        count.notify_one();
        assert!(!passes_on(), "no worker slept");
        count.sleepers.fetch_add(1, Ordering::Relaxed);
        assert!(!passes_on(), "no worker was notified");
        for _ in 0..2 {
            count.notify_one();
            assert_eq!([passes_on(), passes_on()], [true, false]);
        }
    }
}
