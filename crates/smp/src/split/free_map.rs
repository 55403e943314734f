//! Which of a worker's 64 split blocks are free.

use crate::chaos;
use crate::sync::{AtomicU64, Ordering};

/// A bit for each block that is *used*, so that zeroed memory is a full pool.
///
/// Only the owner takes blocks out; anybody, namely the last worker out of a block, puts them back.
/// With a single taker there is no ABA problem: a bit that the owner has seen clear stays clear
/// until it sets it itself.
#[cfg_attr(not(loom), derive(cleave_shared_memory::Shareable))]
pub(crate) struct FreeMap {
    used: AtomicU64,
}

impl FreeMap {
    #[cfg(loom)]
    pub(crate) fn new() -> FreeMap {
        FreeMap { used: AtomicU64::new(0) }
    }

    /// Takes a free block; for the owner only. `None` if all are in use.
    ///
    /// Acquire, paired with the release in [`FreeMap::put`]: whoever gave the block back has done
    /// with it.
    #[inline]
    pub(crate) fn take(&self) -> Option<usize> {
        chaos::point();
        let slot = self.used.load(Ordering::Relaxed).trailing_ones() as usize;
        if slot == 64 {
            return None;
        }
        self.used.fetch_or(1 << slot, Ordering::Acquire);
        Some(slot)
    }

    /// Gives a block back.
    #[inline]
    pub(crate) fn put(&self, slot: usize) {
        chaos::point();
        let before = self.used.fetch_and(!(1 << slot), Ordering::Release);
        debug_assert!(before & (1 << slot) != 0, "a block was given back twice");
    }

    /// The blocks in use, a bit each. A hint: it changes all the time.
    #[cfg(not(loom))]
    #[inline]
    pub(crate) fn used(&self) -> u64 {
        self.used.load(Ordering::Relaxed)
    }

    /// All blocks are free again. Nobody else may be using them.
    #[cfg(not(loom))]
    pub(crate) fn reset(&self) {
        self.used.store(0, Ordering::Release);
    }
}
