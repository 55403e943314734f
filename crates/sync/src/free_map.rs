//! Keeps track of the free blocks among a worker's 64 blocks.
//!
//! A worker takes blocks from its own pool. The last worker to use a block gives it back, and that can be any worker.
//! The taker must not write to a block that another worker still reads.
//!
//! ```text
//!   owner of the pool                    last worker to use a block
//!   find a clear bit                     done with the block
//!   set it, acquire                      clear its bit, release
//!   write to the block
//! ```
//!
//! Only the owner sets bits, so a clear bit that it has seen stays clear until it sets the bit itself. There is no ABA
//! problem and no loop. The owner's read-modify-write reads the value that the last worker wrote, or a later value that
//! passes the release on. So all earlier accesses to the block happen before the owner's accesses.

use crate::atomic::{AtomicU64, Ordering};
use crate::chaos;

/// A bit for each block that is *used*, so that zeroed memory is a full pool.
///
/// ```
/// let map = cleave_sync::FreeMap::default();
/// let (first, second) = (map.take().unwrap(), map.take().unwrap());
/// map.put(first);
/// assert_eq!(map.used(), 1 << second);
/// assert_eq!(map.take(), Some(first));
/// ```
#[derive(Default)]
#[cfg_attr(not(loom), derive(cleave_shared_memory::Shareable))]
pub struct FreeMap {
    used: AtomicU64,
}

impl FreeMap {
    /// Takes a free block. Only the owner of the pool may call this. Returns `None` if all blocks are in use.
    ///
    /// Acquire, paired with the release in [`FreeMap::put`].
    #[inline]
    pub fn take(&self) -> Option<usize> {
        chaos::point();
        let slot = self.used.load(Ordering::Relaxed).trailing_ones() as usize;
        if slot == 64 {
            return None;
        }
        self.used.fetch_or(1 << slot, Ordering::Acquire);
        Some(slot)
    }

    /// Gives a block back. It must be in use.
    ///
    /// # Panics
    /// In a build with debug assertions, if the block is not in use.
    #[inline]
    pub fn put(&self, slot: usize) {
        chaos::point();
        let before = self.used.fetch_and(!(1 << slot), Ordering::Release);
        debug_assert!(before & (1 << slot) != 0, "a block was given back twice");
    }

    /// Returns the blocks in use, one bit each. The result is only a hint: it changes all the time.
    #[inline]
    pub fn used(&self) -> u64 {
        self.used.load(Ordering::Relaxed)
    }

    /// Frees all blocks. No worker may be using them.
    pub fn reset(&self) {
        self.used.store(0, Ordering::Relaxed);
    }
}

/// Returns the positions of the bits that are set, from the lowest.
#[inline]
pub fn bits(word: u64) -> impl Iterator<Item = usize> {
    let mut left = word;
    std::iter::from_fn(move || {
        let bit = left.trailing_zeros() as usize;
        left &= left.wrapping_sub(1);
        (bit < 64).then_some(bit)
    })
}
