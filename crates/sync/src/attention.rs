//! The attention word: others interrupt a worker when something has been stopped.
//!
//! A worker that is deep in its work must notice soon when that work is of no use any more, and checking
//! may cost it next to nothing, since it checks at every node of the search. Two others may interrupt it
//! for different reasons at the same time, and it must learn of both.
//!
//! ```text
//!   caller                            worker
//!   mark what is stopped              called?   (a relaxed load, at each node)
//!   call: word |= 1, release          acknowledge: swap the word with 0, acquire
//!                                     check everything that may have been stopped
//! ```
//!
//! The swap reads the last call in the order of the word's changes. Every call is a read-modify-write, so
//! it passes on the release of those before it, and the worker then sees all the marks. A call that comes
//! after the swap leaves the word at 1, and the worker checks again. A plain store instead of the
//! read-modify-write would hide another's call.

use crate::atomic::{AtomicU32, Ordering};
use crate::chaos;

/// Not 0 if the worker that it belongs to has been called.
#[derive(Default)]
#[cfg_attr(not(loom), derive(cleave_shared_memory::Shareable))]
pub struct Attention {
    word: AtomicU32,
}

impl Attention {
    /// Has the worker check, soon, whether its work is still wanted.
    ///
    /// Release, paired with the acquire in [`Attention::acknowledge`].
    pub fn call(&self) {
        chaos::point();
        self.word.fetch_or(1, Ordering::Release);
    }

    /// True if the worker has been called. Relaxed: seeing it a moment later does no harm.
    #[inline(always)]
    pub fn is_called(&self) -> bool {
        self.word.load(Ordering::Relaxed) != 0
    }

    /// Clears the word; the worker is about to check what has been stopped.
    pub fn acknowledge(&self) {
        chaos::point();
        self.word.swap(0, Ordering::Acquire);
    }

    /// Forgets all calls, after a worker has died.
    pub fn reset(&self) {
        self.word.store(0, Ordering::Relaxed);
    }
}
