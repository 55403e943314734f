//! Is anybody still there? Answered without a count that everybody writes.
//!
//! A count of those present, which each raises on coming and lowers on going, is a line that travels from
//! core to core at every turn: with 64 workers that come and go every few microseconds it is the longest
//! queue of all. So each worker counts its own comings and its own goings, on a line that only it writes,
//! and who wants to know whether anybody is left adds them up.
//!
//! ```text
//!   worker           one who asks
//!   come: came += 1  1. add up all goings
//!   go:   went += 1  2. add up all comings
//!                    nobody is there if the sums are equal
//! ```
//!
//! The sums are of no one moment, but neither count ever falls. Take any moment between the two additions.
//! The goings added up are no more than those at that moment, these are no more than the comings at that
//! moment, and these no more than the comings added up. If the first and the last are equal, so are the two in
//! the middle: at that moment nobody was there. That settles it where nobody comes once all have gone, which
//! the users of this must ensure: *who comes does so while another is sure to be there*.
//!
//! That other one goes later, and its going is a release that the additions acquire: who sees it sees the
//! coming as well, and all that either has done.
//!
//! **The last one out.** A worker that has gone may ask as well: of all that go, at least one finds that
//! nobody is there. Each writes its going, then reads those of the others, with a sequentially consistent
//! fence between: of any two, one sees the other's.

use crate::atomic::{AtomicU32, Ordering, fence};
use crate::chaos;

/// The comings and goings of one worker, which alone writes them.
///
/// ```
/// use cleave_sync::presence::{Presence, is_nobody_there};
/// let workers = [Presence::default(), Presence::default()];
/// workers[0].come();
/// assert!(!is_nobody_there(workers.iter()));
/// workers[0].go();
/// assert!(is_nobody_there(workers.iter()));
/// ```
#[cfg_attr(not(loom), derive(cleave_shared_memory::Shareable))]
pub struct Presence {
    came: AtomicU32,
    went: AtomicU32,
}

impl Default for Presence {
    fn default() -> Presence {
        Presence { came: AtomicU32::new(0), went: AtomicU32::new(0) }
    }
}

impl Presence {
    /// The worker comes, or something of its comes to stand for it. Another must be sure to be there, unless
    /// nobody asks before those have been told that are to come after.
    #[inline]
    pub fn come(&self) {
        chaos::point();
        self.came.store(self.came.load(Ordering::Relaxed).wrapping_add(1), Ordering::Relaxed);
    }

    /// The worker goes, be it in the place of another that came. A fence follows, so that it may ask whether
    /// it was the last one out.
    #[inline]
    pub fn go(&self) {
        chaos::point();
        self.went.store(self.went.load(Ordering::Relaxed).wrapping_add(1), Ordering::Release);
        fence(Ordering::SeqCst);
    }

    /// Forgets everything, when nobody comes or goes.
    pub fn reset(&self) {
        self.came.store(0, Ordering::Relaxed);
        self.went.store(0, Ordering::Relaxed);
    }
}

/// True if nobody is there. Who is told so sees all that anybody has done there.
pub fn is_nobody_there<'p>(all: impl Iterator<Item = &'p Presence> + Clone) -> bool {
    count(all) == 0
}

/// How many are there. While some come and go it may be too many.
pub fn count<'p>(all: impl Iterator<Item = &'p Presence> + Clone) -> u32 {
    let add = |sum: u32, count: u32| sum.wrapping_add(count);
    // In this order.
    let gone = all.clone().map(|presence| presence.went.load(Ordering::Acquire)).fold(0, add);
    chaos::point();
    let come = all.map(|presence| presence.came.load(Ordering::Relaxed)).fold(0, add);
    come.wrapping_sub(gone)
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    #[test]
    fn one_may_go_for_another() {
        let workers: [Presence; 3] = Default::default();
        let there = || count(workers.iter());
        workers[0].come();
        workers[1].come();
        workers[2].go();
        assert_eq!((there(), is_nobody_there(workers.iter())), (1, false));
        workers[2].go();
        assert!(is_nobody_there(workers.iter()));
        workers[1].come();
        workers.iter().for_each(Presence::reset);
        assert_eq!(there(), 0);
    }

    #[test]
    fn counts_may_wrap() {
        let worker = Presence { came: AtomicU32::new(u32::MAX), went: AtomicU32::new(u32::MAX) };
        worker.come();
        assert_eq!(count([&worker].into_iter()), 1);
        worker.go();
        assert_eq!(count([&worker].into_iter()), 0);
    }
}
