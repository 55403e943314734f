//! How many entries have the halves of two stores, and how many of them a probe accepts without the XOR.
//!
//! A slot is two words. If two workers store in one slot at the same time, the slot may keep a word of each. With the
//! XOR of key and data in the first word such an entry has the key of no position. Without the XOR it passes for an
//! entry of the one position, with the data of the other.

use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::thread;
use std::time::{Duration, Instant};

use cleave_kit::Result;
use cleave_kit::table::{Align, markdown};
use cleave_search::team::{Algorithm, Backend};
use cleave_search::{Limits, Root, SearchMode, Searcher, Undisturbed};
use cleave_smp::random::{Rng, mix};
use serde::{Deserialize, Serialize};

use super::Arguments;
use super::memories::{Memory, Plain, is_whole, lockless, reserve, whole};

/// Threads that store and probe. More than processors: a thread that loses its processor between two words leaves the
/// slot torn for long.
const THREADS: [u64; 2] = [2, 4];
/// Slots that they use. The tables of searches have millions.
const SLOTS: [usize; 3] = [8, 1_024, 65_536];
/// Positions that compete for each slot.
const KEYS_PER_SLOT: u64 = 8;
/// Of the table of the searches, in MiB: the smallest, so that it is overwritten most.
const HASH: usize = 1;

/// What was found.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Torn {
    hammered: Vec<Hammered>,
    searches: Vec<Searched>,
}

/// Threads that only store and probe.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct Hammered {
    threads: u64,
    slots: usize,
    /// Probes that found an entry of their position, by the table of the search; and halves of two among them.
    hits: u64,
    torn: u64,
    /// The same without the XOR.
    plain_hits: u64,
    plain_torn: u64,
}

/// Searches by two threads.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct Searched {
    algorithm: String,
    nodes: u64,
    /// Torn entries that stores have found, and overwritten.
    torn: u64,
}

/// Measures both.
///
/// # Errors
/// A file cannot be read, or there is no memory.
pub(super) fn measure(arguments: &Arguments) -> Result<Torn> {
    let time = Duration::from_secs_f64(arguments.seconds);
    let mut hammered = Vec::new();
    for threads in THREADS {
        for slots in SLOTS {
            let mapping = reserve(2)?;
            // A header of a line, then two words for each slot.
            let words = &mapping.words()[..8 + 2 * slots];
            let (hits, torn) = hammer(&lockless(words), threads, slots, time);
            let mapping = reserve(2)?;
            let plain = Plain(&mapping.words()[..2 * slots]);
            let (plain_hits, plain_torn) = hammer(&plain, threads, slots, time);
            hammered.push(Hammered { threads, slots, hits, torn, plain_hits, plain_torn });
        }
    }
    let algorithms = [Algorithm::Dts, Algorithm::Lazy];
    let searches: Result<_> =
        algorithms.map(|algorithm| search(arguments, algorithm)).into_iter().collect();
    Ok(Torn { hammered, searches: searches? })
}

/// Stores and probes by this many threads, and returns the hits and the torn entries among them.
fn hammer(memory: &impl Memory, threads: u64, slots: usize, time: Duration) -> (u64, u64) {
    let (hits, torn, is_over) = (AtomicU64::new(0), AtomicU64::new(0), AtomicBool::new(false));
    let keys = KEYS_PER_SLOT * slots as u64;
    let work = |thread: u64| {
        let mut random = Rng::new(thread + 1);
        let mut counts = [0; 2];
        while !is_over.load(Relaxed) {
            memory.age();
            for _ in 0..100 {
                let (stored, probed) = (mix(random.below(keys)), mix(random.below(keys)));
                memory.store(stored, whole(stored, random.below(1 << 40)));
                if let Some(entry) = memory.probe(probed) {
                    counts[usize::from(!is_whole(probed, entry))] += 1;
                }
            }
        }
        hits.fetch_add(counts[0] + counts[1], Relaxed);
        torn.fetch_add(counts[1], Relaxed);
    };
    thread::scope(|scope| {
        for thread in 0..threads {
            let work = &work;
            scope.spawn(move || work(thread));
        }
        thread::sleep(time);
        is_over.store(true, Relaxed);
    });
    (hits.into_inner(), torn.into_inner())
}

/// Searches the positions by two threads, in turns, for ten times the seconds of a measurement.
fn search(arguments: &Arguments, algorithm: Algorithm) -> Result<Searched> {
    let mut searcher = Searcher::new(HASH)?;
    searcher.set_algorithm(algorithm);
    searcher.set_mode(SearchMode::Parallel { workers: 2, backend: Backend::Thread })?;
    let end = Instant::now() + Duration::from_secs_f64(10.0 * arguments.seconds);
    let (mut nodes, mut torn) = (0, 0);
    for position in arguments.positions.read()?.iter().cycle() {
        if Instant::now() >= end {
            break;
        }
        let limits = Limits { nodes: Some(500_000), ..Limits::default() };
        let found = searcher.search(&Root::from(position.position), &limits, &mut Undisturbed);
        nodes += found.nodes;
        torn += found.torn_rejected;
    }
    Ok(Searched { algorithm: algorithm.to_string(), nodes, torn })
}

impl Torn {
    pub(super) fn table(&self) -> String {
        let of_million =
            |part: u64, whole: u64| format!("{:.1}", 1e6 * part as f64 / whole.max(1) as f64);
        let hammered = self.hammered.iter().map(|row| {
            vec![
                row.threads.to_string(),
                row.slots.to_string(),
                of_million(row.plain_torn, row.plain_hits),
                of_million(row.torn, row.hits),
                millions(row.hits),
            ]
        });
        let heads = "threads | slots | torn, of a million hits, without the XOR | with it | million hits with it";
        let hammered = markdown(Align::Right, heads, hammered);
        let searches = self.searches.iter().map(|row| {
            vec![format!("`{}`", row.algorithm), millions(row.nodes), row.torn.to_string()]
        });
        let heads = "two threads, a table of 1 MiB | million nodes | torn entries found by stores";
        hammered + "\n" + &markdown(Align::RightOfName, heads, searches)
    }
}

fn millions(count: u64) -> String {
    format!("{:.1}", count as f64 / 1e6)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_of_the_search_accepts_no_torn_entry() {
        let mapping = reserve(1).unwrap();
        let words = &mapping.words()[..8 + 2 * 8];
        let (hits, torn) = hammer(&lockless(words), 4, 8, Duration::from_millis(300));
        assert!(hits > 0);
        assert_eq!(torn, 0);
    }

    #[test]
    fn rates_are_of_a_million() {
        let row = Hammered {
            threads: 2,
            slots: 8,
            hits: 4_000_000,
            torn: 0,
            plain_hits: 2_000_000,
            plain_torn: 5,
        };
        let table = Torn { hammered: vec![row], searches: Vec::new() }.table();
        assert!(table.contains("\n| 2 | 8 | 2.5 | 0.0 | 4.0 |\n"), "{table}");
    }
}
