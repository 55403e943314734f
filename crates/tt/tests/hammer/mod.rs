//! The core of the stress tests. It stores and probes few slots as fast as possible, and checks
//! every hit.
//!
//! Each entry carries a proof of 16 bits. They are a function of its key and of 32 bits that differ
//! from store to store. Half of one entry with half of another passes this check once in 65,536
//! times.

use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Instant;

use cleave_tt::{Bound, Entry, MateThreshold, Table};

/// A header and two buckets: eight slots for all.
pub(crate) const WORDS: usize = 24;

/// Eight positions compete for each slot.
const KEYS: u64 = 64;

/// The memory under test: the table, or a stand-in.
pub(crate) trait Memory {
    fn store(&self, key: u64, entry: Entry);
    fn probe(&self, key: u64) -> Option<Entry>;
    /// Ages all entries, so that every entry is replaced some time.
    fn age(&self);
}

/// The real table.
pub(crate) struct Lockless<'a>(Table<'a>);

impl Lockless<'_> {
    pub(crate) fn over(words: &[AtomicU64]) -> Lockless<'_> {
        Lockless(Table::over(words, MateThreshold::new(31_000)))
    }
}

impl Memory for Lockless<'_> {
    fn store(&self, key: u64, entry: Entry) {
        self.0.store(key, 0, entry);
    }

    fn probe(&self, key: u64) -> Option<Entry> {
        self.0.probe(key, 0)
    }

    fn age(&self) {
        self.0.new_search();
    }
}

/// Counters of all workers, in shared memory.
pub(crate) struct Counters<'a> {
    words: &'a [AtomicU64],
}

impl<'a> Counters<'a> {
    /// The number of words of the counters.
    pub(crate) const WORDS: usize = 3;

    pub(crate) fn over(words: &'a [AtomicU64]) -> Counters<'a> {
        assert!(words.len() >= Counters::WORDS);
        Counters { words }
    }

    /// Returns the number of hits that were whole.
    pub(crate) fn accepted(&self) -> u64 {
        self.words[0].load(Relaxed)
    }

    /// Returns the number of hits that were halves of two entries.
    pub(crate) fn torn_accepted(&self) -> u64 {
        self.words[1].load(Relaxed)
    }

    /// Returns the number of inspections that found halves of two entries in a slot, and so the key
    /// of no position.
    pub(crate) fn torn_rejected(&self) -> u64 {
        self.words[2].load(Relaxed)
    }

    fn count(&self, probed: Option<bool>) {
        match probed {
            Some(true) => self.words[0].fetch_add(1, Relaxed),
            Some(false) => self.words[1].fetch_add(1, Relaxed),
            None => 0,
        };
    }

    fn count_rejected(&self, torn: bool) {
        self.words[2].fetch_add(u64::from(torn), Relaxed);
    }
}

/// Stores and probes until `done`; `worker` seeds the sequence of keys.
pub(crate) fn hammer(
    memory: &impl Memory,
    slots: &[AtomicU64],
    counters: &Counters,
    worker: u64,
    mut done: impl FnMut(&Counters) -> bool,
) {
    let mut random = Random(worker);
    while !done(counters) {
        memory.age();
        for _ in 0..100 {
            let (stored, probed) = (key(random.next()), key(random.next()));
            memory.store(stored, whole(stored, random.next()));
            counters.count(memory.probe(probed).map(|entry| is_whole(probed, entry)));
            counters.count_rejected(is_torn(slots, random.next()));
        }
    }
}

/// Returns true once `deadline` has passed.
pub(crate) fn past(deadline: Instant) -> bool {
    Instant::now() >= deadline
}

/// Returns true if a random slot, read as a probe reads it, has the key of no position.
fn is_torn(slots: &[AtomicU64], random: u64) -> bool {
    let (pairs, _) = slots.as_chunks::<2>();
    let [check, data] = &pairs[random as usize % pairs.len()];
    let data = data.load(Relaxed);
    let found = check.load(Relaxed) ^ data;
    data != 0 && (0..KEYS).all(|n| key(n) != found)
}

/// Returns one of the positions.
fn key(random: u64) -> u64 {
    mix(random % KEYS)
}

fn whole(key: u64, random: u64) -> Entry {
    let (mv, value) = (random as u16 | 1, (random >> 16) as i16);
    Entry { mv, value, eval: proof(key, mv, value), depth: 5, bound: Bound::Lower, pv: false }
}

fn is_whole(key: u64, entry: Entry) -> bool {
    entry.eval == proof(key, entry.mv, entry.value)
}

fn proof(key: u64, mv: u16, value: i16) -> i16 {
    mix(key ^ mix(u64::from(mv) << 16 | u64::from(value as u16))) as i16
}

/// Applies the finalizer of splitmix64 (Steele, Lea and Flood, 2014).
fn mix(n: u64) -> u64 {
    let n = n.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let n = (n ^ n >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let n = (n ^ n >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    n ^ n >> 31
}

struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = mix(self.0);
        self.0
    }
}
