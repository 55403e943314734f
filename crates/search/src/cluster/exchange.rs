//! Table entries on their way between the ranks of a cluster.
//!
//! The search of one rank notes the keys of finished positions in a ring that all its workers share. The table entries
//! of these positions are worth sending. An entry from another rank is stored like any other. It also leaves a mark
//! here, so that the search can count the entries that were used.
//!
//! Only nodes in places where several workers may meet are noted: in split blocks, or on the stack of a worker that
//! searches from the root. No other nodes are deep enough, so the recursive driver below them needs no change. Without
//! a cluster the least depth is 0, and nothing is noted.

use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicI32, AtomicU64};
use std::time::Duration;

use cleave_shared_memory::Shareable;
use cleave_tt::Entry;

use super::noted_keys::{Cursor, NotedKeys};
use crate::table::{Table, depth_of, entry_depth};
use crate::units::Depth;

/// Marks of entries received; a later one may overwrite an earlier one.
const MARKS: usize = 1 << 14;

/// The notes of one rank's workers for the other ranks, in memory that the workers share.
#[derive(Shareable)]
pub(crate) struct Traffic {
    /// Nodes of at least this depth are noted; none if it is 0.
    least_depth: AtomicI32,
    /// Nodes whose entry in the table has changed.
    changed: NotedKeys,
    /// Nodes of at least this depth without a deep enough entry are noted as missed; none if it is 0.
    least_missed: AtomicI32,
    missed: NotedKeys,
    /// Key and content of entries received, in one word.
    marks: [AtomicU64; MARKS],
    used: AtomicU64,
}

impl Traffic {
    /// Begins a search, for which no entries are gathered yet.
    pub(crate) fn begin_search(&self) {
        self.least_depth.store(0, Relaxed);
        self.least_missed.store(0, Relaxed);
    }

    /// Begins a new game with an empty table: no entry comes from another rank.
    pub(crate) fn clear(&self) {
        self.marks.iter().for_each(|mark| mark.store(0, Relaxed));
    }

    /// Returns true if a node of this depth is of interest to other ranks.
    #[inline]
    pub(crate) fn concerns(&self, depth: Depth) -> bool {
        let least = self.least_depth.load(Relaxed);
        least > 0 && depth.get() >= least
    }

    /// Notes that the table has a new entry for the position with this key.
    pub(crate) fn note(&self, key: u64) {
        self.changed.note(key);
    }

    /// Notes that a node has just been opened with this entry, if its home may have a deeper one.
    pub(crate) fn note_if_missed(&self, key: u64, depth: Depth, entry: Option<&Entry>) {
        let least = self.least_missed.load(Relaxed);
        let is_deep_enough = entry.is_some_and(|entry| depth_of(entry) >= depth);
        if least > 0 && depth.get() >= least && !is_deep_enough {
            self.missed.note(key);
        }
    }

    /// Counts an entry as used if it came from another rank and is unchanged.
    pub(crate) fn count_if_received(&self, key: u64, entry: &Entry) {
        if self.mark_of(key).load(Relaxed) == mark(key, entry) {
            self.used.fetch_add(1, Relaxed);
        }
    }

    fn mark_of(&self, key: u64) -> &AtomicU64 {
        &self.marks[key as usize % MARKS]
    }
}

/// Returns key and content in one word. It is 0 by chance at most once in 2^64 entries.
fn mark(key: u64, entry: &Entry) -> u64 {
    let Entry { mv, value, depth, bound, .. } = *entry;
    let content = u64::from(mv)
        | u64::from(value as u16) << 16
        | u64::from(depth) << 32
        | (bound as u64) << 40;
    key ^ content.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// A table entry with the key of its position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KeyedEntry {
    /// The key of the position.
    pub key: u64,
    /// The entry. Mates, and wins by tables, are counted from the position.
    pub entry: Entry,
}

/// A question to the home of a position: is there an entry of at least this depth?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ask {
    /// The key of the position.
    pub key: u64,
    /// The least depth of an answer, as entries count depths.
    pub least: u8,
}

