//! What entitles the caller to put right what a dead worker has left behind.
#![allow(unsafe_code)]

use super::locked::holds_a_lock;

/// What entitles the caller to reset an arena: the proof that it alone is using it, since every other worker has
/// parked, ended or died, and the caller holds no lock; only then is a lock taken from its holder. Without the proof
/// each lock is acquired first, and one that is held makes the reset panic.
pub struct Exclusive {
    is_proven: bool,
}

impl Exclusive {
    /// The proof.
    ///
    /// # Safety
    /// As long as the proof exists no other worker uses the arena, and no guard of a lock in it is used.
    ///
    /// # Panics
    /// In a build with debug assertions, if this worker holds a lock.
    pub unsafe fn assume() -> Exclusive {
        debug_assert!(!holds_a_lock(), "this worker still uses what it has locked");
        Exclusive { is_proven: true }
    }

    /// Without a proof, for one thread that moves all workers: between two steps none of them holds a lock.
    pub(crate) fn between_steps() -> Exclusive {
        Exclusive { is_proven: false }
    }

    pub(super) fn is_proven(&self) -> bool {
        self.is_proven
    }

    /// For tests that search with one thread.
    #[cfg(test)]
    pub(crate) fn in_a_test() -> Exclusive {
        // SAFETY: a test ends its other threads, and forgets its guards, before it resets an arena.
        unsafe { Exclusive::assume() }
    }
}
