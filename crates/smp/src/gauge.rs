//! What single things cost on this machine, measured on the parts that the search uses: for the cost
//! model of [virtual time](crate::virtual_time). All figures are nanoseconds.
//!
//! Each is the lower quartile of many batches. Whatever else the machine does makes some batches
//! slower and none faster.

use std::hint::black_box;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::arena::{Arena, ArenaError};
use crate::dts::Body;
use crate::ids::{BlockId, WorkerId};
use crate::node::Node;
use crate::sync::pause;

/// Batches of a measurement.
const BATCHES: usize = 41;

/// A machine with an arena for two on it, and nobody in it.
pub struct Gauge<N: Node> {
    arena: Arena<N>,
}

/// Waking a sleeper.
#[derive(Clone, Copy, Debug)]
pub struct WakeUp {
    /// What ringing costs the one who rings.
    pub ring: f64,
    /// From the ring until the sleeper is up.
    pub latency: f64,
}

impl<N: Node> Gauge<N> {
    /// A gauge.
    ///
    /// # Errors
    /// There is no memory for the arena.
    pub fn new() -> Result<Gauge<N>, ArenaError> {
        let arena = Arena::new(POOLS)?;
        for id in arena.team() {
            for slot in 0..2 {
                let lock_context = arena.lock_context(id);
                if let Ok(mut body) = arena.block(BlockId::new(id, slot)).body.lock(&lock_context) {
                    body.put(Body::new(N::vacant(), None, None));
                }
            }
        }
        Ok(Gauge { arena })
    }

    /// Looking at the attention word.
    pub fn attention(&self) -> f64 {
        let mailbox = self.arena.mailbox(WorkerId::MAIN);
        batches(10_000, || {
            black_box(mailbox.attention.is_called());
        })
    }

    /// Taking and releasing the lock of a block that nobody else uses.
    pub fn lock(&self) -> f64 {
        let lock_context = self.arena.lock_context(WorkerId::MAIN);
        let block = self.arena.block(BlockId::new(WorkerId::MAIN, 0));
        batches(10_000, || {
            black_box(block.body.lock(&lock_context).is_ok());
        })
    }

    /// More than [`Gauge::lock`], if another worker has had the block last: its cache lines come over.
    pub fn transfer(&self) -> f64 {
        let block = self.arena.block(BlockId::new(WorkerId::MAIN, 1));
        let with_block = take_turns(|worker| {
            let lock_context = self.arena.lock_context(WorkerId::new(worker));
            if let Ok(mut body) = block.body.lock(&lock_context) {
                body.posted = black_box(body.posted).wrapping_add(1);
                body.claims = black_box(body.claims);
                body.is_split = black_box(body.is_split);
            }
        });
        (with_block - take_turns(|_| {}) - self.lock()).max(0.0)
    }

    /// Reading a KiB that another worker has written.
    pub fn kibibyte(&self) -> f64 {
        const WORDS: usize = 1024;
        let words: Vec<AtomicU64> = (0..WORDS).map(|_| AtomicU64::new(0)).collect();
        let with_words = take_turns(|worker| {
            if worker == 0 {
                words.iter().for_each(|word| word.store(1, Ordering::Relaxed));
            } else {
                black_box(words.iter().map(|word| word.load(Ordering::Relaxed)).sum::<u64>());
            }
        });
        // Writing them costs about as much: half of the two is the reader's.
        (with_words - take_turns(|_| {})).max(0.0) / (WORDS * size_of::<u64>() / 1024) as f64
    }

    /// Looking through the job list when there is nothing in it.
    pub fn scan(&self) -> f64 {
        batches(1_000, || {
            black_box(self.arena.best_job(None));
        })
    }

    /// More than [`Gauge::scan`], for each pool of another worker, with some blocks in use, in which
    /// that has just posted something.
    pub fn scan_pool(&self) -> f64 {
        const MORE: usize = 8;
        let found_in = |pools: usize| {
            self.post(pools, 1);
            assert!(self.arena.best_job(None).is_some(), "an empty pool is passed by");
            let time = take_turns(|worker| {
                if worker == 0 {
                    black_box(self.arena.best_job(None));
                } else {
                    self.post(pools, 1);
                }
            });
            self.post(pools, 0);
            time
        };
        let pools = || self.arena.team().map(|id| &self.arena.pool(id).free);
        let taken: Vec<_> =
            pools().flat_map(|pool| (0..IN_USE).map_while(move |_| pool.take())).collect();
        // A turn is half of posting and finding: both wait for the same line to come over.
        let time = (found_in(1 + MORE) - found_in(1)).max(0.0) / MORE as f64;
        for (pool, slots) in pools().zip(taken.chunks(IN_USE)) {
            slots.iter().for_each(|&slot| pool.put(slot));
        }
        time
    }

    /// Posts this priority in the first so many pools.
    fn post(&self, pools: usize, priority: u32) {
        for id in self.arena.team().take(pools) {
            self.arena.pool(id).post(0, priority);
            if priority > 0 {
                self.arena.team_state().active_pools().mark_active(id.index());
            }
        }
    }