/// The parts of a running search that the [`Cluster`](super::Cluster) sees.
#[derive(Clone, Copy)]
pub struct Exchange<'a> {
    table: Table<'a>,
    traffic: &'a Traffic,
    /// The time since the search began, if its driver has a clock of its own; zero in real time.
    pub driver_time: Duration,
}

impl<'a> Exchange<'a> {
    /// Returns the exchange of a search with this table.
    pub(crate) fn new(
        table: Table<'a>,
        traffic: &'a Traffic,
        driver_time: Duration,
    ) -> Exchange<'a> {
        Exchange { table, traffic, driver_time }
    }

    /// Sets the least depth of the entries gathered in this search. It is 0 at the beginning, for none.
    pub fn gather_from(&self, least: u32) {
        self.traffic.least_depth.store(least as i32, Relaxed);
    }

    /// Returns the least depth of the entries gathered; 0 for none.
    pub(crate) fn gathers_from(&self) -> u32 {
        self.traffic.least_depth.load(Relaxed) as u32
    }

    /// Notes that the table has a new entry for the position with this key, made by a worker of another group.
    pub(crate) fn note(&self, key: u64) {
        self.traffic.note(key);
    }

    /// Returns a cursor behind the last changed entry so far.
    pub fn cursor(&self) -> Cursor {
        self.traffic.changed.end()
    }

    /// Passes the entries of all positions noted since the cursor's last visit to `take`, as they are in the table now,
    /// if they are deep enough.
    pub fn gather(&self, cursor: &mut Cursor, mut take: impl FnMut(KeyedEntry)) {
        self.traffic.changed.read(cursor, |key| {
            if let Some(entry) = self.table.entry(key)
                && self.traffic.concerns(depth_of(&entry))
            {
                take(KeyedEntry { key, entry });
            }
        });
    }

    /// Sets the least depth of nodes whose missing entries are worth a question. It is 0 at the beginning, for none.
    pub fn ask_from(&self, least: u32) {
        self.traffic.least_missed.store(least as i32, Relaxed);
    }

    /// Returns a cursor behind the last missing entry so far.
    pub fn missed_cursor(&self) -> Cursor {
        self.traffic.missed.end()
    }

    /// Passes a question to `take` for each node missed since the cursor's last visit. The answer must be deeper than
    /// the entry that the table has by now.
    pub fn gather_asks(&self, cursor: &mut Cursor, mut take: impl FnMut(Ask)) {
        let least = entry_depth(Depth::new(self.traffic.least_missed.load(Relaxed)));
        self.traffic.missed.read(cursor, |key| {
            let deeper = self.table.entry(key).map_or(0, |entry| entry.depth.saturating_add(1));
            take(Ask { key, least: least.max(deeper) });
        });
    }

    /// Returns the answer to a question of another rank, if the table has one.
    pub fn answer(&self, ask: &Ask) -> Option<KeyedEntry> {
        let entry = self.table.entry(ask.key).filter(|entry| entry.depth >= ask.least)?;
        Some(KeyedEntry { key: ask.key, entry })
    }

    /// Stores an entry from another rank like any other.
    pub fn store(&self, received: &KeyedEntry) {
        self.table.put(received.key, received.entry);
        let mark = mark(received.key, &received.entry);
        self.traffic.mark_of(received.key).store(mark, Relaxed);
    }

    /// Returns the number of times, in the whole life of this searcher, that its team opened a node of sufficient depth
    /// with an entry from another rank.
    pub fn used(&self) -> u64 {
        self.traffic.used.load(Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use cleave_board::Position;
    use cleave_tt::Bound;

    use super::super::noted_keys::RING;
    use super::*;
    use crate::testing::with_worker;

    /// Returns an entry of this depth of the search.
    fn entry(depth: u8) -> Entry {
        let entry = Entry { mv: 0, value: 17, eval: 3, depth, bound: Bound::Lower, pv: false };
        let lowest = depth_of(&Entry { depth: 0, ..entry }).get();
        Entry { depth: (i32::from(depth) - lowest) as u8, ..entry }
    }

    fn gathered(exchange: &Exchange<'_>, cursor: &mut Cursor) -> Vec<u64> {
        let mut keys = Vec::new();
        exchange.gather(cursor, |found| keys.push(found.key));
        keys
    }

    #[test]
    fn entries_are_gathered_once_and_only_if_deep_enough() {
        with_worker(&Position::start(), |context| {
            let exchange =
                Exchange::new(context.shared.table, context.shared.traffic, Duration::ZERO);
            context.shared.traffic.note(10 << 40);
            context.shared.table.put(10 << 40, entry(9));
            let mut cursor = exchange.cursor();
            assert!(!context.shared.traffic.concerns(Depth::new(99)), "nothing is gathered");
            exchange.gather_from(6);
            for (key, depth) in [(11 << 40, 6), (12 << 40, 5), (13 << 40, 7)] {
                context.shared.table.put(key, entry(depth));
                context.shared.traffic.note(key);
            }
            context.shared.traffic.note(14 << 40);
            assert_eq!(gathered(&exchange, &mut cursor), [11 << 40, 13 << 40]);
            assert_eq!(gathered(&exchange, &mut cursor), []);
            for _ in 0..RING + 10 {
                context.shared.traffic.note(11 << 40);
            }
            assert_eq!(gathered(&exchange, &mut cursor).len(), RING);
            assert_eq!(cursor.missed, 10);
        });
    }

    #[test]
    fn a_missing_entry_is_asked_for_and_answered_only_if_it_is_deeper() {
        with_worker(&Position::start(), |context| {
            let (table, traffic) = (context.shared.table, context.shared.traffic);
            let exchange = Exchange::new(table, traffic, Duration::ZERO);
            let mut cursor = exchange.missed_cursor();
            traffic.note_if_missed(1 << 40, Depth::new(9), None);
            exchange.ask_from(7);
            let (shallow, deep) = (entry(8), entry(9));
            traffic.note_if_missed(2 << 40, Depth::new(6), None);
            traffic.note_if_missed(3 << 40, Depth::new(9), Some(&deep));
            traffic.note_if_missed(4 << 40, Depth::new(9), Some(&shallow));
            traffic.note_if_missed(5 << 40, Depth::new(9), None);
            table.put(4 << 40, shallow);
            let mut asks = Vec::new();
            exchange.gather_asks(&mut cursor, |ask| asks.push(ask));
            let expected = [(4 << 40, deep.depth), (5 << 40, entry(7).depth)];
            assert_eq!(asks, expected.map(|(key, least)| Ask { key, least }));
            // The table of the home.
            assert_eq!(asks.iter().find_map(|ask| exchange.answer(ask)), None);
            table.put(4 << 40, deep);
            table.put(5 << 40, entry(6));
            let answers: Vec<_> = asks.iter().filter_map(|ask| exchange.answer(ask)).collect();
            assert_eq!(answers, [KeyedEntry { key: 4 << 40, entry: deep }]);
        });
    }

    #[test]
    fn only_an_unchanged_entry_from_another_rank_counts_as_used() {
        with_worker(&Position::start(), |context| {
            let exchange =
                Exchange::new(context.shared.table, context.shared.traffic, Duration::ZERO);
            let traffic = context.shared.traffic;
            let received = KeyedEntry { key: 5 << 40, entry: entry(9) };
            exchange.store(&received);
            assert_eq!(context.shared.table.entry(5 << 40), Some(received.entry));
            traffic.count_if_received(5 << 40, &received.entry);
            assert_eq!(exchange.used(), 1);
            traffic.count_if_received(5 << 40, &entry(10));
            traffic.count_if_received(6 << 40, &received.entry);
            traffic.clear();
            traffic.count_if_received(5 << 40, &received.entry);
            assert_eq!(exchange.used(), 1);
        });
    }
}
