//! What a table behind mutexes would cost: nodes per second with it, and with the table of the search.
//!
//! In both kinds of time a node is a probe, the work of a node, and a store. The keys are random.

use std::hint::black_box;
use std::sync::Barrier;
use std::thread;
use std::time::{Duration, Instant};

use cleave_kit::Result;
use cleave_kit::statistics::{median, round};
use cleave_kit::table::{Align, markdown};
use cleave_smp::random::mix;
use cleave_virtual_time::virtual_time::{CostModel, Machine, TableLocks, Ticks, time_of_nodes};
use serde::{Deserialize, Serialize};

use super::Arguments;
use super::memories::{Memory, Mutexed, lockless, reserve, whole};

/// Virtual workers.
const VIRTUAL: [usize; 3] = [1, 2, 16];
/// Real threads.
const THREADS: [u64; 2] = [1, 2];
/// Nodes of each virtual worker.
const NODES: u64 = 20_000;
/// Of the table, in MiB.
const HASH: usize = 64;
/// Lines of the table behind a header of one.
const BUCKETS: usize = HASH << 14;
/// The locks of the mutexed tables: one, some, and one for each bucket.
const LOCKS: [usize; 3] = [1, 1_024, BUCKETS];
/// Measurements of each real table.
const ROUNDS: usize = 9;

/// The figures of all tables.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Locks {
    /// The lockless table comes first.
    tables: Vec<OfTable>,
}

/// The figures of one table, in millions of nodes per second.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct OfTable {
    /// None is lockless.
    locks: Option<usize>,
    /// In virtual time, of teams of 1, 2 and 16.
    of_virtual: Vec<f64>,
    /// Of 1 and 2 threads.
    real: Vec<f64>,
}

/// Measures all tables.
///
/// # Errors
/// The prices cannot be read, or there is no memory.
pub(super) fn measure(arguments: &Arguments) -> Result<Locks> {
    let costs = arguments.costs.read()?;
    let real = real(&costs, Duration::from_secs_f64(arguments.seconds))?;
    let kinds = [None].into_iter().chain(LOCKS.map(Some));
    let tables = kinds.zip(real).map(|(locks, real)| {
        let of_virtual = VIRTUAL.map(|workers| round(virtual_speed(costs, workers, locks), 2));
        OfTable { locks, of_virtual: of_virtual.into(), real }
    });
    Ok(Locks { tables: tables.collect() })
}

/// Returns the millions of nodes per second of this many virtual workers.
fn virtual_speed(costs: CostModel, workers: usize, locks: Option<usize>) -> f64 {
    let machine = Machine { costs, jitter: 5, ..Machine::new(workers) };
    let locks = locks.map_or(TableLocks::Lockless, TableLocks::Mutexed);
    let Ticks(time) = time_of_nodes(&machine, locks, NODES);
    1e3 * (NODES * workers as u64) as f64 / time as f64
}

/// Returns the millions of nodes per second of real threads: for each table those of 1 and 2 threads. The tables are
/// measured in turns, so that a machine that slows down slows all.
fn real(costs: &CostModel, time: Duration) -> Result<Vec<Vec<f64>>> {
    let mapping = reserve(HASH)?;
    let table = lockless(mapping.words());
    table.new_search();
    let mutexed = LOCKS.map(|locks| Mutexed::new(table, locks));
    let memories =
        [&table as &dyn Memory].into_iter().chain(mutexed.iter().map(|one| one as &dyn Memory));
    let memories: Vec<&dyn Memory> = memories.collect();
    let work = turns_of_node(costs);
    let time = time / (ROUNDS * THREADS.len()) as u32;
    let mut speeds = vec![<[Vec<f64>; THREADS.len()]>::default(); memories.len()];
    for _ in 0..ROUNDS {
        for (memory, speeds) in memories.iter().zip(&mut speeds) {
            for (threads, speeds) in THREADS.into_iter().zip(speeds) {
                speeds.push(speed(*memory, threads, work, time));
            }
        }
    }
    let medians = speeds.iter().map(|of_table| {
        of_table.iter().map(|speeds: &Vec<f64>| round(median(speeds), 2)).collect()
    });
    Ok(medians.collect())
}

/// Returns the millions of nodes per second of this many threads.
fn speed(memory: &dyn Memory, threads: u64, work: u64, time: Duration) -> f64 {
    let barrier = Barrier::new(threads as usize);
    let of_thread = |thread: u64| {
        barrier.wait();
        let (begin, mut nodes) = (Instant::now(), 0);
        while begin.elapsed() < time {
            for _ in 0..1_000 {
                let key = mix(mix(thread) ^ nodes);
                black_box(memory.probe(key));
                black_box(turn(key, work));
                memory.store(key, whole(key, nodes));
                nodes += 1;
            }
        }
        nodes as f64 / begin.elapsed().as_secs_f64() / 1e6
    };
    thread::scope(|scope| {
        let of_thread = &of_thread;
        let threads: Vec<_> =
            (0..threads).map(|thread| scope.spawn(move || of_thread(thread))).collect();
        threads.into_iter().map(|thread| thread.join().expect("it does not panic")).sum()
    })
}

/// Returns the number of turns of [`turn`] that take as long as a node.
fn turns_of_node(costs: &CostModel) -> u64 {
    const TURNS: u64 = 1_000_000;
    let of_turn = (0..9).map(|seed| {
        let begin = Instant::now();
        black_box(turn(seed, TURNS));
        begin.elapsed().as_nanos() as f64 / TURNS as f64
    });
    (costs.node.0 as f64 / median(&of_turn.collect::<Vec<_>>())) as u64
}

/// Computes this many times in a row.
fn turn(seed: u64, turns: u64) -> u64 {
    (0..turns).fold(seed, |number, _| mix(number))
}

impl Locks {
    pub(super) fn table(&self) -> String {
        let rows = self.tables.iter().map(|table| {
            let name = match table.locks {
                None => "no locks".into(),
                Some(1) => "one lock for all".into(),
                Some(BUCKETS) => "a lock for each bucket".into(),
                Some(locks) => format!("{locks} locks"),
            };
            let speeds = table.of_virtual.iter().chain(&table.real);
            std::iter::once(name).chain(speeds.map(|speed| format!("{speed:.2}"))).collect()
        });
        let heads =
            "million nodes per second | virtual N = 1 | N = 2 | N = 16 | one thread | two threads";
        markdown(Align::RightOfName, heads, rows)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::costs;

    #[test]
    fn the_committed_speeds_in_virtual_time_come_again() {
        let root = std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../.."));
        let costs = costs::read(&root.join("data/costs.json")).unwrap();
        let committed: Locks =
            cleave_kit::files::read_json(&root.join("data/memory/locks.json")).unwrap();
        assert_eq!(committed.tables.len(), 1 + LOCKS.len());
        for OfTable { locks, of_virtual, .. } in committed.tables {
            let again = VIRTUAL.map(|workers| round(virtual_speed(costs, workers, locks), 2));
            assert_eq!(of_virtual, again, "{locks:?}");
        }
    }

    #[test]
    fn real_threads_have_a_speed() {
        let mapping = reserve(1).unwrap();
        let table = lockless(mapping.words());
        let speed = speed(&Mutexed::new(table, 1), 2, 100, Duration::from_millis(20));
        assert!(speed > 0.0 && speed.is_finite(), "{speed}");
    }
}
