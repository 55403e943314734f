//! A word to sleep on, in memory shared by processes.
//!
//! A worker that waits for a word to change must not lose the change between its last check and its
//! sleep. The futex of Linux closes that gap: the kernel compares the word once more, under the lock
//! of its queue of sleepers, and refuses the sleep if the word has changed.
//!
//! ```text
//!   waker                          sleeper
//!   change the word                read the word: `seen`
//!   wake: take from the queue      wait: queue up if the word is still `seen`
//! ```
//!
//! If the change comes before the comparison the sleeper does not sleep; if it comes after, the sleeper
//! is in the queue when the waker looks there.

#[cfg(not(loom))]
use std::time::Duration;

use crate::atomic::AtomicU32;

#[cfg(loom)]
mod model;

/// A word that workers may sleep on until it changes. It begins as 0.
#[cfg_attr(not(loom), derive(Default, cleave_shared_memory::Shareable))]
pub struct Futex {
    word: AtomicU32,
    /// The kernel's queue of sleepers, as the model checker sees it.
    #[cfg(loom)]
    queue: model::Queue,
}

impl Futex {
    /// The word itself. Who changes it must wake the sleepers.
    #[inline(always)]
    pub fn word(&self) -> &AtomicU32 {
        &self.word
    }
}

/// The futex of Linux, without the flag PRIVATE: it works across processes.
#[cfg(not(any(loom, target_arch = "wasm32")))]
impl Futex {
    /// Sleeps while the word is `expected`, until woken or until the time is up. May also return for
    /// no reason: the caller checks again.
    ///
    /// # Panics
    /// If `timeout` has more seconds than the kernel can count, 2⁶³.
    pub fn wait(&self, expected: u32, timeout: Option<Duration>) {
        let timeout = timeout.map(|timeout| {
            rustix::thread::futex::Timespec::try_from(timeout).expect("a short time")
        });
        // Whatever the error (the word has changed, a signal, the time is up), the caller checks
        // again.
        let flags = rustix::thread::futex::Flags::empty();
        let _ = rustix::thread::futex::wait(&self.word, flags, expected, timeout.as_ref());
    }

    /// Wakes this many sleepers, or all if there are fewer. The kernel takes at most `i32::MAX`.
    pub fn wake(&self, count: u32) {
        // The only error is a bad address.
        let flags = rustix::thread::futex::Flags::empty();
        let _ = rustix::thread::futex::wake(&self.word, flags, count);
    }
}

/// Where one thread moves all workers, nobody could wake a sleeper: each wait returns at once, for no reason.
#[cfg(all(target_arch = "wasm32", not(loom)))]
impl Futex {
    /// As on Linux.
    pub fn wait(&self, _: u32, _: Option<Duration>) {}

    /// As on Linux.
    pub fn wake(&self, _: u32) {}
}
