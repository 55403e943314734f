//! Runs the protocols under the loom model checker. It tries every order in which the steps of two or three workers can
//! interleave, up to a bound on preemptions. Weak memory is included.
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

use crate::presence::{self, Presence};
use crate::{ActivePools, Attention, EventCount, FreeMap, Lock, Trail};

/// Runs a model with up to three preemptions, enough to find the conflicts between two threads.
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

// SAFETY: the value is reached under the lock only. Loom checks that this is enough.
unsafe impl<T: Send> Sync for Guarded<T> {}

impl<T> Guarded<T> {
    fn new(value: T) -> Guarded<T> {
        Guarded { lock: Lock::default(), value: UnsafeCell::new(value) }
    }

    fn with<R>(&self, who: usize, change: impl FnOnce(&mut T) -> R) -> R {
        let Ok(()) = self.lock.acquire(who as u32, |_| Ok::<(), Infallible>(()));
        // SAFETY: the lock is held. Loom reports an error if another thread is here all the same.
        let result = self.value.with_mut(|value| change(unsafe { &mut *value }));
        self.lock.release();
        result
    }
}

/// Runs this number of workers concurrently, each with its number.
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

/// Two workers are never inside at the same time, and no worker sleeps for ever.
#[test]
fn lock_excludes_and_wakes() {
    check(|| {
        let count = Arc::new(Guarded::new(0));
        let counted = count.clone();
        side_by_side(3, move |who| count.with(who, |count| *count += 1));
        counted.with(0, |count| assert_eq!(*count, 3));
    });
}

/// The owner takes blocks and writes to them. Another worker reads a block and gives it back. The owner never writes to
/// a block that is still being read.
#[test]
fn a_block_is_taken_again_after_its_reader_has_left() {
    check(|| {
        let map = Arc::new(FreeMap::default());
        let block = Arc::new(UnsafeCell::new(0u32));
        let first = map.take().unwrap();
        // SAFETY: loom reports an error if another thread is here.
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
        assert_eq!(map.take(), Some(0), "a block was lost");
    });
}

/// Checks workers that go to sleep while another posts a job. Each of them finds the job in turn.
fn no_worker_misses_the_job(sleepers: usize) {
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
            // A worker that has found work wakes the next, like a worker that joins.
            event_count.notify_one();
        });
        assert_eq!(after.sleepers(), 0);
    });
}

#[test]
fn one_notification_wakes_a_sleeper() {
    no_worker_misses_the_job(1);
}

#[test]
fn one_notification_wakes_two_in_turn() {
    no_worker_misses_the_job(2);
}

/// Two workers sleep, and only the second may take a job. One job is posted after the other in the same place. Whichever
/// worker is woken, the second gets both.
#[test]
fn each_wake_up_is_passed_on_to_a_worker_that_may_take_the_job() {
    const JOBS: u32 = 2;
    check(|| {
        let event_count = Arc::new(EventCount::default());
        let (posted, taken) = (Arc::new(AtomicU32::new(0)), Arc::new(AtomicU32::new(0)));
        side_by_side(3, move |who| {
            let count = |jobs: &AtomicU32| jobs.load(Ordering::Relaxed);
            match who {
                0 => {
                    for job in 1..=JOBS {
                        posted.store(job, Ordering::Relaxed);
                        event_count.notify_one();
                    }
                }
                1 => {
                    let mut passed = 0;
                    while count(&taken) < JOBS {
                        event_count.wait_unless(|| count(&taken) == JOBS, None);
                        if count(&posted) > count(&taken) {
                            event_count.pass_on(&mut passed);
                        }
                    }
                }
                _ => {
                    while count(&taken) < JOBS {
                        event_count.wait_unless(|| count(&posted) > count(&taken), None);
                        taken.store(count(&posted), Ordering::Relaxed);
                    }
                    event_count.notify_all();
                }
            }
        });
    });
}

