//! The value table: positions evaluated a short while ago.
//!
//! The transposition table remembers evaluations too, but not of a node that the evaluation itself has
//! cut off: nothing has been searched there. When such a node is met again, by another order of moves
//! or in the next iteration, this table knows: one evaluation in ten is found here. Like the pawn
//! table it is a worker's own, and changes how fast the evaluation is, never what it says.

use cleave_board::Key;

/// Entries in the table; a power of two. 128 KiB: most of a second-level cache is wanted by others.
/// Four times as many would find one evaluation in eight.
const ENTRIES: usize = 1 << 14;

/// The key but for its lowest sixteen bits, of which fourteen say where the entry lies, and the value
/// in their place.
#[derive(Clone, Copy)]
struct Entry(u64);

const VALUE_BITS: u64 = 0xffff;

impl Entry {
    /// Belongs to a key that no position is known to have.
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

    /// The value of the position with this key, as [`ValueTable::put`] was told.
    #[inline(always)]
    pub(crate) fn get(&self, key: Key) -> Option<i32> {
        let Entry(word) = self.entries[index(key)];
        ((word ^ key.0) & !VALUE_BITS == 0).then_some(i32::from(word as i16))
    }

    /// Remembers the value of the position with this key.
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
