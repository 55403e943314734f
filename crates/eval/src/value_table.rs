//! The value table keeps the values of recently evaluated positions.
//!
//! The transposition table has no entry for a node that its evaluation cuts off, because no move is
//! searched there. This table has an entry. The node may recur by another order of moves or in the
//! next iteration; then the table saves its evaluation, one in ten. Each worker has its own table,
//! like the pawn table. It affects the speed of the evaluation, never its value.

use cleave_board::Key;

/// Entries in the table, a power of two. The table takes 128 KiB, because other data need most of
/// the second-level cache.
const ENTRIES: usize = 1 << 14;

/// A key whose lowest sixteen bits are replaced by the value. Fourteen of the replaced bits are the
/// index of the entry.
#[derive(Clone, Copy)]
struct Entry(u64);

const VALUE_BITS: u64 = 0xffff;

impl Entry {
    /// The entry of a key that no known position has.
    const EMPTY: Entry = Entry(!VALUE_BITS);
}

/// The table itself.
#[derive(Clone)]
pub(crate) struct ValueTable {
    entries: Box<[Entry]>,
}

impl ValueTable {
    pub(crate) fn new() -> ValueTable {
        ValueTable { entries: vec![Entry::EMPTY; ENTRIES].into_boxed_slice() }
    }

    /// Returns the value stored for the position with this key.
    #[inline(always)]
    pub(crate) fn get(&self, key: Key) -> Option<i32> {
        let Entry(word) = self.entries[index(key)];
        ((word ^ key.0) & !VALUE_BITS == 0).then_some(i32::from(word as i16))
    }

    /// Stores the value of the position with this key.
    #[inline(always)]
    pub(crate) fn put(&mut self, key: Key, value: i32) {
        debug_assert_eq!(
            i32::from(value as i16),
            value,
            "both halves of a score have sixteen bits"
        );
        self.entries[index(key)] = Entry(key.0 & !VALUE_BITS | u64::from(value as u16));
    }
}

#[inline(always)]
fn index(key: Key) -> usize {
    key.0 as usize % ENTRIES
}
