//! A word to sleep on, in memory shared by processes. Where there are only threads, the queues of the crate
//! `parking_lot_core` do what the kernel does on Linux.
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
#[cfg(not(loom))]
use crate::system;

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

#[cfg(not(loom))]
impl Futex {
    /// Sleeps while the word is `expected`, until woken or until the time is up. May also return
    /// for no reason, so the caller must check again.
    ///
    /// # Panics
    /// If `timeout` has more seconds than the kernel can count, 2⁶³.
    pub fn wait(&self, expected: u32, timeout: Option<Duration>) {
        system::wait(&self.word, expected, timeout);
    }

    /// Wakes `count` sleepers, or all if there are fewer. The kernel accepts at most `i32::MAX`.
    pub fn wake(&self, count: u32) {
        system::wake(&self.word, count);
    }
}
