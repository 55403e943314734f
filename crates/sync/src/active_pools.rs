//! In which pools there may be something to join: one bit for each worker's pool.
//!
//! An idle worker would otherwise look into the pool of every worker, a cache line or more each, which
//! with hundreds of workers takes longer than the work it finds. So a worker that makes the first block
//! of a pool joinable marks the pool, and an idle worker that finds nothing there takes the mark away. The
//! mark is mostly there already, and the searching worker writes nothing.
//!
//! Each side writes one thing and then reads what the other writes, as in the
//! [event count](crate::event_count):
//!
//! ```text
//!   searching worker                   idle worker
//!   post a block in the pool           take the mark away
//!   fence                              fence
//!   no mark?  then mark the pool       any block posted?  then mark the pool again
//! ```
//!
//! With both fences sequentially consistent at least one of the two sees the other's write. If the
//! searching worker sees the mark gone, it marks the pool. If it sees the mark still there, the idle
//! worker finds the block and marks the pool again. So a posted block is always in a marked pool.

use crate::atomic::{AtomicU64, Ordering, fence};
use crate::chaos;
use crate::free_map::bits;

/// The marks of all pools: 64 for each word.
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
    /// Marks this pool, in which something has just been posted. True if it had no mark.
    ///
    /// # Panics
    /// If `pool` is not below `64 * WORDS`; so do the others here.
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

    /// Takes the mark of this pool away, in which nothing has been found. The caller must look there
    /// once more, and mark it again if there is something.
    #[inline]
    pub fn mark_empty(&self, pool: usize) {
        chaos::point();
        self.up[pool / 64].fetch_and(!(1 << (pool % 64)), Ordering::Relaxed);
        fence(Ordering::SeqCst);
    }

    /// The marked pools among those of the first `workers` workers, up to a multiple of 64.
    #[inline]
    pub fn pools(&self, workers: usize) -> impl Iterator<Item = usize> {
        let words = self.up[..workers.div_ceil(64)].iter().enumerate();
        words.flat_map(|(index, word)| {
            bits(word.load(Ordering::Relaxed)).map(move |bit| 64 * index + bit)
        })
    }

    /// How many pools are marked, of those that [`ActivePools::pools`] looks at.
    #[inline]
    pub fn count(&self, workers: usize) -> u32 {
        let words = &self.up[..workers.div_ceil(64)];
        words.iter().map(|word| word.load(Ordering::Relaxed).count_ones()).sum()
    }

    /// Takes all marks away, when nobody searches.
    pub fn reset(&self) {
        for word in &self.up {
            word.store(0, Ordering::Relaxed);
        }
    }
}
