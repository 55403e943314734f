//! In which pools there may be something to join: one bit for each worker's pool.
//!
//! An idle worker would otherwise have to look into the pool of every worker, a cache line or more
//! each, which with hundreds of workers takes longer than the work it finds. So whoever makes the
//! first block of a pool joinable puts up a mark; an idle worker that finds nothing behind a
//! mark takes it down. The searcher mostly finds the mark up and writes nothing.
//!
//! Each side writes one thing and then reads what the other writes, as with the [`crate::event_count`]:
//!
//! ```text
//!   searcher                           idle worker
//!   post the block's priority          take the mark down
//!   fence                              fence
//!   mark down?  then put it up       any block posted?  then put it up again
//! ```

use crate::chaos;
use crate::ids::MAX_WORKERS;
use crate::sync::{AtomicU64, Ordering, fence};

const WORDS: usize = if cfg!(loom) { 1 } else { MAX_WORKERS / 64 };

/// The marks of all pools.
#[cfg_attr(not(loom), derive(cleave_shared_memory::Shareable))]
pub(crate) struct ActivePools {
    up: [AtomicU64; WORDS],
}

impl ActivePools {
    #[cfg(loom)]
    pub(crate) fn new() -> ActivePools {
        ActivePools { up: std::array::from_fn(|_| AtomicU64::new(0)) }
    }

    /// Something may be joined in this pool; it has been posted already.
    #[inline]
    pub(crate) fn mark_active(&self, pool: usize) {
        chaos::point();
        let (word, bit) = (&self.up[pool / 64], 1 << (pool % 64));
        fence(Ordering::SeqCst);
        if word.load(Ordering::Relaxed) & bit == 0 {
            word.fetch_or(bit, Ordering::Relaxed);
        }
    }

    /// Nothing has been found in this pool. The caller must look there once more.
    pub(crate) fn mark_empty(&self, pool: usize) {
        chaos::point();
        self.up[pool / 64].fetch_and(!(1 << (pool % 64)), Ordering::Relaxed);
        fence(Ordering::SeqCst);
    }

    /// The pools with a mark, those of the first `workers` workers.
    pub(crate) fn pools(&self, workers: usize) -> impl Iterator<Item = usize> {
        self.up[..workers.div_ceil(64)].iter().enumerate().flat_map(|(index, word)| {
            let mut left = word.load(Ordering::Relaxed);
            std::iter::from_fn(move || {
                let bit = left.trailing_zeros() as usize;
                left &= left.wrapping_sub(1);
                (bit < 64).then_some(64 * index + bit)
            })
        })
    }

    /// How many there are.
    #[cfg(not(loom))]
    pub(crate) fn count(&self, workers: usize) -> u32 {
        let words = &self.up[..workers.div_ceil(64)];
        words.iter().map(|word| word.load(Ordering::Relaxed).count_ones()).sum()
    }

    /// Takes all down, when nobody searches.
    #[cfg(not(loom))]
    pub(crate) fn reset(&self) {
        for word in &self.up {
            word.store(0, Ordering::Release);
        }
    }
}
