//! The small parts on which everything rests, under the loom model checker. It tries every order in
//! which the steps of two or three workers can interleave, weak memory included, up to a bound on
//! preemptions.
//!
//! ```text
//! RUSTFLAGS="--cfg loom" CARGO_TARGET_DIR=target/loom cargo test -p cleave-smp --lib models
//! ```
//!
//! Loom itself reports unordered accesses to a cell, and workers that sleep for ever.
#![allow(unsafe_code)]

use loom::cell::UnsafeCell;
use loom::sync::Arc;
use loom::sync::atomic::{AtomicU32, Ordering};
use loom::thread;

use crate::attention::Attention;
use crate::event_count::EventCount;
use crate::ids::WorkerId;
use crate::lock::{Alarmed, Lock};
use crate::split::active_pools::ActivePools;
use crate::split::claims::{Claims, Exit};
use crate::split::free_map::FreeMap;

/// Runs a model with as many preemptions as it takes to find what two threads can do to each other.
fn check(model: impl Fn() + Sync + Send + 'static) {
    let mut builder = loom::model::Builder::new();
    builder.preemption_bound = Some(3);
    builder.check(model);
}

/// A value behind a lock, as in the arena.
struct Guarded<T> {
    lock: Lock,
    value: UnsafeCell<T>,
}

// SAFETY: the value is reached under the lock only; whether that is enough is what loom checks.
unsafe impl<T: Send> Sync for Guarded<T> {}

impl<T> Guarded<T> {
    fn new(value: T) -> Guarded<T> {
        Guarded { lock: Lock::new(), value: UnsafeCell::new(value) }
    }

    fn with<R>(&self, who: usize, change: impl FnOnce(&mut T) -> R) -> R {
        let never = |_| Ok::<(), Alarmed>(());
        self.lock.acquire(WorkerId::new(who), never).expect("nobody calls it off");
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
        let map = Arc::new(FreeMap::new());
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
        let event_count = Arc::new(EventCount::new());
        let job = Arc::new(AtomicU32::new(0));
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
        let event_count = Arc::new(EventCount::new());
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

/// Two workers stop a block each and call a third. When no call is left unheeded the third has seen
/// both blocks stopped.
#[test]
fn one_response_to_two_calls_sees_what_both_have_stopped() {
    check(|| {
        let attention = Arc::new(Attention::new());
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

/// A mark is up, and nothing posted: one worker finds that out and takes it down, while another
/// posts something. Afterwards the mark is up, or what was posted would never be found.
#[test]
fn a_posted_block_is_in_an_active_pool() {
    check(|| {
        let things = Arc::new((ActivePools::new(), AtomicU32::new(0)));
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

/// A split block with a few jobs.
#[derive(Default)]
struct Block {
    claims: Claims,
    jobs: u32,
    searched: u32,
    posted: bool,
    values_taken_up: u32,
    cleared_away: u32,
}

/// What a worker does at a split block, in short: take jobs and bring them back until there is
/// none, then leave as the claims say. The job of number `cutoff` ends it all.
fn work_at(block: &Guarded<Block>, who: usize, cutoff: u32) {
    // The maker begins with a claim; others take a place first, if there is anything to join.
    let joined = who == 0
        || block.with(who, |block| {
            if block.posted {
                block.claims.hand_out();
            }
            block.posted
        });
    let mut job = None;
    while joined {
        let next = block.with(who, |block| {
            block.claims.bring_back();
            if let Some(job) = job.take() {
                block.searched += 1;
                if job == cutoff && !block.claims.is_stopped() {
                    block.claims.settle();
                    block.posted = false;
                    block.values_taken_up += 1;
                }
            }
            if block.claims.is_open() {
                if block.jobs > 0 {
                    block.jobs -= 1;
                    block.claims.hand_out();
                    return Some(block.jobs);
                }
                block.claims.exhaust();
            }
            block.posted = false;
            match block.claims.exit(false) {
                Exit::OthersAreOut => {}
                Exit::Finish => {
                    block.values_taken_up += 1;
                    block.cleared_away += 1;
                }
                Exit::Clear => block.cleared_away += 1,
                Exit::Cancel => unreachable!("nothing above is stopped"),
                Exit::Await | Exit::Carry => unreachable!("the block has no owner"),
            }
            None
        });
        match next {
            None => break,
            job_taken => job = job_taken,
        }
    }
}

/// Whatever the order: exactly one worker takes the value up, exactly one clears the block away,
/// and not while another is still out.
fn last_one_out(workers: usize, jobs: u32, cutoff: u32) {
    check(move || {
        let mut block = Block { jobs, posted: true, ..Block::default() };
        block.claims.hand_out();
        let block = Arc::new(Guarded::new(block));
        let after = block.clone();
        side_by_side(workers, move |who| work_at(&block, who, cutoff));
        after.with(0, |block| {
            assert_eq!(block.claims.out(), 0);
            assert_eq!(block.values_taken_up, 1);
            assert_eq!(block.cleared_away, 1);
            assert!(cutoff < jobs || block.searched == jobs);
        });
    });
}

#[test]
fn the_last_one_out_takes_the_value_up() {
    last_one_out(2, 2, u32::MAX);
    last_one_out(3, 1, u32::MAX);
}

#[test]
fn a_cutoff_goes_up_at_once_and_the_last_one_clears_away() {
    last_one_out(2, 2, 1);
    last_one_out(3, 2, 1);
}
