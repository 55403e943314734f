//! Who must hear of a stop: one bit for each worker that works on what may be stopped.
//!
//! A worker that goes to work below a node wants to be called when that node is stopped; a worker that stops it
//! calls those that have said so, and nobody else. Many such nodes lie below one another, and a worker that comes
//! from elsewhere enters itself with all of them at once. It takes no lock for that: each is a bit.
//!
//! Each side writes one thing and then reads what the other writes:
//!
//! ```text
//!   worker that comes                  worker that stops
//!   enter with every node              mark the node as stopped
//!   fence                              fence
//!   any of them stopped?  turn back    who has entered?  call them
//! ```
//!
//! With both fences sequentially consistent at least one of the two sees the other's write. So who has seen nothing
//! stopped is called.
//!
//! No worker strikes itself out. A call to one that has left does no harm.

use crate::atomic::{AtomicU64, Ordering, fence};
use crate::{chaos, marked};

/// The workers that have entered: 64 for each word.
///
/// ```
/// use cleave_sync::Listeners;
///
/// let [above, below] = [Listeners::<2>::default(), Listeners::default()];
/// above.begin(Some(5), 128);
/// Listeners::enter(70, [&above, &below]);
/// assert!(above.all(128).eq([5, 70]));
/// assert!(below.all(128).eq([70]));
/// ```
#[cfg_attr(not(loom), derive(cleave_shared_memory::Shareable))]
pub struct Listeners<const WORDS: usize> {
    entered: [AtomicU64; WORDS],
}

impl<const WORDS: usize> Default for Listeners<WORDS> {
    fn default() -> Listeners<WORDS> {
        Listeners { entered: std::array::from_fn(|_| AtomicU64::new(0)) }
    }
}

impl<const WORDS: usize> Listeners<WORDS> {
    /// Forgets all of a team of this size but `who`, before anybody else can know of the node.
    ///
    /// A worker that is late, and takes it for the node that was here before, may still enter: it is called for nothing.
    ///
    /// # Panics
    /// If `workers` is greater than `64 * WORDS`, or `who`, here and elsewhere, is not below that.
    #[inline]
    pub fn begin(&self, who: Option<usize>, workers: usize) {
        self.entered[..workers.div_ceil(64)]
            .iter()
            .for_each(|word| word.store(0, Ordering::Relaxed));
        if let Some(who) = who {
            self.entered[who / 64].store(1 << (who % 64), Ordering::Relaxed);
        }
    }

    /// True if this worker has entered.
    pub fn has(&self, who: usize) -> bool {
        self.entered[who / 64].load(Ordering::Relaxed) & 1 << (who % 64) != 0
    }

    /// Enters this worker with all of these. It must look afterwards whether one of them is stopped.
    #[inline]
    pub fn enter<'l>(who: usize, lists: impl IntoIterator<Item = &'l Listeners<WORDS>>) {
        for list in lists {
            chaos::point();
            if !list.has(who) {
                list.entered[who / 64].fetch_or(1 << (who % 64), Ordering::Relaxed);
            }
        }
        fence(Ordering::SeqCst);
    }

    /// All of a team of this size that have entered. What they listen for must have been marked as stopped before.
    #[inline]
    pub fn all(&self, workers: usize) -> impl Iterator<Item = usize> {
        fence(Ordering::SeqCst);
        marked(&self.entered[..workers.div_ceil(64)])
    }
}