    /// Heeding the call of another worker: looking along a chain of blocks, here of one.
    pub fn heed(&self) -> f64 {
        let mailbox = self.arena.mailbox(WorkerId::MAIN);
        let with_call = take_turns(|worker| {
            if worker == 1 {
                mailbox.attention.call();
            } else {
                mailbox.attention.acknowledge();
                black_box(self.arena.is_cut_off(BlockId::new(WorkerId::MAIN, 0)));
            }
        });
        (with_call - take_turns(|_| {})).max(0.0)
    }

    /// The pause of an idle worker between two looks at the job list.
    pub fn pause(&self) -> f64 {
        batches(200, || (0..crate::team::PAUSES).for_each(|_| pause()))
    }

    /// Waking a worker that sleeps.
    pub fn wake_up(&self) -> WakeUp {
        let event_count = self.arena.team_state().event_count();
        let begin = Instant::now();
        let woken_at = AtomicU64::new(0);
        let rung = AtomicU32::new(0);
        let rings = 8 * BATCHES as u32;
        let (mut costs, mut latencies) = (Vec::new(), Vec::new());
        thread::scope(|scope| {
            scope.spawn(|| {
                for turn in 1..=rings {
                    while rung.load(Ordering::Acquire) < turn {
                        event_count.wait_unless(|| rung.load(Ordering::Acquire) >= turn, None);
                    }
                    let now = begin.elapsed().as_nanos() as u64;
                    woken_at.store(now.max(1), Ordering::Release);
                }
            });
            for turn in 1..=rings {
                // Long enough for the other to fall asleep.
                thread::sleep(Duration::from_micros(300));
                woken_at.store(0, Ordering::Release);
                let before = begin.elapsed();
                rung.store(turn, Ordering::Release);
                event_count.ring();
                let after = begin.elapsed();
                let mut woken = 0;
                while woken == 0 {
                    thread::yield_now();
                    woken = woken_at.load(Ordering::Acquire);
                }
                costs.push((after - before).as_nanos() as f64);
                latencies.push(woken.saturating_sub(before.as_nanos() as u64) as f64);
            }
        });
        WakeUp { ring: lower_quartile(costs), latency: lower_quartile(latencies) }
    }
}

/// Blocks of a pool in use: some three in a search of a tenth of a second, more in longer ones.
const IN_USE: usize = 8;

/// Pools of the arena: enough to tell what one more costs.
const POOLS: usize = 32;

/// What an operation takes.
fn batches(operations: u32, mut operation: impl FnMut()) -> f64 {
    let batch = |_| {
        let begin = Instant::now();
        (0..operations).for_each(|_| operation());
        begin.elapsed().as_nanos() as f64 / f64::from(operations)
    };
    lower_quartile((0..BATCHES).map(batch).collect())
}

/// What two workers, 0 and 1, take for a turn each, divided by two.
fn take_turns(turn: impl Fn(usize) + Sync) -> f64 {
    const ROUNDS: u32 = 200;
    let whose = AtomicU32::new(0);
    let serve = |worker: usize| {
        for _ in 0..BATCHES as u32 * ROUNDS {
            wait_for(&whose, worker as u32);
            turn(worker);
            whose.store(1 - worker as u32, Ordering::Release);
        }
    };
    thread::scope(|scope| {
        scope.spawn(|| serve(1));
        let batch = |_| {
            let begin = Instant::now();
            for _ in 0..ROUNDS {
                wait_for(&whose, 0);
                turn(0);
                whose.store(1, Ordering::Release);
            }
            begin.elapsed().as_nanos() as f64 / f64::from(2 * ROUNDS)
        };
        lower_quartile((0..BATCHES).map(batch).collect())
    })
}

/// Waits for a turn; gives the processor away if that takes long, as on a machine that is busy.
fn wait_for(whose: &AtomicU32, worker: u32) {
    let mut looks = 0u32;
    while whose.load(Ordering::Acquire) != worker {
        looks += 1;
        if looks.is_multiple_of(2_000) { thread::yield_now() } else { pause() }
    }
}

fn lower_quartile(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures[figures.len() / 4]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::artificial::ArtificialNode;

    #[test]
    fn everything_takes_some_time_and_leaves_nothing_behind() {
        let gauge = Gauge::<ArtificialNode>::new().unwrap();
        for figure in [gauge.lock(), gauge.scan(), gauge.pause()] {
            assert!((0.1..1e6).contains(&figure), "{figure}");
        }
        let woken = gauge.wake_up();
        assert!(woken.latency > 0.0 && woken.ring > 0.0, "{woken:?}");
        assert!(is_something(|| gauge.scan_pool()) && is_something(|| gauge.heed()));
        assert_eq!(gauge.arena.blocks_in_use(), 0);
        assert_eq!(gauge.arena.best_job(None), None);
    }

    #[test]
    fn a_lock_between_two_is_not_free() {
        let gauge = Gauge::<ArtificialNode>::new().unwrap();
        assert!(is_something(|| gauge.transfer()) && is_something(|| gauge.kibibyte()));
    }

    /// A difference of two measurements may come to nothing now and then, but not every time.
    fn is_something(figure: impl Fn() -> f64) -> bool {
        (0..20).map(|_| figure()).any(|figure| figure > 0.0 && figure.is_finite())
    }
}
