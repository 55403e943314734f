//! Locks between processes: they spin for a moment, then sleep, and they know their holder.
//!
//! A lock of the standard library will not do: it may not lie in shared memory, and when its holder
//! is killed all others wait for ever. The word of this lock contains the number of its holder, for
//! the log; and a worker asleep on it wakes every few milliseconds to check whether another has
//! died.

use std::time::Duration;

use crate::chaos;
use crate::futex::Futex;
use crate::ids::WorkerId;
use crate::sync::{Ordering, pause};

/// A worker has died, or seems to have; the search must be abandoned.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a worker has died; the search is abandoned")]
pub struct Alarmed;

const FREE: u32 = 0;
/// Set beside the holder's number if a worker sleeps, or has slept, and must be woken.
const WAITED_FOR: u32 = 1 << 31;

/// Attempts before the worker sleeps. Critical sections take well below a microsecond; if this is
/// not enough the holder has probably lost its processor, and spinning would keep it from getting
/// one.
const SPINS: u32 = if cfg!(loom) { 1 } else { 100 };

/// The longest sleep before the worker checks whether another has died.
const NAP: Duration = Duration::from_millis(5);

/// The word of a lock: 0 if it is free, else one more than the number of its holder.
#[cfg_attr(not(loom), derive(cleave_shared_memory::Shareable))]
pub(crate) struct Lock {
    futex: Futex,
}

impl Lock {
    #[cfg(loom)]
    pub(crate) fn new() -> Lock {
        Lock { futex: Futex::new(FREE) }
    }

    /// Takes the lock if it is free.
    ///
    /// Acquire, paired with the release in [`Lock::release`]: what the last holder has written is
    /// seen.
    #[inline]
    pub(crate) fn try_acquire(&self, who: WorkerId) -> bool {
        chaos::point();
        let taken = who.index() as u32 + 1;
        let (acquire, relaxed) = (Ordering::Acquire, Ordering::Relaxed);
        self.futex.word().compare_exchange(FREE, taken, acquire, relaxed).is_ok()
    }

    /// Takes the lock. `look_up` is called with the holder after each nap, and may end the wait.
    ///
    /// # Errors
    /// That of `look_up`.
    #[inline]
    pub(crate) fn acquire(
        &self,
        who: WorkerId,
        look_up: impl FnMut(WorkerId) -> Result<(), Alarmed>,
    ) -> Result<(), Alarmed> {
        if self.try_acquire(who) { Ok(()) } else { self.acquire_slowly(who, look_up) }
    }

    #[cold]
    fn acquire_slowly(
        &self,
        who: WorkerId,
        mut look_up: impl FnMut(WorkerId) -> Result<(), Alarmed>,
    ) -> Result<(), Alarmed> {
        let word = self.futex.word();
        for _ in 0..SPINS {
            pause();
            // Relaxed: only a hint that trying is worth it.
            if word.load(Ordering::Relaxed) == FREE && self.try_acquire(who) {
                return Ok(());
            }
        }
        // From here on the lock is taken with WAITED_FOR set: others may still sleep, so the next
        // holder must wake one again when it releases the lock.
        let taken = (who.index() as u32 + 1) | WAITED_FOR;
        let (acquire, relaxed) = (Ordering::Acquire, Ordering::Relaxed);
        loop {
            let seen = word.load(Ordering::Relaxed);
            if seen == FREE {
                if word.compare_exchange(FREE, taken, acquire, relaxed).is_ok() {
                    return Ok(());
                }
                continue;
            }
            // Relaxed: the mark orders nothing. It is a change of the word itself, so either the
            // holder's swap in `release` sees it, or this exchange fails because the word is free.
            let marked = seen | WAITED_FOR;
            if seen == marked || word.compare_exchange(seen, marked, relaxed, relaxed).is_ok() {
                self.futex.wait(marked, Some(NAP));
                look_up(WorkerId::new((seen & !WAITED_FOR) as usize - 1))?;
            }
        }
    }

    /// Releases the lock, which must be held.
    ///
    /// Release, paired with the acquire of the next holder.
    #[inline]
    pub(crate) fn release(&self) {
        chaos::point();
        if self.futex.word().swap(FREE, Ordering::Release) & WAITED_FOR != 0 {
            self.futex.wake(1);
        }
    }

    /// True if a worker holds the lock. For when nobody is using it any more: then that worker has died.
    #[cfg(not(loom))]
    pub(crate) fn is_held(&self) -> bool {
        self.futex.word().load(Ordering::Relaxed) != FREE
    }

    /// Frees a lock whose holder has died. Nobody else may be using it.
    #[cfg(not(loom))]
    pub(crate) fn force_unlock(&self) {
        self.futex.word().store(FREE, Ordering::Release);
    }
}
