//! The attention word: other workers interrupt a worker when they have stopped a node.
//!
//! A worker must notice soon that its work has become useless. The check must cost almost nothing, because the worker
//! checks at every node of the search. Two other workers may interrupt it for different reasons at the same time, and
//! it must see both reasons.
//!
//! ```text
//!   caller                            worker
//!   mark what is stopped              called?   (a relaxed load, at each node)
//!   call: word |= 1, release          acknowledge: swap the word with 0, acquire
//!                                     check everything that may have been stopped
//! ```
//!
//! The swap reads the last call in the order of the word's changes. Every call is a read-modify-write, so it passes on
//! the releases of the calls before it. The worker then sees all the marks. A call after the swap leaves the word at 1,
//! and the worker checks again. A plain store instead of the read-modify-write would hide another worker's call.

use crate::atomic::{AtomicU32, Ordering};
use crate::chaos;

/// A word that is not 0 if its worker has been called.
#[derive(Default)]
#[cfg_attr(not(loom), derive(cleave_shared_memory::Shareable))]
pub struct Attention {
    word: AtomicU32,
}

impl Attention {
    /// Calls the worker. It soon checks whether its work is still of use.
    ///
    /// Release, paired with the acquire in [`Attention::acknowledge`].
    pub fn call(&self) {
        chaos::point();
        self.word.fetch_or(1, Ordering::Release);
    }

    /// Returns true if the worker has been called. Relaxed: seeing the call a moment later does no harm.
    #[inline(always)]
    pub fn is_called(&self) -> bool {
        self.word.load(Ordering::Relaxed) != 0
    }

    /// Clears the word. The worker must then check everything that may have been stopped.
    pub fn acknowledge(&self) {
        chaos::point();
        self.word.swap(0, Ordering::Acquire);
    }

    /// Forgets all calls, after a worker has died.
    pub fn reset(&self) {
        self.word.store(0, Ordering::Relaxed);
    }
}
