//! Which of a worker's 64 blocks are free.
//!
//! A worker takes blocks out of its own pool, and any worker gives them back, namely the last one to use
//! a block. The taker must not write to a block that another still reads.
//!
//! ```text
//!   owner of the pool                    last worker to use a block
//!   find a clear bit                     done with the block
//!   set it, acquire                      clear its bit, release
//!   write to the block
//! ```
//!
//! Only the owner sets bits, so a bit that it has seen clear stays clear until it sets it itself: there is
//! no ABA problem and no loop. Its read-modify-write reads what the last worker wrote, or something later
//! that passes that release on, so everything done to the block before comes before what the owner does.

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
    /// Takes a free block; for the owner of the pool only. `None` if all are in use.
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

    /// Gives a block back, which must be in use.
    ///
    /// # Panics
    /// In a build with debug assertions, if it is not.
    #[inline]
    pub fn put(&self, slot: usize) {
        chaos::point();
        let before = self.used.fetch_and(!(1 << slot), Ordering::Release);
        debug_assert!(before & (1 << slot) != 0, "a block was given back twice");
    }

    /// The blocks in use, a bit each. A hint: it changes all the time.
    #[inline]
    pub fn used(&self) -> u64 {
        self.used.load(Ordering::Relaxed)
    }

    /// Frees all blocks. Nobody else may be using them.
    pub fn reset(&self) {
        self.used.store(0, Ordering::Relaxed);
    }
}

/// The places of the bits that are set, from the lowest.
#[inline]
pub fn bits(word: u64) -> impl Iterator<Item = usize> {
    let mut left = word;
    std::iter::from_fn(move || {
        let bit = left.trailing_zeros() as usize;
        left &= left.wrapping_sub(1);
        (bit < 64).then_some(bit)
    })
}
