//! Finds out whether any worker is still inside a tree, without a count that all workers write.
//!
//! A shared count of the workers inside would be a cache line that travels from core to core at each change. With 64
//! workers that enter and leave every few microseconds it is the longest queue of all. So each worker counts its own
//! entries and exits, on a line that only it writes. A worker that asks whether any worker is inside adds them up.
//!
//! ```text
//!   worker                worker that asks
//!   enter: entered += 1   1. add up all exits
//!   leave: left += 1      2. add up all entries
//!                         no worker is inside if the sums are equal
//! ```
//!
//! The two sums belong to different moments, but no count ever falls. Take any moment between the two additions. The
//! sum of exits is at most the number of exits at that moment. That is at most the number of entries at that moment,
//! which is at most the sum of entries. If the two sums are equal, so are the two numbers in between: at that moment no
//! worker was inside. The answer stays true if no worker enters after all have left. The users of this module must
//! ensure it: *a worker enters only while another is sure to be inside*.
//!
//! That other worker leaves later. Its exit is a release, and the additions acquire it. A worker that sees the exit
//! therefore sees the entry as well, and all writes of both workers.
//!
//! **The last one out.** A worker that has left may ask as well. At least one of the workers that leave gets the answer
//! that no worker is inside. Each writes its exit and then reads the others' exits, with a sequentially consistent
//! fence in between. Of any two workers, one sees the other's exit.

use crate::atomic::{AtomicU32, Ordering, fence};
use crate::chaos;

/// The entries and exits of one worker. Only this worker writes them.
///
/// ```
/// use cleave_sync::presence::{Presence, is_empty};
/// let workers = [Presence::default(), Presence::default()];
/// workers[0].enter();
/// assert!(!is_empty(workers.iter()));
/// workers[0].leave();
/// assert!(is_empty(workers.iter()));
/// ```
#[cfg_attr(not(loom), derive(cleave_shared_memory::Shareable))]
pub struct Presence {
    entered: AtomicU32,
    left: AtomicU32,
}

impl Default for Presence {
    fn default() -> Presence {
        Presence { entered: AtomicU32::new(0), left: AtomicU32::new(0) }
    }
}

impl Presence {
    /// Counts an entry of this worker, or of something that it leaves inside in its place. Another worker must be sure
    /// to be inside, unless this is the first entry: no worker may ask before it.
    #[inline]
    pub fn enter(&self) {
        chaos::point();
        self.entered.store(self.entered.load(Ordering::Relaxed).wrapping_add(1), Ordering::Relaxed);
    }

    /// Counts an exit. It may belong to another worker's entry. The fence lets the worker then ask whether it was the
    /// last one out.
    #[inline]
    pub fn leave(&self) {
        chaos::point();
        self.left.store(self.left.load(Ordering::Relaxed).wrapping_add(1), Ordering::Release);
        fence(Ordering::SeqCst);
    }

    /// Forgets all entries and exits. No worker may be entering or leaving.
    pub fn reset(&self) {
        self.entered.store(0, Ordering::Relaxed);
        self.left.store(0, Ordering::Relaxed);
    }
}

/// Returns true if no worker is inside. The caller then sees all writes of the workers that were inside.
pub fn is_empty<'p>(all: impl Iterator<Item = &'p Presence> + Clone) -> bool {
    count(all) == 0
}

/// Returns the number of workers inside. The result may be too high while workers enter and leave.
pub fn count<'p>(all: impl Iterator<Item = &'p Presence> + Clone) -> u32 {
    let add = |sum: u32, count: u32| sum.wrapping_add(count);
    // Exits first: the proof needs this order.
    let gone = all.clone().map(|presence| presence.left.load(Ordering::Acquire)).fold(0, add);
    chaos::point();
    let come = all.map(|presence| presence.entered.load(Ordering::Relaxed)).fold(0, add);
    come.wrapping_sub(gone)
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    #[test]
    fn one_worker_may_leave_for_another() {
        let workers: [Presence; 3] = Default::default();
        let there = || count(workers.iter());
        workers[0].enter();
        workers[1].enter();
        workers[2].leave();
        assert_eq!((there(), is_empty(workers.iter())), (1, false));
        workers[2].leave();
        assert!(is_empty(workers.iter()));
        workers[1].enter();
        workers.iter().for_each(Presence::reset);
        assert_eq!(there(), 0);
    }

    #[test]
    fn counts_may_wrap() {
        let worker = Presence { entered: AtomicU32::new(u32::MAX), left: AtomicU32::new(u32::MAX) };
        worker.enter();
        assert_eq!(count([&worker].into_iter()), 1);
        worker.leave();
        assert_eq!(count([&worker].into_iter()), 0);
    }
}
