//! The prices of single operations on this machine, for the cost model of [virtual time](crate::virtual_time). They are
//! measured on the parts that the search uses. All figures are in nanoseconds.
//!
//! Each figure is the lower quartile of many batches: other load on the machine makes some batches
//! slower and none faster.

use std::hint::{black_box, spin_loop};
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use cleave_smp::instrument::Components;
use cleave_smp::{Arena, ArenaError, Node, WorkerId};

/// Batches of a measurement.
const BATCHES: usize = 41;

/// Turns of each thread in a batch, where two threads take turns.
const ROUNDS: u32 = 200;

/// An arena in which no worker searches, to time its parts.
pub struct Gauge<N: Node> {
    arena: Arena<N>,
}

/// Waking a sleeper.
#[derive(Clone, Copy, Debug)]
pub struct WakeUp {
    /// The cost for the worker that calls.
    pub ring: f64,
    /// From the wake-up call until the sleeper is awake.
    pub latency: f64,
}

/// The parts with which a worker works at a node.
pub struct AtNode<'n, 'c, N: Node> {
    /// Its context.
    pub context: &'n mut N::Context<'c>,
    /// The node, just opened in this context.
    pub opened: &'n N,
    /// A value that a child may have without settling the node's.
    pub value: N::Value,
}

/// Works at a node.
pub type Work<'w, N> = dyn FnMut(AtNode<'_, '_, N>) + 'w;

impl<N: Node> Gauge<N> {
    /// Returns a gauge.
    ///
    /// # Errors
    /// There is no memory for the arena.
    pub fn new() -> Result<Gauge<N>, ArenaError> {
        Ok(Gauge { arena: Arena::new(POOLS)? })
    }

