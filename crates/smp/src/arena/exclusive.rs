//! The proof that what a dead worker has left behind may be put right.
#![allow(unsafe_code)]

use super::locked::holds_a_lock;

/// Proof that the caller alone is using the arena that it is about to reset: every other worker has parked,
/// ended or died, and the caller holds no lock. Only then may a lock be taken from its holder.
pub struct Exclusive {
    /// A lock may be taken from its holder.
    may_force: bool,
}

impl Exclusive {
    /// # Safety
    /// As long as the proof exists no other worker uses the arena, and no guard of a lock in it is used.
    ///
    /// # Panics
    /// In a build with debug assertions, if this worker holds a lock.
    pub(crate) unsafe fn assume() -> Exclusive {
        debug_assert!(!holds_a_lock(), "this worker still uses what it has locked");
        Exclusive { may_force: true }
    }

    /// For one thread that moves all workers: between two steps none of them holds a lock. If one does all the
    /// same, it keeps it, and the reset panics.
    pub(crate) fn between_steps() -> Exclusive {
        Exclusive { may_force: false }
    }

    pub(super) fn may_force(&self) -> bool {
        self.may_force
    }

    /// For tests that search with one thread.
    #[cfg(test)]
    pub(crate) fn in_a_test() -> Exclusive {
        // SAFETY: a test ends its other threads, and forgets its guards, before it resets an arena.
        unsafe { Exclusive::assume() }
    }
}
