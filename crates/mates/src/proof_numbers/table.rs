//! All workers share two more things: the numbers of undecided nodes, and which nodes are under search.

use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

use cleave_board::Key;
use cleave_shared_memory::Shareable;

use super::numbers::Numbers;
use crate::entry::Entry;

/// The number of buckets of four entries. Together they take 64 MiB, of which the system gives what is used.
const BUCKETS: usize = 1 << 20;

/// The number of counters of workers. Nodes that share one look harder than they are, which costs nothing but order.
const COUNTERS: usize = 1 << 16;

/// The numbers of undecided nodes: in each entry 48 bits of numbers, and the effort in the other 16.
#[derive(Shareable)]
pub(crate) struct NumberTable {
    buckets: [[Entry; 4]; BUCKETS],
    workers: [AtomicU8; COUNTERS],
}

impl NumberTable {
    /// Returns the numbers of the node with this key, if they are known.
    pub(super) fn probe(&self, key: Key) -> Option<Numbers> {
        let entries = self.bucket(key).iter().map(Entry::load);
        let found = entries.into_iter().find(|&(stored, data)| stored == key.0 && data != 0);
        found.map(|(_, data)| Numbers::from_bits(data))
    }

    /// Stores the numbers of a node for which `nodes` nodes were searched. The entry of the bucket that took the least
    /// effort makes room.
    pub(super) fn store(&self, key: Key, numbers: Numbers, nodes: u64) {
        let bucket = self.bucket(key);
        let same = bucket.iter().find(|entry| entry.load().0 == key.0);
        let cheapest = || bucket.iter().min_by_key(|entry| entry.load().1 >> 48);
        let Some(entry) = same.or_else(cheapest) else { return };
        let effort = u64::from(u64::BITS - nodes.leading_zeros());
        entry.store(key.0, effort << 48 | numbers.bits());
    }

    fn bucket(&self, key: Key) -> &[Entry; 4] {
        &self.buckets[key.0 as usize % BUCKETS]
    }

    /// Returns the number of workers that search the node with this key, and a few others by chance.
    pub(super) fn workers(&self, key: Key) -> u32 {
        self.counter(key).load(Relaxed).into()
    }

    /// Counts a worker that begins to search the node.
    pub(super) fn enter(&self, key: Key) {
        self.counter(key).fetch_add(1, Relaxed);
    }

    /// Takes back what [`NumberTable::enter`] did.
    pub(super) fn leave(&self, key: Key) {
        self.counter(key).fetch_sub(1, Relaxed);
    }

    fn counter(&self, key: Key) -> &AtomicU8 {
        // Other bits than those of the bucket.
        &self.workers[(key.0 >> 40) as usize % COUNTERS]
    }
}

#[cfg(test)]
mod tests {
    use cleave_shared_memory::SharedSlice;

    use super::*;

    fn table() -> SharedSlice<NumberTable> {
        SharedSlice::new("numbers", 1).unwrap()
    }

    fn key(number: u64) -> Key {
        Key(5 + number * BUCKETS as u64)
    }

    #[test]
    fn the_entry_of_the_least_effort_makes_room() {
        let table = &table()[0];
        let numbers = |win| Numbers { win, loss: 2 };
        for (number, nodes) in [(1, 900), (2, 7), (3, 5_000), (4, 90), (5, 60)] {
            table.store(key(number), numbers(number as u32), nodes);
        }
        let kept = [1, 2, 3, 4, 5].map(|number| table.probe(key(number)).map(|found| found.win));
        assert_eq!(kept, [Some(1), None, Some(3), Some(4), Some(5)]);
        table.store(key(3), numbers(8), 1);
        assert_eq!(table.probe(key(3)), Some(numbers(8)), "the same node takes no other entry");
        assert!(table.probe(key(1)).is_some());
    }

    #[test]
    fn an_empty_entry_is_not_the_key_0() {
        assert_eq!(table()[0].probe(Key(0)), None);
    }

    #[test]
    fn workers_are_counted_by_node() {
        let table = &table()[0];
        let other = Key(1 << 40);
        table.enter(key(1));
        table.enter(key(1));
        assert_eq!([key(1), other].map(|key| table.workers(key)), [2, 0]);
        table.leave(key(1));
        assert_eq!(table.workers(key(1)), 1);
    }
}
