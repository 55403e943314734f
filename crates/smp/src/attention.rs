//! The attention word: others call a worker when something has been stopped.

use crate::chaos;
use crate::sync::{AtomicU32, Ordering};

/// Not 0 if something has been stopped or the alarm is on. The worker reads it at every node.
#[cfg_attr(not(loom), derive(cleave_shared_memory::Shareable))]
pub(crate) struct Attention {
    word: AtomicU32,
}

impl Attention {
    #[cfg(loom)]
    pub(crate) fn new() -> Attention {
        Attention { word: AtomicU32::new(0) }
    }

    /// Makes the worker check, at its next node, whether its work is still wanted.
    ///
    /// Release, paired with the acquire in [`Attention::acknowledge`]: the worker then sees what
    /// has been stopped. Two workers may call before it responds, and it must see what either has
    /// stopped. A plain store would hide the other's call; a read-modify-write passes it on.
    pub(crate) fn call(&self) {
        chaos::point();
        self.word.fetch_or(1, Ordering::Release);
    }

    /// True if the worker has been called. Relaxed: seeing it a few nodes later does no harm.
    #[inline(always)]
    pub(crate) fn is_called(&self) -> bool {
        self.word.load(Ordering::Relaxed) != 0
    }

    /// The worker is about to check what has been stopped. Whoever stops something later calls
    /// again: a swap always reads the last call, so none is lost.
    pub(crate) fn acknowledge(&self) {
        chaos::point();
        self.word.swap(0, Ordering::AcqRel);
    }

    /// Forgets all calls, after a worker has died.
    #[cfg(not(loom))]
    pub(crate) fn reset(&self) {
        self.word.store(0, Ordering::Relaxed);
    }
}
