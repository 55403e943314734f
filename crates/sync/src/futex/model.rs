//! The futex for the model checker. A mutex replaces the kernel's lock. Time never runs out, so a
//! lost wake-up shows as a deadlock.

use std::time::Duration;

use loom::sync::{Condvar, Mutex};

use super::Futex;
use crate::atomic::{AtomicU32, Ordering};

/// The kernel's queue of sleepers.
pub(super) type Queue = (Mutex<()>, Condvar);

impl Futex {
    /// Sleeps like the real futex, without a timeout.
    pub fn wait(&self, expected: u32, _: Option<Duration>) {
        let queue = self.queue.0.lock().unwrap();
        if self.word.load(Ordering::Relaxed) == expected {
            drop(self.queue.1.wait(queue).unwrap());
        }
    }

    /// Wakes like the real futex, one sleeper or all.
    pub fn wake(&self, count: u32) {
        let _queue = self.queue.0.lock().unwrap();
        if count == 1 {
            self.queue.1.notify_one();
        } else {
            self.queue.1.notify_all();
        }
    }
}

impl Default for Futex {
    fn default() -> Futex {
        Futex { word: AtomicU32::new(0), queue: (Mutex::new(()), Condvar::new()) }
    }
}
