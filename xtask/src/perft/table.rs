//! A table of counts, shared by threads without locks.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use cleave_board::{Key, Position};

/// Counts by position and depth.
///
/// An entry is two words: the count, and the key XOR the count (Hyatt and Mann 2002). Two threads
/// that write an entry at once may leave one word each; such a pair matches no key and is ignored.
pub(super) struct Table {
    entries: Vec<[AtomicU64; 2]>,
}

/// The table could not be allocated.
#[derive(Debug, thiserror::Error)]
#[error("cannot allocate a table of {0} MiB: {1}")]
pub(super) struct NoTable(usize, std::collections::TryReserveError);

impl Table {
    /// A table of this size; of size 0 it has no entries.
    pub(super) fn new(mib: usize) -> Result<Table, NoTable> {
        let len = mib.saturating_mul(1 << 20) / size_of::<[AtomicU64; 2]>();
        let mut entries: Vec<[AtomicU64; 2]> = Vec::new();
        entries.try_reserve_exact(len).map_err(|error| NoTable(mib, error))?;
        entries.resize_with(len, Default::default);
        Ok(Table { entries })
    }

    pub(super) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The count of this position at this depth, if known.
    pub(super) fn get(&self, position: &Position, depth: u32) -> Option<u64> {
        let key = mix(position.key(), depth);
        let [check, nodes] = self.entry(key);
        let nodes = nodes.load(Relaxed);
        (check.load(Relaxed) ^ nodes == key).then_some(nodes)
    }

    /// Stores a count, in place of whatever the entry holds.
    pub(super) fn set(&self, position: &Position, depth: u32, count: u64) {
        let key = mix(position.key(), depth);
        let [check, nodes] = self.entry(key);
        check.store(key ^ count, Relaxed);
        nodes.store(count, Relaxed);
    }

    fn entry(&self, key: u64) -> &[AtomicU64; 2] {
        // The high half of key * len spreads evenly without a division.
        &self.entries[((u128::from(key) * self.entries.len() as u128) >> 64) as usize]
    }
}

/// The key of a position at a depth. Multiplying by an odd number keeps keys distinct.
fn mix(key: Key, depth: u32) -> u64 {
    (key.0 ^ u64::from(depth)).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}
