//! The jobs that are being searched, and their workers.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use cleave_shared_memory::Shareable;
use cleave_smp::WorkerId;
use cleave_smp::random::mix;
use cleave_sync::chaos;

use super::exclusion::Mark;

/// Sets of places, a power of two.
const SETS: usize = 1 << 12;
/// Places in a set.
const WAYS: usize = 4;
/// The bits of a mark for the worker's number.
pub(super) const WHOSE: u64 = (1 << 11) - 1;

/// Jobs being searched now, by key. It is a hint: a mark may be overwritten, and two jobs may have the same key. All
/// words are relaxed, because no other data depends on them.
#[derive(Shareable)]
pub(super) struct BusyJobs {
    sets: [Set; SETS],
}

#[derive(Shareable)]
struct Set {
    places: [AtomicU64; WAYS],
}

/// Returns the mark of a worker on a job: the worker's number from 1, and bits mixed from the whole of the job's key,
/// because a game may number its jobs in the lowest bits.
pub(super) fn mark(key: u64, who: WorkerId) -> Mark {
    Mark(mix(key) & !WHOSE | (who.index() as u64 + 1))
}

/// Returns true if `word` is the mark of another worker on the same job.
pub(super) fn is_of_another(word: u64, mark: Mark) -> bool {
    word != mark.0 && word & WHOSE != 0 && (word ^ mark.0) & !WHOSE == 0
}

impl BusyJobs {
    /// Returns true if another worker is searching the job.
    pub(super) fn is_busy(&self, mark: Mark) -> bool {
        self.places(mark).iter().any(|place| is_of_another(place.load(Relaxed), mark))
    }

    /// Notes that the worker begins the job.
    pub(super) fn put(&self, mark: Mark) {
        chaos::point();
        let places = self.places(mark);
        let is_put =
            |place: &AtomicU64| place.compare_exchange(0, mark.0, Relaxed, Relaxed).is_ok();
        if !places.iter().any(is_put) {
            places[0].store(mark.0, Relaxed);
        }
    }

    /// Notes that the worker has left the job.
    pub(super) fn remove(&self, mark: Mark) {
        chaos::point();
        for place in self.places(mark) {
            if place.load(Relaxed) == mark.0 {
                // If it fails, the mark has just been overwritten.
                let _ = place.compare_exchange(mark.0, 0, Relaxed, Relaxed);
                return;
            }
        }
    }

    /// Returns the number of marks.
    pub(super) fn in_use(&self) -> usize {
        let places = self.sets.iter().flat_map(|set| &set.places);
        places.filter(|place| place.load(Relaxed) != 0).count()
    }

    pub(super) fn reset(&self) {
        for place in self.sets.iter().flat_map(|set| &set.places) {
            place.store(0, Relaxed);
        }
    }

    fn places(&self, mark: Mark) -> &[AtomicU64; WAYS] {
        &self.sets[(mark.0 >> WHOSE.count_ones()) as usize % SETS].places
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cleave_shared_memory::SharedSlice;

    fn mark(key: u64, who: usize) -> Mark {
        super::mark(key, WorkerId::new(who))
    }

    /// Returns the n-th of jobs whose marks all belong in one set, without the worker's number.
    fn in_one_set(n: u64) -> Mark {
        Mark((1 + n * SETS as u64) << WHOSE.count_ones())
    }

    fn of(mark: Mark, who: usize) -> Mark {
        Mark(mark.0 | (who as u64 + 1))
    }

    #[test]
    fn a_job_is_busy_while_another_worker_has_it() {
        let tables: SharedSlice<BusyJobs> = SharedSlice::new("busy-jobs", 1).unwrap();
        let table = &tables[0];
        table.put(mark(7, 0));
        assert!(!table.is_busy(mark(7, 0)), "its own mark does not stop a worker");
        assert!(table.is_busy(mark(7, 1)) && !table.is_busy(mark(8, 1)));
        table.put(mark(7, 1));
        table.remove(mark(7, 0));
        assert!(table.is_busy(mark(7, 0)), "the other worker is still at it");
        table.remove(mark(7, 1));
        assert!(!table.is_busy(mark(7, 0)) && !table.is_busy(mark(7, 1)));
    }

    /// A game may number its jobs: heaps and stones, columns.
    #[test]
    fn jobs_whose_keys_differ_in_the_lowest_bits_are_told_apart() {
        let tables: SharedSlice<BusyJobs> = SharedSlice::new("busy-jobs", 1).unwrap();
        tables[0].put(mark(0, 0));
        assert!((1..64).all(|key| !tables[0].is_busy(mark(key, 1))));
    }

    #[test]
    fn a_place_without_a_mark_belongs_to_nobody() {
        let tables: SharedSlice<BusyJobs> = SharedSlice::new("busy-jobs", 1).unwrap();
        assert!(!tables[0].is_busy(of(Mark(0), 0)), "the key of a free place is 0, too");
    }

    #[test]
    fn a_full_set_takes_the_newest_mark() {
        let tables: SharedSlice<BusyJobs> = SharedSlice::new("busy-jobs", 1).unwrap();
        let table = &tables[0];
        let jobs: Vec<_> = (0..5).map(in_one_set).collect();
        jobs.iter().for_each(|&job| table.put(of(job, 0)));
        let busy = jobs.iter().filter(|&&job| table.is_busy(of(job, 1))).count();
        assert_eq!(busy, WAYS);
        assert!(table.is_busy(of(jobs[4], 1)) && !table.is_busy(of(jobs[0], 1)));
        jobs.iter().for_each(|&job| table.remove(of(job, 0)));
        assert!(!jobs.iter().any(|&job| table.is_busy(of(job, 1))));
    }
}
