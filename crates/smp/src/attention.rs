//! The attention word: others call a worker when something has been stopped.

use crate::chaos;
use crate::sync::{AtomicU32, Ordering};

/// Not 0: something has been stopped, or the alarm is on. Looked at for every node.
#[cfg_attr(not(loom), derive(cleave_shared_memory::Shareable))]
pub(crate) struct Attention {
    word: AtomicU32,
}

impl Attention {
    #[cfg(loom)]
    pub(crate) fn new() -> Attention {
        Attention { word: AtomicU32::new(0) }
    }

    /// Makes the worker look around at its next node.
    ///
    /// Release, paired with the acquire in [`Attention::acknowledge`]: the worker then sees what has been
    /// stopped. Two may call before the worker heeds, and it must see what either has stopped. A
    /// store would hide the other's call; this reads it and so hands it on.
    pub(crate) fn call(&self) {
        chaos::point();
        self.word.fetch_or(1, Ordering::Release);
    }

    /// True if the worker has been called. Relaxed: seeing it a few nodes later does no harm.
    #[inline(always)]
    pub(crate) fn is_called(&self) -> bool {
        self.word.load(Ordering::Relaxed) != 0
    }

    /// The worker has heard and is about to look around. Whatever is stopped after this calls it
    /// again: a swap always sees the last call, so none is lost.
    pub(crate) fn acknowledge(&self) {
        chaos::point();
        self.word.swap(0, Ordering::AcqRel);
    }

    /// Nobody has called. For a fresh start after somebody died.
    #[cfg(not(loom))]
    pub(crate) fn reset(&self) {
        self.word.store(0, Ordering::Relaxed);
    }
}
