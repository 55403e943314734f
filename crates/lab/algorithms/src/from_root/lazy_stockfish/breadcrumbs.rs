//! The positions near the root that workers are searching, so that another worker reduces late moves there more.
//!
//! Stockfish's versions 11 to 13. A worker that enters a position within eight plies of its root leaves a breadcrumb. A
//! worker that finds another's there searches late moves a ply less deep. The two trees differ then, and the second
//! worker is soon elsewhere.
//!
//! Each place has one breadcrumb. A worker that finds the place taken leaves none, and one that finds its own position
//! in another part of its tree does not reduce.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use cleave_shared_memory::Shareable;
use cleave_smp::WorkerId;
use cleave_sync::chaos;

use super::super::busy_jobs::{self, WHOSE, is_of_another};
use super::super::exclusion::{Exclusion, Mark};
use crate::traits::{Keys, OwnRoot};

/// Nodes at this ply and below have no breadcrumbs.
const PLIES: usize = 8;
/// Places, a power of two.
const PLACES: usize = 1 << 10;

/// The breadcrumb at each place, or 0. It is a hint: all words are relaxed, because no other data depends on them.
#[derive(Shareable)]
pub(in crate::from_root) struct Breadcrumbs {
    places: [AtomicU64; PLACES],
}

impl Breadcrumbs {
    fn place(&self, mark: Mark) -> &AtomicU64 {
        &self.places[(mark.0 >> WHOSE.count_ones()) as usize % PLACES]
    }

    /// Returns the number of breadcrumbs.
    pub(in crate::from_root) fn in_use(&self) -> usize {
        self.places.iter().filter(|place| place.load(Relaxed) != 0).count()
    }

    pub(in crate::from_root) fn reset(&self) {
        self.places.iter().for_each(|place| place.store(0, Relaxed));
    }
}

/// The breadcrumbs, as one worker leaves them.
pub(in crate::from_root) struct OfWorker<'a> {
    breadcrumbs: &'a Breadcrumbs,
    who: WorkerId,
}

impl<'a> OfWorker<'a> {
    pub(in crate::from_root) fn new(breadcrumbs: &'a Breadcrumbs, who: WorkerId) -> OfWorker<'a> {
        OfWorker { breadcrumbs, who }
    }
}

impl<N: OwnRoot + Keys> Exclusion<N> for OfWorker<'_> {
    fn reduces_busy(&self) -> bool {
        true
    }

    fn node_mark(&self, node: &N, ply: usize) -> Option<Mark> {
        (ply < PLIES).then(|| busy_jobs::mark(node.position_key(), self.who))
    }

    fn is_busy(&self, mark: Mark) -> bool {
        is_of_another(self.breadcrumbs.place(mark).load(Relaxed), mark)
    }

    fn put(&self, mark: Mark) {
        chaos::point();
        // If it fails, the place is taken.
        let _ = self.breadcrumbs.place(mark).compare_exchange(0, mark.0, Relaxed, Relaxed);
    }

    fn remove(&self, mark: Mark) {
        chaos::point();
        // If it fails, another worker has the place.
        let _ = self.breadcrumbs.place(mark).compare_exchange(mark.0, 0, Relaxed, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use cleave_shared_memory::SharedSlice;

    use super::*;
    use crate::testing::TinyNode;

    /// Returns the mark of a worker on the node with this key, at this ply.
    fn mark(worker: &OfWorker<'_>, key: u64, ply: usize) -> Option<Mark> {
        Exclusion::<TinyNode>::node_mark(worker, &TinyNode::root_with_key(5, key), ply)
    }

    fn is_busy(worker: &OfWorker<'_>, key: u64) -> bool {
        Exclusion::<TinyNode>::is_busy(worker, mark(worker, key, 1).unwrap())
    }

    fn put(worker: &OfWorker<'_>, key: u64) {
        Exclusion::<TinyNode>::put(worker, mark(worker, key, 1).unwrap());
    }

    fn remove(worker: &OfWorker<'_>, key: u64) {
        Exclusion::<TinyNode>::remove(worker, mark(worker, key, 1).unwrap());
    }

    /// Calls a function with the breadcrumbs of two workers.
    fn with_two(test: impl Fn(&Breadcrumbs, [OfWorker<'_>; 2])) {
        let all: SharedSlice<Breadcrumbs> = SharedSlice::new("breadcrumbs", 1).unwrap();
        test(&all[0], [0, 1].map(|who| OfWorker::new(&all[0], WorkerId::new(who))));
    }

    #[test]
    fn a_worker_sees_the_breadcrumbs_of_others_near_the_root_until_they_go() {
        with_two(|all, [a, b]| {
            put(&a, 7);
            assert!(is_busy(&b, 7) && !is_busy(&a, 7), "it is not its own neighbour");
            assert!((0..64).all(|key| key == 7 || !is_busy(&b, key)));
            assert!(mark(&a, 7, PLIES - 1).is_some() && mark(&a, 7, PLIES).is_none());
            remove(&a, 7);
            assert!(!is_busy(&b, 7));
            assert_eq!(all.in_use(), 0);
        });
    }

    #[test]
    fn a_place_belongs_to_the_worker_that_came_first() {
        with_two(|all, [a, b]| {
            put(&a, 7);
            put(&b, 7);
            assert!(is_busy(&b, 7) && !is_busy(&a, 7));
            remove(&b, 7);
            assert!(is_busy(&b, 7), "the breadcrumb of the first is still there");
            assert_eq!(all.in_use(), 1);
            all.reset();
            assert_eq!(all.in_use(), 0);
        });
    }
}
