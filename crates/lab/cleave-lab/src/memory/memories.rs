//! Tables that stand in for the table of the search: with locks, and without the XOR.

use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Mutex, PoisonError};

use cleave_kit::{Error, Result};
use cleave_tt::{Bound, Entry, Mapping, MateThreshold, Record, Table};

/// A table under test.
pub(super) trait Memory: Sync {
    /// Returns the entry of the position with this key.
    fn probe(&self, key: u64) -> Option<Entry>;
    /// Stores an entry of the position with this key.
    fn store(&self, key: u64, entry: Entry);
    /// Makes all entries older, so that every entry is replaced some time.
    fn age(&self) {}
}

/// Returns this many MiB of memory for a table.
///
/// # Errors
/// The system refuses the memory.
pub(super) fn reserve(mib: usize) -> Result<Mapping> {
    Mapping::new(mib).map_err(|error| Error::refused(error.to_string()))
}

/// Returns the table of the search over these words.
pub(super) fn lockless(words: &[AtomicU64]) -> Table<'_> {
    Table::over(words, MateThreshold::new(31_000))
}

impl Memory for Table<'_> {
    fn probe(&self, key: u64) -> Option<Entry> {
        Table::probe(self, key, 0)
    }

    fn store(&self, key: u64, entry: Entry) {
        Table::store(self, key, 0, entry);
    }

    fn age(&self) {
        self.new_search();
    }
}

/// The same table behind mutexes, each for an equal share of it.
pub(super) struct Mutexed<'t> {
    table: Table<'t>,
    locks: Vec<Mutex<()>>,
}

impl<'t> Mutexed<'t> {
    pub(super) fn new(table: Table<'t>, locks: usize) -> Mutexed<'t> {
        Mutexed { table, locks: (0..locks).map(|_| Mutex::new(())).collect() }
    }

    fn locked<R>(&self, key: u64, access: impl FnOnce() -> R) -> R {
        let place = ((u128::from(key) * self.locks.len() as u128) >> 64) as usize;
        let _guard = self.locks[place].lock().unwrap_or_else(PoisonError::into_inner);
        access()
    }
}

impl Memory for Mutexed<'_> {
    fn probe(&self, key: u64) -> Option<Entry> {
        self.locked(key, || Memory::probe(&self.table, key))
    }

    fn store(&self, key: u64, entry: Entry) {
        self.locked(key, || Memory::store(&self.table, key, entry));
    }
}

/// A table without the XOR: the key in one word and the data in the other. Each key has one slot.
pub(super) struct Plain<'w>(pub(super) &'w [AtomicU64]);

impl Plain<'_> {
    fn slot(&self, key: u64) -> &[AtomicU64; 2] {
        let (slots, _) = self.0.as_chunks();
        &slots[((u128::from(key) * slots.len() as u128) >> 64) as usize]
    }
}

impl Memory for Plain<'_> {
    fn probe(&self, key: u64) -> Option<Entry> {
        let [of_key, data] = self.slot(key);
        let (found, data) = (of_key.load(Relaxed), data.load(Relaxed));
        (found == key).then(|| unpack(data)).flatten()
    }

    fn store(&self, key: u64, entry: Entry) {
        let [of_key, data] = self.slot(key);
        of_key.store(key, Relaxed);
        data.store(pack(entry), Relaxed);
    }
}

/// Returns an entry as the table packs it.
fn pack(entry: Entry) -> u64 {
    (u128::from_le_bytes(Record { key: 0, age: 0, entry }.to_bytes()) >> 64) as u64
}

fn unpack(data: u64) -> Option<Entry> {
    Record::from_bytes((u128::from(data) << 64).to_le_bytes()).map(|record| record.entry)
}

/// Returns an entry for the position with this key. Its evaluation is a proof of 16 bits: a function of the key and of
/// the other words, which differ from store to store.
pub(super) fn whole(key: u64, random: u64) -> Entry {
    let (mv, value) = (random as u16 | 1, (random >> 16) as i16);
    Entry { mv, value, eval: proof(key, mv, value), depth: 5, bound: Bound::Lower, pv: false }
}

/// Returns false if the entry has halves of two. Misses one case of 65,536.
pub(super) fn is_whole(key: u64, entry: Entry) -> bool {
    entry.eval == proof(key, entry.mv, entry.value)
}

fn proof(key: u64, mv: u16, value: i16) -> i16 {
    let words = u64::from(mv) << 16 | u64::from(value as u16);
    cleave_smp::random::mix(key ^ cleave_smp::random::mix(words)) as i16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_memory_returns_what_was_stored() {
        let mapping = reserve(1).unwrap();
        let (words, others) = mapping.words().split_at(1024);
        let table = lockless(words);
        let memories: [&dyn Memory; 3] = [&table, &Mutexed::new(table, 3), &Plain(others)];
        for (memory, key) in memories.into_iter().zip([5, 6, 7]) {
            let entry = whole(key, 0x1234_5678_9abc);
            assert_eq!(memory.probe(key), None);
            memory.store(key, entry);
            assert_eq!(memory.probe(key), Some(entry));
            assert!(is_whole(key, entry) && !is_whole(key + 1, entry));
        }
    }

    /// Two stores of one slot, the second between the two words of the first.
    #[test]
    fn halves_of_two_entries_pass_for_one_without_the_xor() {
        let (one, other) = (1 << 40, 2 << 40);
        let words: Vec<_> = (0..2).map(|_| AtomicU64::new(0)).collect();
        let plain = Plain(&words);
        plain.store(one, whole(one, 11));
        let of_one = words[1].load(Relaxed);
        plain.store(other, whole(other, 22));
        words[1].store(of_one, Relaxed);
        let found = plain.probe(other).expect("the key is there");
        assert!(!is_whole(other, found));
    }
}
