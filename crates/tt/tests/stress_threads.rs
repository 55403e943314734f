//! Several threads hammer eight slots, and no torn entry is ever accepted. A table that stores
//! plain keys shows that entries do tear, and that the test detects it.

use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;
use std::thread;
use std::time::{Duration, Instant};

use cleave_tt::{Bound, Entry, Mapping};

use crate::hammer::{Counters, Lockless, Memory, WORDS, hammer, past};

const THREADS: u64 = 4;

/// A table without the XOR: key and data next to each other.
struct Plain<'a>(&'a [AtomicU64]);

impl Plain<'_> {
    /// Returns the only slot of this key.
    fn slot(&self, key: u64) -> &[AtomicU64; 2] {
        let (slots, _) = self.0.as_chunks();
        &slots[key as usize % slots.len()]
    }
}

impl Memory for Plain<'_> {
    fn store(&self, key: u64, entry: Entry) {
        let [plain_key, data] = self.slot(key);
        plain_key.store(key, Relaxed);
        data.store(
            u64::from(entry.mv)
                | u64::from(entry.value as u16) << 16
                | u64::from(entry.eval as u16) << 32
                | 1 << 48,
            Relaxed,
        );
    }

    fn probe(&self, key: u64) -> Option<Entry> {
        let [plain_key, data] = self.slot(key);
        let data = data.load(Relaxed);
        (data != 0 && plain_key.load(Relaxed) == key).then_some(Entry {
            mv: data as u16,
            value: (data >> 16) as i16,
            eval: (data >> 32) as i16,
            depth: 5,
            bound: Bound::Lower,
            pv: false,
        })
    }

    fn age(&self) {}
}

fn hammer_with_threads(
    memory: &(impl Memory + Sync),
    slots: &[AtomicU64],
    counters: &Counters,
    done: impl Fn(&Counters) -> bool + Sync,
) {
    thread::scope(|scope| {
        for worker in 0..THREADS {
            let done = &done;
            scope.spawn(move || hammer(memory, slots, counters, worker, done));
        }
    });
}

#[test]
fn no_torn_entry_is_accepted() {
    let mapping = Mapping::new(1).unwrap();
    let words = &mapping.words()[..WORDS];
    let counters = Counters::over(&mapping.words()[1024..]);
    let deadline = Instant::now() + Duration::from_millis(500);

    hammer_with_threads(&Lockless::over(words), &words[8..], &counters, |_| past(deadline));

    let (accepted, rejected) = (counters.accepted(), counters.torn_rejected());
    println!("{THREADS} threads: {accepted} entries accepted, {rejected} torn ones rejected");
    assert_eq!(counters.torn_accepted(), 0);
    let enough = if cfg!(miri) { 0 } else { 1000 };
    assert!(accepted > enough, "only {accepted} hits: nothing was tested");
}

/// Without the XOR the table accepts torn entries, and the test detects them. On a single processor
/// they are too rare.
#[test]
fn torn_entries_are_detected_without_the_xor() {
    if thread::available_parallelism().is_ok_and(|cores| cores.get() == 1) {
        return;
    }
    let mapping = Mapping::new(1).unwrap();
    let words = &mapping.words()[..WORDS];
    let counters = Counters::over(&mapping.words()[1024..]);
    let deadline = Instant::now() + Duration::from_secs(30);

    hammer_with_threads(&Plain(words), &words[8..], &counters, |counters| {
        counters.torn_accepted() > 0 || past(deadline)
    });

    println!("without XOR: {} torn of {}", counters.torn_accepted(), counters.accepted());
    assert!(counters.torn_accepted() > 0, "no torn entry in {} probes", counters.accepted());
}
