//! A word to sleep on, in memory shared by processes.
//!
//! A worker that waits for a word to change must not miss a change between its last check and its
//! sleep. The futex of Linux closes this gap. The kernel compares the word once more, under the
//! lock of its queue of sleepers, and refuses the sleep if the word has changed.
//!
//! ```text
//!   waker                          sleeper
//!   change the word                read the word: `seen`
//!   wake: take from the queue      wait: queue up if the word is still `seen`
//! ```
//!
//! If the change comes before the comparison, the sleeper does not sleep. If it comes after, the
//! sleeper is in the queue when the waker looks there.

#[cfg(not(loom))]
use std::time::Duration;

use crate::atomic::AtomicU32;

#[cfg(loom)]
mod model;

/// A word on which workers sleep until it changes. It begins as 0.
#[cfg_attr(not(loom), derive(Default, cleave_shared_memory::Shareable))]
pub struct Futex {
    word: AtomicU32,
    /// The kernel's queue of sleepers, for the model checker.
    #[cfg(loom)]
    queue: model::Queue,
}

impl Futex {
    /// Returns the word itself. A worker that changes it must wake the sleepers.
    #[inline(always)]
    pub fn word(&self) -> &AtomicU32 {
        &self.word
    }
}

/// The futex of Linux, without the flag PRIVATE: it works across processes.
#[cfg(not(any(loom, target_arch = "wasm32")))]
impl Futex {
    /// Sleeps while the word is `expected`, until woken or until the time is up. May also return
    /// for no reason, so the caller must check again.
    ///
    /// # Panics
    /// If `timeout` has more seconds than the kernel can count, 2⁶³.
    pub fn wait(&self, expected: u32, timeout: Option<Duration>) {
        let timeout = timeout.map(|timeout| {
            rustix::thread::futex::Timespec::try_from(timeout).expect("a short time")
        });
        // The word has changed, a signal came, or the time is up. After any of these errors the
        // caller checks again.
        let flags = rustix::thread::futex::Flags::empty();
        let _ = rustix::thread::futex::wait(&self.word, flags, expected, timeout.as_ref());
    }

    /// Wakes `count` sleepers, or all if there are fewer. The kernel accepts at most `i32::MAX`.
    pub fn wake(&self, count: u32) {
        // The only error is a bad address.
        let flags = rustix::thread::futex::Flags::empty();
        let _ = rustix::thread::futex::wake(&self.word, flags, count);
    }
}

/// One thread moves all workers here, so no thread could wake a sleeper. Each wait returns at once.
#[cfg(all(target_arch = "wasm32", not(loom)))]
impl Futex {
    /// As on Linux.
    pub fn wait(&self, _: u32, _: Option<Duration>) {}

    /// As on Linux.
    pub fn wake(&self, _: u32) {}
}