    fn components(&self) -> Components<'_, N> {
        Components::new(&self.arena, self.arena.memory())
    }

    /// Looking at the attention word.
    pub fn attention(&self) -> f64 {
        let components = self.components();
        batches(10_000, || {
            black_box(components.is_called());
        })
    }

    /// Taking and releasing the lock of a block that no other worker uses.
    pub fn lock(&self) -> f64 {
        let components = self.components();
        batches(10_000, || {
            black_box(components.lock());
        })
    }

    /// Added to [`Gauge::lock`] if another worker was the last to use the block: its cache lines must
    /// be fetched.
    pub fn transfer(&self) -> f64 {
        difference(self.lock_in_turns(), take_turns(|_| {}) + self.lock())
    }

    /// Locking a block, and writing to it, after another worker has.
    fn lock_in_turns(&self) -> f64 {
        let components = self.components();
        take_turns(|worker| components.lock_and_write(WorkerId::new(worker)))
    }

    /// Added to [`Gauge::lock`] and [`Gauge::transfer`] for the other lines that a worker fetches in a visit to a block
    /// where another was last. It brings a job back and takes the next while it holds the lock. `at_node` calls back in
    /// each of two threads with a context, a node just opened, and a value of a child that settles nothing.
    ///
    /// # Panics
    /// The alarm is on.
    pub fn handover(&self, at_node: &(dyn Fn(&mut Work<'_, N>) + Sync)) -> f64 {
        let (transfer, components) = (self.transfer(), self.components());
        let turns = Turns::default();
        let working = |worker: usize, take: &mut dyn FnMut(&mut dyn FnMut())| {
            at_node(&mut |AtNode { context, opened, value }| {
                let (id, mut child) = (WorkerId::new(worker), N::default());
                take(&mut || {
                    assert!(components.visit(id, context, &mut child, (opened, value)));
                });
            });
        };
        let (mut alone, mut in_turns) = (0.0, 0.0);
        at_node(&mut |AtNode { opened, .. }| components.put_node(opened));
        working(0, &mut |turn| alone = batches(1_000, turn));
        thread::scope(|scope| {
            scope.spawn(|| working(1, &mut |turn| turns.serve(turn)));
            working(0, &mut |turn| in_turns = turns.time(turn));
        });
        difference(in_turns, take_turns(|_| {}) + alone + transfer)
    }

    /// Reading a KiB that another worker has written.
    pub fn kibibyte(&self) -> f64 {
        const KIBIBYTES: usize = 8;
        foreign_bytes(1024 * KIBIBYTES) / KIBIBYTES as f64
    }

    /// Looking through the job list when it is empty.
    pub fn scan(&self) -> f64 {
        let components = self.components();
        batches(1_000, || {
            black_box(components.best_job());
        })
    }

    /// Added to [`Gauge::scan`] for each pool of another worker that has some blocks in use and has
    /// just posted one of them.
    pub fn scan_pool(&self) -> f64 {
        const MORE: usize = 8;
        let components = &self.components();
        let taken: Vec<_> = team()
            .flat_map(|id| (0..IN_USE).map_while(move |_| components.take_block(id)))
            .collect();
        let firsts: Vec<_> = taken.iter().copied().step_by(IN_USE).collect();
        let post = |pools: usize, priority| {
            firsts[..pools].iter().for_each(|&block| components.post(block, priority));
        };
        let found_in = |pools: usize| {
            post(pools, 1);
            assert!(components.best_job().is_some(), "a pool without blocks in use is not scanned");
            let time = take_turns(|worker| {
                if worker == 0 {
                    black_box(components.best_job());
                } else {
                    post(pools, 1);
                }
            });
            post(pools, 0);
            time
        };
        // A turn is half of posting and finding: both fetch the same cache line.
        let time = difference(found_in(1 + MORE), found_in(1)) / MORE as f64;
        taken.into_iter().for_each(|block| components.put_block(block));
        time
    }

    /// Responding to the call of another worker: looking along a chain of blocks, here of one.
    pub fn respond(&self) -> f64 {
        let components = self.components();
        let with_call = take_turns(|worker| {
            if worker == 1 {
                components.call();
            } else {
                black_box(components.check_attention());
            }
        });
        difference(with_call, take_turns(|_| {}))
    }

    /// Returns the pause of an idle worker between two looks at the job list.
    pub fn pause(&self) -> f64 {
        let components = self.components();
        batches(200, || components.pause())
    }

    /// Waking a worker that sleeps.
    pub fn wake_up(&self) -> WakeUp {
        let components = self.components();
        let begin = Instant::now();
        let woken_at = AtomicU64::new(0);
        let called = AtomicU32::new(0);
        let calls = 8 * BATCHES as u32;
        let (mut costs, mut latencies) = (Vec::new(), Vec::new());
        thread::scope(|scope| {
            scope.spawn(|| {
                for turn in 1..=calls {
                    while called.load(Ordering::Acquire) < turn {
                        components.sleep_unless(|| called.load(Ordering::Acquire) >= turn);
                    }
                    let now = begin.elapsed().as_nanos() as u64;
                    woken_at.store(now.max(1), Ordering::Release);
                }
            });
            for turn in 1..=calls {
                // Long enough for the other thread to fall asleep.
                thread::sleep(Duration::from_micros(300));
                woken_at.store(0, Ordering::Release);
                let before = begin.elapsed();
                called.store(turn, Ordering::Release);
                components.wake_one();
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

/// A cache line.
#[derive(Default)]
#[repr(align(64))]
struct Line([AtomicU64; 8]);

/// Returns the time to read this many bytes that another worker has just written.
pub fn foreign_bytes(bytes: usize) -> f64 {
    let lines: Vec<Line> =
        (0..bytes.div_ceil(size_of::<Line>())).map(|_| Line::default()).collect();
    let words = || lines.iter().flat_map(|line| &line.0).take(bytes.div_ceil(size_of::<u64>()));
    let with_words = take_turns(|worker| {
        if worker == 0 {
            words().for_each(|word| word.store(1, Ordering::Relaxed));
        } else {
            black_box(words().map(|word| word.load(Ordering::Relaxed)).sum::<u64>());
        }
    });
    // Writing costs about as much as reading, and a turn is half of both.
    difference(with_words, take_turns(|_| {}))
}

/// Blocks in use in a pool: about three in a search of a tenth of a second, more in longer ones.
const IN_USE: usize = 8;

/// Pools of the arena: enough to measure what one more costs.
const POOLS: usize = 32;

fn team() -> impl Iterator<Item = WorkerId> {
    (0..POOLS).map(WorkerId::new)
}

/// Returns the time that remains of `whole` without `part`. Noise can make the part seem longer: then none.
fn difference(whole: f64, part: f64) -> f64 {
    (whole - part).max(0.0)
}

/// Returns the time of an operation.
fn batches(operations: u32, mut operation: impl FnMut()) -> f64 {
    let batch = |_| {
        let begin = Instant::now();
        (0..operations).for_each(|_| operation());
        begin.elapsed().as_nanos() as f64 / f64::from(operations)
    };
    lower_quartile((0..BATCHES).map(batch).collect())
}

/// Returns the time that two threads, workers 0 and 1, take for a turn each, divided by two.
fn take_turns(turn: impl Fn(usize) + Sync) -> f64 {
    let turns = Turns::default();
    thread::scope(|scope| {
        scope.spawn(|| turns.serve(&mut || turn(1)));
        turns.time(&mut || turn(0))
    })
}

/// The turns of two threads.
#[derive(Default)]
struct Turns(AtomicU32);

impl Turns {
    /// All turns of worker 1.
    fn serve(&self, turn: &mut dyn FnMut()) {
        (0..BATCHES as u32 * ROUNDS).for_each(|_| self.take(1, turn));
    }

    /// Returns all turns of worker 0, and the time of a turn.
    fn time(&self, turn: &mut dyn FnMut()) -> f64 {
        let batch = |_| {
            let begin = Instant::now();
            (0..ROUNDS).for_each(|_| self.take(0, turn));
            begin.elapsed().as_nanos() as f64 / f64::from(2 * ROUNDS)
        };
        lower_quartile((0..BATCHES).map(batch).collect())
    }

    fn take(&self, worker: u32, turn: &mut dyn FnMut()) {
        wait_for(&self.0, worker);
        turn();
        self.0.store(1 - worker, Ordering::Release);
    }
}

/// Waits for a turn; yields the processor if that takes long, as on a busy machine.
fn wait_for(whose: &AtomicU32, worker: u32) {
    let mut looks = 0u32;
    while whose.load(Ordering::Acquire) != worker {
        looks += 1;
        if looks.is_multiple_of(2_000) { thread::yield_now() } else { spin_loop() }
    }
}

fn lower_quartile(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures[figures.len() / 4]
}

#[cfg(test)]
mod tests {
    use cleave_smp::instrument::Snapshot;

    use super::*;
    use crate::artificial::{ArtificialNode, Explorer, Shape, StopControl};

    #[test]
    fn measuring_takes_time_and_leaves_nothing_behind() {
        let gauge = Gauge::<ArtificialNode>::new().unwrap();
        for figure in [gauge.lock(), gauge.scan(), gauge.pause()] {
            assert!((0.1..1e6).contains(&figure), "{figure}");
        }
        let woken = gauge.wake_up();
        assert!(woken.latency > 0.0 && woken.ring > 0.0, "{woken:?}");
        assert!(is_positive(|| gauge.scan_pool()) && is_positive(|| gauge.respond()));
        assert_eq!(gauge.arena.memory().in_use(), 0);
        assert_eq!(gauge.components().best_job(), None);
    }

    #[test]
    fn shared_cache_lines_cost_time() {
        let gauge = Gauge::<ArtificialNode>::new().unwrap();
        assert!(is_positive(|| gauge.transfer()) && is_positive(|| gauge.kibibyte()));
    }

    /// Each of the two has its own context; all that is handed out comes back.
    #[test]
    fn two_workers_work_at_a_node_in_turns() {
        let gauge = Gauge::<ArtificialNode>::new().unwrap();
        let block = gauge.components().take_block(WorkerId::MAIN);
        let visitors = AtomicU32::new(0);
        let time = gauge.handover(&|work| {
            visitors.fetch_add(1, Ordering::Relaxed);
            let control = StopControl::new();
            let mut explorer = Explorer::new(&control);
            let all_alike = Shape { granularity: 0, ..Shape::default() };
            explorer.prepare(&all_alike);
            let opened = ArtificialNode::root(&mut explorer);
            let value = -all_alike.root().value;
            work(AtNode { context: &mut explorer, opened: &opened, value });
        });
        assert!((0.0..1e6).contains(&time), "{time}");
        assert_eq!(visitors.into_inner(), 4, "for the node, for one alone, for two");
        let snapshot = Snapshot::of(&gauge.arena);
        assert_eq!(Some(snapshot.blocks[0].id), block);
        let body = snapshot.blocks[0].locked.expect("the lock is free");
        assert_eq!(body.claims, 0);
        let (alone, of_one) = (BATCHES as u32 * 1_000, BATCHES as u32 * ROUNDS);
        assert_eq!(body.posted, alone + 2 * of_one, "visits of one alone, and of two");
    }

    #[test]
    fn more_bytes_take_more_time() {
        assert!((0..20).any(|_| foreign_bytes(16 << 10) > 4.0 * foreign_bytes(1 << 10)));
    }

    /// The cache lines of a block are transferred only if both threads write to it, in turn.
    #[test]
    fn a_block_is_written_to_in_turns() {
        let last = AtomicU32::new(1);
        let time = take_turns(|worker| {
            assert_eq!(last.swap(worker as u32, Ordering::Relaxed), 1 - worker as u32);
        });
        assert!(time > 0.0);

        let gauge = Gauge::<ArtificialNode>::new().unwrap();
        let block = gauge.components().take_block(WorkerId::MAIN);
        assert!(gauge.lock_in_turns() > 0.0);
        let snapshot = Snapshot::of(&gauge.arena);
        assert_eq!(Some(snapshot.blocks[0].id), block);
        let writes = snapshot.blocks[0].locked.unwrap().posted;
        assert_eq!(writes, 2 * BATCHES as u32 * ROUNDS, "each turn adds one");
    }

    #[test]
    fn the_rest_of_a_time_is_the_difference_and_never_negative() {
        assert_eq!(difference(150.0, 60.0), 90.0);
        assert_eq!(difference(50.0, 60.0), 0.0);
    }

    /// A difference of two measurements may be zero now and then, but not every time.
    fn is_positive(figure: impl Fn() -> f64) -> bool {
        (0..20).map(|_| figure()).any(|figure| figure > 0.0 && figure.is_finite())
    }
}
