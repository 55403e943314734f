//! Marks the pools that may have a block to join: one bit for each worker's pool.
//!
//! Without the marks an idle worker would look into the pool of every worker, at one or more cache lines each. With
//! hundreds of workers that takes longer than the work it finds. So a worker that makes the first block of a pool
//! joinable marks the pool. An idle worker that finds nothing in a pool removes the mark. Mostly the pool is already
//! marked, and the searching worker writes nothing.
//!
//! Each side writes one thing and then reads what the other writes, as in the
//! [event count](crate::event_count):
//!
//! ```text
//!   searching worker                   idle worker
//!   post a block in the pool           remove the mark
//!   fence                              fence
//!   no mark?  then mark the pool       any block posted?  then mark the pool again
//! ```
//!
//! Both fences are sequentially consistent, so at least one of the two workers sees the other's write. If the searching
//! worker sees the mark gone, it marks the pool. If it still sees the mark, the idle worker finds the block and marks
//! the pool again. So a posted block is always in a marked pool.

use crate::atomic::{AtomicU64, Ordering, fence};
use crate::chaos;
use crate::free_map::bits;

/// The marks of all pools, 64 in each word.
///
/// ```
/// let pools = cleave_sync::ActivePools::<2>::default();
/// pools.mark_active(70);
/// pools.mark_active(5);
/// assert!(pools.pools(128).eq([5, 70]));
/// pools.mark_empty(5);
/// assert_eq!(pools.count(128), 1);
/// ```
#[cfg_attr(not(loom), derive(cleave_shared_memory::Shareable))]
pub struct ActivePools<const WORDS: usize> {
    up: [AtomicU64; WORDS],
}

impl<const WORDS: usize> Default for ActivePools<WORDS> {
    fn default() -> ActivePools<WORDS> {
        ActivePools { up: std::array::from_fn(|_| AtomicU64::new(0)) }
    }
}

impl<const WORDS: usize> ActivePools<WORDS> {
    /// Marks this pool, in which the caller has just posted a block. Returns true if the pool had no mark.
    ///
    /// # Panics
    /// If `pool` is not below `64 * WORDS`. The other methods panic likewise.
    #[inline]
    pub fn mark_active(&self, pool: usize) -> bool {
        chaos::point();
        let (word, bit) = (&self.up[pool / 64], 1 << (pool % 64));
        fence(Ordering::SeqCst);
        let is_new = word.load(Ordering::Relaxed) & bit == 0;
        if is_new {
            word.fetch_or(bit, Ordering::Relaxed);
        }
        is_new
    }

    /// Removes the mark of this pool, in which the caller has found nothing. The caller must look there once more, and
    /// mark the pool again if it finds a block.
    #[inline]
    pub fn mark_empty(&self, pool: usize) {
        chaos::point();
        self.up[pool / 64].fetch_and(!(1 << (pool % 64)), Ordering::Relaxed);
        fence(Ordering::SeqCst);
    }

    /// Returns the marked pools among those of the first `workers` workers, up to a multiple of 64.
    #[inline]
    pub fn pools(&self, workers: usize) -> impl Iterator<Item = usize> {
        let words = self.up[..workers.div_ceil(64)].iter().enumerate();
        words.flat_map(|(index, word)| {
            bits(word.load(Ordering::Relaxed)).map(move |bit| 64 * index + bit)
        })
    }

    /// Returns the number of marked pools, among the pools that [`ActivePools::pools`] looks at.
    #[inline]
    pub fn count(&self, workers: usize) -> u32 {
        let words = &self.up[..workers.div_ceil(64)];
        words.iter().map(|word| word.load(Ordering::Relaxed).count_ones()).sum()
    }

    /// Removes all marks. No worker may be searching.
    pub fn reset(&self) {
        for word in &self.up {
            word.store(0, Ordering::Relaxed);
        }
    }
}
