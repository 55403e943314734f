//! A lock between processes. A waiter spins for a moment, then sleeps. The lock records its holder.
//!
//! A lock of the standard library cannot be placed in shared memory, and when its holder is killed, all others wait for
//! ever. The word of this lock contains the number of its holder. A worker that sleeps on it wakes every few
//! milliseconds, and its caller checks whether the holder is alive.
//!
//! ```text
//!   the word:  0                      free
//!              n + 1                  held by worker n
//!              n + 1 | WAITED_FOR     held by worker n; others sleep, or have slept
//!
//!   holder                            waiter
//!                                     spin for a moment, trying
//!                                     set WAITED_FOR, if the word is as seen
//!   release: swap the word with 0     sleep while the word is as marked
//!   was it WAITED_FOR?                awake: let the caller check,
//!     then wake one                   take the lock with WAITED_FOR set, or sleep again
//! ```
//!
//! Mark and release are both read-modify-writes of one word, so one comes first. If the mark comes first, the release
//! sees it and wakes a sleeper; the kernel refuses a sleep on a word that has changed. If the release comes first, the
//! mark fails and the waiter tries again. A wake-up wakes only one sleeper. That worker takes the lock with the mark
//! set, so that its own release wakes the next. The release of the last one is a useless system call. In return there
//! is no count of sleepers that a death could falsify.
//!
//! The lock contains no value. A type that guards a value with it must keep the value private.

use std::time::Duration;

use crate::atomic::{Ordering, pause};
use crate::chaos;
use crate::futex::Futex;

const FREE: u32 = 0;
/// A bit next to the holder's number. It is set if a worker sleeps, or has slept, and must be woken.
const WAITED_FOR: u32 = 1 << 31;

/// Attempts before the worker sleeps. They take about as long as a sleep costs, 11 to 17 µs on 16 processors. So a wait
/// costs at most about twice the minimum (A. R. Karlin and others, "Empirical Studies of Competitive Spinning", SOSP
/// 1991). With a tenth of these attempts, 16 workers slept 19 times in 1,000 nodes, at blocks that several workers
/// reached at once. Now they wait awake there, at the same number of nodes per second. A holder that has lost its
/// processor takes longer, and then sleeping is right.
const SPINS: u32 = if cfg!(loom) { 1 } else { 1_000 };

/// The longest sleep before the worker checks whether another worker has died. Unit tests have no limit, because it
/// would hide a lost wake-up.
const NAP: Option<Duration> = if cfg!(test) { None } else { Some(Duration::from_millis(5)) };

/// A lock whose holder is a number below 2³¹ - 1.
///
/// ```
/// let lock = cleave_sync::Lock::default();
/// assert!(lock.try_acquire(3));
/// assert!(!lock.try_acquire(4), "3 holds it");
/// assert_eq!(lock.acquire(4, Err), Err(3), "4 gives up when it learns the holder");
/// lock.release();
/// assert_eq!(lock.acquire(4, Err), Ok(()));
/// ```
#[derive(Default)]
#[cfg_attr(not(loom), derive(cleave_shared_memory::Shareable))]
pub struct Lock {
    futex: Futex,
}

impl Lock {
    /// Takes the lock for worker `who` if it is free. Returns true if it was free.
    ///
    /// Acquire, paired with the release in [`Lock::release`]: the new holder sees the writes of the last one.
    #[inline]
    pub fn try_acquire(&self, who: u32) -> bool {
        chaos::point();
        let (acquire, relaxed) = (Ordering::Acquire, Ordering::Relaxed);
        self.futex.word().compare_exchange(FREE, held_by(who), acquire, relaxed).is_ok()
    }

    /// Takes the lock for worker `who`. Calls `check` with the holder's number after each sleep of at most five
    /// milliseconds. `check` may end the wait.
    ///
    /// # Errors
    /// `check` has returned an error. Then the lock is not taken.
    #[inline]
    pub fn acquire<E>(&self, who: u32, check: impl FnMut(u32) -> Result<(), E>) -> Result<(), E> {
        if self.try_acquire(who) { Ok(()) } else { self.acquire_slowly(who, check) }
    }

    #[cold]
    fn acquire_slowly<E>(
        &self,
        who: u32,
        mut check: impl FnMut(u32) -> Result<(), E>,
    ) -> Result<(), E> {
        let word = self.futex.word();
        for _ in 0..SPINS {
            pause();
            // Relaxed: only a hint that an attempt may succeed.
            if word.load(Ordering::Relaxed) == FREE && self.try_acquire(who) {
                return Ok(());
            }
        }
        // From here on the lock is taken with WAITED_FOR set. Others may still sleep, so the next holder must wake one
        // when it releases the lock.
        let taken = held_by(who) | WAITED_FOR;
        let (acquire, relaxed) = (Ordering::Acquire, Ordering::Relaxed);
        loop {
            let seen = word.load(Ordering::Relaxed);
            if seen == FREE {
                if word.compare_exchange(FREE, taken, acquire, relaxed).is_ok() {
                    return Ok(());
                }
                continue;
            }
            // Relaxed: the mark orders nothing. It changes the word itself. So either the holder's swap in `release`
            // sees the mark, or this exchange fails because the word is free.
            let marked = seen | WAITED_FOR;
            if seen == marked || word.compare_exchange(seen, marked, relaxed, relaxed).is_ok() {
                self.futex.wait(marked, NAP);
                check((seen & !WAITED_FOR) - 1)?;
            }
        }
    }

    /// Releases the lock, which the caller must hold.
    ///
    /// Release, paired with the acquire of the next holder.
    #[inline]
    pub fn release(&self) {
        chaos::point();
        if self.futex.word().swap(FREE, Ordering::Release) & WAITED_FOR != 0 {
            self.futex.wake(1);
        }
    }

    /// Returns true if a worker holds the lock. After all workers have stopped using it, that worker must have died.
    pub fn is_held(&self) -> bool {
        self.futex.word().load(Ordering::Relaxed) != FREE
    }

    /// Frees a lock whose holder has died. No worker may be using it.
    pub fn force_unlock(&self) {
        self.futex.word().store(FREE, Ordering::Relaxed);
    }
}

/// Returns the word of a lock that worker `who` holds.
#[inline]
fn held_by(who: u32) -> u32 {
    debug_assert!(who < WAITED_FOR - 1, "{who} is not the number of a worker");
    who + 1
}

#[cfg(all(test, not(loom)))]
mod tests {
    use std::sync::{Arc, mpsc};
    use std::thread;

    use super::*;

    /// The time after which the test fails.
    const PATIENCE: Duration = Duration::from_secs(20);

    /// Enough rounds for the waiter to be asleep in at least one.
    const ROUNDS: u32 = 50;

    #[test]
    fn a_release_wakes_a_worker_that_sleeps() {
        let lock = Arc::new(Lock::default());
        let (wants, wanted) = mpsc::channel();
        let (has_taken, taken) = mpsc::channel();
        let waiter = lock.clone();
        thread::spawn(move || {
            for () in wanted {
                let Ok(()) = waiter.acquire(1, |_| Ok::<(), std::convert::Infallible>(()));
                waiter.release();
                has_taken.send(()).unwrap();
            }
        });
        for _ in 0..ROUNDS {
            assert!(lock.try_acquire(0));
            wants.send(()).unwrap();
            while lock.futex.word().load(Ordering::Relaxed) & WAITED_FOR == 0 {
                thread::yield_now();
            }
            // The waiter has marked the word and soon sleeps.
            (0..10).for_each(|_| thread::yield_now());
            lock.release();
            taken.recv_timeout(PATIENCE).expect("a wake-up was lost");
        }
    }
}
