//! A word to sleep on, in memory shared by processes.

use std::time::Duration;

use crate::sync::AtomicU32;

/// A word that workers may sleep on until it changes.
#[cfg_attr(not(loom), derive(cleave_shared_memory::Shareable))]
pub(crate) struct Futex {
    word: AtomicU32,
    /// The kernel's queue of sleepers, as the model checker sees it.
    #[cfg(loom)]
    queue: (loom::sync::Mutex<()>, loom::sync::Condvar),
}

impl Futex {
    /// The word itself.
    #[inline(always)]
    pub(crate) fn word(&self) -> &AtomicU32 {
        &self.word
    }
}

/// The futex of Linux, without the flag PRIVATE: it works across processes.
#[cfg(not(loom))]
impl Futex {
    /// Sleeps while the word is `expected`, until woken or until the time is up. May also return
    /// for no reason; the caller checks again.
    pub(crate) fn wait(&self, expected: u32, timeout: Option<Duration>) {
        let timeout = timeout.map(|timeout| {
            rustix::thread::futex::Timespec::try_from(timeout).expect("a short time")
        });
        // Whatever the error (the word has changed, a signal, the time is up), the caller checks
        // again.
        let flags = rustix::thread::futex::Flags::empty();
        let _ = rustix::thread::futex::wait(&self.word, flags, expected, timeout.as_ref());
    }

    /// Wakes this many sleepers.
    pub(crate) fn wake(&self, count: u32) {
        // The only error is a bad address.
        let flags = rustix::thread::futex::Flags::empty();
        let _ = rustix::thread::futex::wake(&self.word, flags, count);
    }
}

/// A model of the futex: a mutex takes the place of the kernel's lock. Time never runs out, so a
/// lost wake-up shows as a deadlock.
#[cfg(loom)]
impl Futex {
    pub(crate) fn new(value: u32) -> Futex {
        let queue = (loom::sync::Mutex::new(()), loom::sync::Condvar::new());
        Futex { word: AtomicU32::new(value), queue }
    }

    pub(crate) fn wait(&self, expected: u32, _: Option<Duration>) {
        let queue = self.queue.0.lock().unwrap();
        if self.word.load(crate::sync::Ordering::Relaxed) == expected {
            drop(self.queue.1.wait(queue).unwrap());
        }
    }

    pub(crate) fn wake(&self, count: u32) {
        let _queue = self.queue.0.lock().unwrap();
        if count == 1 {
            self.queue.1.notify_one();
        } else {
            self.queue.1.notify_all();
        }
    }
}
