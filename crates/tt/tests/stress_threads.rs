//! Several threads hammer eight slots: no torn entry is ever believed. A table that stores the key
//! as it is shows that entries do tear here, and that the hammer would notice.

mod hammer;

use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;
use std::thread;
use std::time::{Duration, Instant};

use cleave_tt::{Bound, Entry, Mapping};
use hammer::{Lockless, Memory, Tally, WORDS, hammer, past};

const THREADS: u64 = 4;

/// What the table would be without the XOR: key and data side by side.
struct Plain<'a>(&'a [AtomicU64]);

impl Plain<'_> {
    /// One slot for each key, without a choice.
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
    tally: &Tally,
    done: impl Fn(&Tally) -> bool + Sync,
) {
    thread::scope(|scope| {
        for worker in 0..THREADS {
            let done = &done;
            scope.spawn(move || hammer(memory, slots, tally, worker, done));
        }
    });
}

#[test]
fn no_torn_entry_is_believed() {
    let mapping = Mapping::new(1).unwrap();
    let words = &mapping.words()[..WORDS];
    let tally = Tally::over(&mapping.words()[1024..]);
    let deadline = Instant::now() + Duration::from_millis(500);

    hammer_with_threads(&Lockless::over(words), &words[8..], &tally, |_| past(deadline));

    let (accepted, rejected) = (tally.accepted(), tally.torn_rejected());
    println!("{THREADS} threads: {accepted} entries accepted, {rejected} torn ones rejected");
    assert_eq!(tally.torn_accepted(), 0);
    assert!(accepted > 1000, "only {accepted} entries were found: nothing was tested");
}

/// Without the XOR torn entries are believed, and the hammer sees it. One processor alone tears so
/// rarely that there is nothing to see.
#[test]
fn the_hammer_finds_torn_entries_where_there_are_some() {
    if thread::available_parallelism().is_ok_and(|cores| cores.get() == 1) {
        return;
    }
    let mapping = Mapping::new(1).unwrap();
    let words = &mapping.words()[..WORDS];
    let tally = Tally::over(&mapping.words()[1024..]);
    let deadline = Instant::now() + Duration::from_secs(30);

    hammer_with_threads(&Plain(words), &words[8..], &tally, |tally| {
        tally.torn_accepted() > 0 || past(deadline)
    });

    println!("without XOR: {} torn of {}", tally.torn_accepted(), tally.accepted());
    assert!(tally.torn_accepted() > 0, "no torn entry in {} probes", tally.accepted());
}
