//! The part of the distributed table that one rank keeps.

/// The number of a child that is not known.
pub(crate) const NO_CHILD: u16 = u16::MAX;

/// Below every value.
pub(crate) const LOWEST: i32 = -1_000_000;

/// What the table knows about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Entry {
    key: u64,
    depth: u8,
    /// The value is at least this.
    pub(crate) lower: i32,
    /// The value is at most this.
    pub(crate) upper: i32,
    /// The child of the last cutoff.
    pub(crate) best: u16,
}

/// Returns what is enough for a search with this bound, if these two are.
pub(crate) fn proven(lower: i32, upper: i32, bound: i32) -> Option<i32> {
    if lower >= bound {
        Some(lower)
    } else if upper < bound {
        Some(upper)
    } else {
        None
    }
}

/// A table in buckets of two: the deeper entry, and the last one.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    buckets: Vec<[Option<Entry>; 2]>,
}

impl Table {
    /// Returns a table of 2 to the power of `bits` buckets.
    pub(crate) fn new(bits: u32) -> Table {
        Table { buckets: vec![[None; 2]; 1 << bits] }
    }

    fn bucket(&self, key: u64) -> usize {
        key as usize & (self.buckets.len() - 1)
    }

    /// Returns the bounds of a position at this depth, and its best child by a search of any depth.
    pub(crate) fn probe(&self, key: u64, depth: u8) -> (Option<Entry>, u16) {
        let here = || self.buckets[self.bucket(key)].iter().flatten().filter(|of| of.key == key);
        let exact = here().find(|entry| entry.depth == depth).copied();
        let known = here().filter(|entry| entry.best != NO_CHILD);
        let best = known.max_by_key(|entry| entry.depth).map_or(NO_CHILD, |entry| entry.best);
        (exact, best)
    }

    /// Stores the result of a search with this bound. `best` is the child of a cutoff.
    pub(crate) fn store(&mut self, key: u64, depth: u8, bound: i32, value: i32, best: u16) {
        let (exact, known) = self.probe(key, depth);
        let unknown = Entry { key, depth, lower: LOWEST, upper: -LOWEST, best: known };
        let mut entry = exact.unwrap_or(unknown);
        if value >= bound {
            entry.lower = entry.lower.max(value);
        } else {
            entry.upper = entry.upper.min(value);
        }
        if best != NO_CHILD {
            entry.best = best;
        }
        let place = self.bucket(key);
        let bucket = &mut self.buckets[place];
        let is_same =
            |old: &Option<Entry>| old.is_some_and(|old| old.key == key && old.depth == depth);
        let slot = match bucket.iter().position(is_same) {
            Some(slot) => slot,
            None => usize::from(bucket[0].is_some_and(|old| old.depth > depth)),
        };
        bucket[slot] = Some(entry);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_of_one_depth_meet_and_those_of_others_give_the_best_child_only() {
        let mut table = Table::new(4);
        table.store(9, 5, 10, 12, 3);
        table.store(9, 5, 20, 17, NO_CHILD);
        let (entry, best) = table.probe(9, 5);
        let entry = entry.expect("it was stored");
        assert_eq!((entry.lower, entry.upper, best), (12, 17, 3));
        assert_eq!(
            [11, 12, 15, 18].map(|bound| proven(12, 17, bound)),
            [Some(12), Some(12), None, Some(17)]
        );
        assert_eq!(table.probe(9, 6), (None, 3));
        assert_eq!(table.probe(9 + 16, 5), (None, NO_CHILD));
    }

    #[test]
    fn the_deeper_of_two_entries_stays() {
        let mut table = Table::new(0);
        for (key, depth) in [(1, 9), (2, 3), (3, 4)] {
            table.store(key, depth, 0, 0, NO_CHILD);
        }
        assert!(table.probe(1, 9).0.is_some() && table.probe(3, 4).0.is_some());
        assert!(table.probe(2, 3).0.is_none());
    }
}
