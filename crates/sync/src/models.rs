//! The protocols under the loom model checker. It tries every order in which the steps of two or three
//! workers can interleave, weak memory included, up to a bound on preemptions.
//!
//! ```text
//! RUSTFLAGS="--cfg loom" CARGO_TARGET_DIR=target/loom cargo test -p cleave-sync --lib models
//! ```
//!
//! Loom itself reports unordered accesses to a cell, and workers that sleep for ever.
#![allow(unsafe_code)]

use std::convert::Infallible;

use loom::cell::UnsafeCell;
use loom::sync::Arc;
use loom::sync::atomic::{AtomicU32, Ordering};
use loom::thread;

use crate::presence::{Presence, is_nobody_there};
use crate::{ActivePools, Attention, EventCount, FreeMap, Lock, Trail};

/// Runs a model with as many preemptions as it takes to find what two threads can do to each other.
fn check(model: impl Fn() + Sync + Send + 'static) {
    let mut builder = loom::model::Builder::new();
    builder.preemption_bound = Some(3);
    builder.check(model);
}

/// A value behind a lock.
struct Guarded<T> {
    lock: Lock,
    value: UnsafeCell<T>,
}

// SAFETY: the value is reached under the lock only; whether that is enough is what loom checks.
unsafe impl<T: Send> Sync for Guarded<T> {}

impl<T> Guarded<T> {
    fn new(value: T) -> Guarded<T> {
        Guarded { lock: Lock::default(), value: UnsafeCell::new(value) }
    }

    fn with<R>(&self, who: usize, change: impl FnOnce(&mut T) -> R) -> R {
        let Ok(()) = self.lock.acquire(who as u32, |_| Ok::<(), Infallible>(()));
        // SAFETY: the lock is held; loom reports it if that does not mean that nobody else is here.
        let result = self.value.with_mut(|value| change(unsafe { &mut *value }));
        self.lock.release();
        result
    }
}

/// Runs this many workers side by side, each with its number.
fn side_by_side(workers: usize, work: impl Fn(usize) + Send + Sync + Clone + 'static) {
    let others: Vec<_> = (1..workers)
        .map(|who| {
            let work = work.clone();
            thread::spawn(move || work(who))
        })
        .collect();
    work(0);
    for other in others {
        other.join().unwrap();
    }
}

/// Nobody is in at the same time as another, nobody sleeps for ever.
#[test]
fn lock_excludes_and_wakes() {
    check(|| {
        let count = Arc::new(Guarded::new(0));
        let counted = count.clone();
        side_by_side(3, move |who| count.with(who, |count| *count += 1));
        counted.with(0, |count| assert_eq!(*count, 3));
    });
}

/// The owner takes blocks and writes to them; another reads one and gives it back. The owner never
/// writes to a block that is still being read.
#[test]
fn a_block_taken_again_has_been_left() {
    check(|| {
        let map = Arc::new(FreeMap::default());
        let block = Arc::new(UnsafeCell::new(0u32));
        let first = map.take().unwrap();
        // SAFETY: loom reports it if anybody else is here.
        block.with_mut(|block| unsafe { *block = 1 });
        let helper = {
            let (map, block) = (map.clone(), block.clone());
            thread::spawn(move || {
                // SAFETY: as above.
                block.with(|block| assert_eq!(unsafe { *block }, 1));
                map.put(first);
            })
        };
        let second = map.take().unwrap();
        if second == first {
            // SAFETY: as above.
            block.with_mut(|block| unsafe { *block = 2 });
        }
        helper.join().unwrap();
        map.put(second);
        assert_eq!(map.take(), Some(0), "a block has been lost");
    });
}

/// Workers go to sleep while another posts a job: the job is found, by each of them in turn.
fn nobody_oversleeps(sleepers: usize) {
    check(move || {
        let event_count = Arc::new(EventCount::default());
        let job = Arc::new(AtomicU32::new(0));
        let after = event_count.clone();
        side_by_side(1 + sleepers, move |who| {
            if who == 0 {
                job.store(1, Ordering::Relaxed);
            }
            while job.load(Ordering::Relaxed) == 0 {
                event_count.wait_unless(|| job.load(Ordering::Relaxed) != 0, None);
            }
            // A worker that has found work wakes the next, as one that joins does.
            event_count.notify_one();
        });
        assert_eq!(after.sleepers(), 0);
    });
}

#[test]
fn one_notification_wakes_a_sleeper() {
    nobody_oversleeps(1);
}

#[test]
fn one_notification_wakes_two_in_turn() {
    nobody_oversleeps(2);
}

/// All are notified, as when a search is over.
#[test]
fn notifying_all_wakes_all() {
    check(|| {
        let event_count = Arc::new(EventCount::default());
        let over = Arc::new(AtomicU32::new(0));
        side_by_side(3, move |who| {
            if who == 0 {
                over.store(1, Ordering::Relaxed);
                event_count.notify_all();
            }
            while over.load(Ordering::Relaxed) == 0 {
                event_count.wait_unless(|| over.load(Ordering::Relaxed) != 0, None);
            }
        });
    });
}