/// A worker leaves a tree and finds no work, while two others ask whether it is idle. It had a mark from before. Afterwards
/// it has one, and a later question finds it; otherwise no worker would split for it.
#[test]
fn an_idle_worker_has_a_mark() {
    check(|| {
        let things = Arc::new((ActivePools::<1>::default(), AtomicU32::new(1)));
        things.0.mark_active(5);
        let after = things.clone();
        side_by_side(3, move |who| {
            let (marks, is_at_work) = &*things;
            let is_at_work = || is_at_work.load(Ordering::Relaxed) != 0;
            if who == 0 {
                things.1.store(0, Ordering::Relaxed);
                marks.mark_active(5);
            } else if marks.pools(6).next() == Some(5) && is_at_work() {
                marks.mark_empty(5);
                if !is_at_work() {
                    marks.mark_active(5);
                }
            }
        });
        assert!(after.0.pools(6).eq([5]), "the mark was lost");
    });
}

/// One worker notifies all others, as at the end of a search.
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

/// Two workers each stop a block and call a third. When no call is unanswered, the third worker has seen both blocks
/// stopped.
#[test]
fn one_answer_to_two_calls_sees_both_stops() {
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
        assert!(attention.is_called() || seen == [1, 1], "a call was lost");
    });
}

/// Two workers enter a node and its parent, one of them from another node. A third worker stops one of the two nodes.
/// Each worker sees the stop or is called.
#[test]
fn a_worker_that_has_not_seen_a_stop_is_called() {
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
                let (trails, is_stopped, notified) = &*things;
                if who == 0 {
                    is_stopped.store(1, Ordering::Relaxed);
                    let called = Trail::through(stopped, trails);
                    called.for_each(|of| notified[1 + of].store(1, Ordering::Relaxed));
                } else {
                    trails[who - 1].enter(0, [7, 8]);
                    if is_stopped.load(Ordering::Relaxed) != 0 {
                        notified[who].store(1, Ordering::Relaxed);
                    }
                }
            });
            let notified = [1, 2].map(|who| after.2[who].load(Ordering::Relaxed));
            assert_eq!(notified, [1, 1], "a worker was not called");
        });
    }
}

/// A pool is marked, but has no block. Two workers find nothing and remove the mark, while a third posts a block.
/// Afterwards the pool is marked; otherwise no worker would ever find the block.
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

/// The places to which two workers write, each to its own.
struct Places([UnsafeCell<u32>; 2]);

// SAFETY: loom checks that no worker writes while another reads.
unsafe impl Sync for Places {}

/// The first worker is inside. The second enters while the first keeps the door open. Both write and leave. A worker
/// that finds the place empty may read all that was written: it is one of the two, or a third that only looks. Before
/// the first worker leaves, it publishes that no other will enter. Workers that have left look only if they have seen
/// this; even so, at least one of them finds the place empty.
#[test]
fn a_worker_inside_is_never_missed() {
    check(|| {
        let workers = Arc::new([Presence::default(), Presence::default()]);
        let door = Arc::new(Guarded::new(true));
        let places = Arc::new(Places([UnsafeCell::new(0), UnsafeCell::new(0)]));
        let is_wanted = Arc::new(AtomicU32::new(1));
        let found = Arc::new(AtomicU32::new(0));
        let found_after = found.clone();
        workers[0].enter();
        side_by_side(3, move |who| {
            // SAFETY, here and below: loom reports an error if another thread is here.
            let write = |value: *mut u32| unsafe { *value += 1 };
            let read = |place: &UnsafeCell<u32>| place.with(|value| unsafe { *value });
            let finds_empty = || {
                let is_empty = presence::is_empty(workers.iter());
                assert!(!is_empty || places.0.iter().map(read).sum::<u32>() > 0, "too early");
                is_empty
            };
            if who == 2 {
                finds_empty();
                return;
            }
            let enter_by_door = |is_open: &mut bool| {
                if *is_open {
                    workers[who].enter();
                }
                *is_open
            };
            if who != 0 && !door.with(who, enter_by_door) {
                return;
            }
            places.0[who].with_mut(write);
            if who == 0 {
                door.with(who, |is_open| *is_open = false);
                is_wanted.store(0, Ordering::Release);
            }
            workers[who].leave();
            if is_wanted.load(Ordering::Acquire) == 0 && finds_empty() {
                found.fetch_add(1, Ordering::Relaxed);
            }
        });
        assert!(
            found_after.load(Ordering::Relaxed) > 0,
            "the last worker out did not find the place empty"
        );
    });
}