/// Two workers stop a block each and call a third. When no call is left unanswered the third has seen
/// both blocks stopped.
#[test]
fn one_response_to_two_calls_sees_what_both_have_stopped() {
    check(|| {
        let attention = Arc::new(Attention::default());
        let stopped = Arc::new([AtomicU32::new(0), AtomicU32::new(0)]);
        let callers = [0, 1].map(|who| {
            let (attention, stopped) = (attention.clone(), stopped.clone());
            thread::spawn(move || {
                stopped[who].store(1, Ordering::Relaxed);
                attention.call();
            })
        });
        let mut seen = [0, 0];
        for _ in 0..2 {
            if attention.is_called() {
                attention.acknowledge();
                seen = [0, 1].map(|who| stopped[who].load(Ordering::Relaxed));
            }
        }
        for caller in callers {
            caller.join().unwrap();
        }
        assert!(attention.is_called() || seen == [1, 1], "a call has been lost");
    });
}

/// Two workers enter a node and its parent, one of them from elsewhere; a third stops one of the two nodes. Each worker
/// sees the stop or is called.
#[test]
fn who_has_not_seen_a_stop_is_called() {
    for stopped in [7, 8] {
        check(move || {
            let things = Arc::new((
                [Trail::<2>::default(), Trail::default()],
                AtomicU32::new(0),
                [(); 3].map(|()| AtomicU32::new(0)),
            ));
            things.0[0].enter(0, [5, 6]);
            let after = things.clone();
            side_by_side(3, move |who| {
                let (trails, is_stopped, heard) = &*things;
                if who == 0 {
                    is_stopped.store(1, Ordering::Relaxed);
                    let called = Trail::through(stopped, trails);
                    called.for_each(|of| heard[1 + of].store(1, Ordering::Relaxed));
                } else {
                    trails[who - 1].enter(0, [7, 8]);
                    if is_stopped.load(Ordering::Relaxed) != 0 {
                        heard[who].store(1, Ordering::Relaxed);
                    }
                }
            });
            let heard = [1, 2].map(|who| after.2[who].load(Ordering::Relaxed));
            assert_eq!(heard, [1, 1], "a worker has not been called");
        });
    }
}

/// A mark is up, and nothing posted: one worker finds that out and takes it down, while another
/// posts something. Afterwards the mark is up, or what was posted would never be found.
#[test]
fn a_posted_block_is_in_an_active_pool() {
    check(|| {
        let things = Arc::new((ActivePools::<1>::default(), AtomicU32::new(0)));
        things.0.mark_active(5);
        let after = things.clone();
        side_by_side(3, move |who| {
            let (active_pools, posted) = &*things;
            if who == 0 {
                posted.store(1, Ordering::Relaxed);
                active_pools.mark_active(5);
            } else if active_pools.pools(6).next() == Some(5) && posted.load(Ordering::Relaxed) == 0
            {
                active_pools.mark_empty(5);
                if posted.load(Ordering::Relaxed) != 0 {
                    active_pools.mark_active(5);
                }
            }
        });
        assert!(after.0.pools(6).eq([5]));
    });
}

/// What two workers write, each to its own.
struct Places([UnsafeCell<u32>; 2]);

// SAFETY: whether nobody writes while another reads is what loom checks.
unsafe impl Sync for Places {}

/// The first worker is there, the second comes while the first keeps the door open, and both write and go. Who
/// finds that nobody is there, one of those that have gone or one who only asks, may read what both have
/// written. The first makes known, before it goes, that nobody else will come; those that have gone ask only
/// if they know that, and yet one of them finds it.
#[test]
fn nobody_is_said_to_be_gone_who_is_there() {
    check(|| {
        let workers = Arc::new([Presence::default(), Presence::default()]);
        let door = Arc::new(Guarded::new(true));
        let places = Arc::new(Places([UnsafeCell::new(0), UnsafeCell::new(0)]));
        let is_wanted = Arc::new(AtomicU32::new(1));
        let found = Arc::new(AtomicU32::new(0));
        let found_after = found.clone();
        workers[0].come();
        side_by_side(3, move |who| {
            // SAFETY, here and below: loom reports it if anybody else is here.
            let write = |value: *mut u32| unsafe { *value += 1 };
            let read = |place: &UnsafeCell<u32>| place.with(|value| unsafe { *value });
            let finds_nobody = || {
                let is_empty = is_nobody_there(workers.iter());
                assert!(!is_empty || places.0.iter().map(read).sum::<u32>() > 0, "too early");
                is_empty
            };
            if who == 2 {
                finds_nobody();
                return;
            }
            let comes = |is_open: &mut bool| {
                if *is_open {
                    workers[who].come();
                }
                *is_open
            };
            if who != 0 && !door.with(who, comes) {
                return;
            }
            places.0[who].with_mut(write);
            if who == 0 {
                door.with(who, |is_open| *is_open = false);
                is_wanted.store(0, Ordering::Release);
            }
            workers[who].go();
            if is_wanted.load(Ordering::Acquire) == 0 && finds_nobody() {
                found.fetch_add(1, Ordering::Relaxed);
            }
        });
        assert!(found_after.load(Ordering::Relaxed) > 0, "the last one out has not noticed it");
    });
}
