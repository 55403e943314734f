//! An entry outside the table, for a file or another table.

use crate::Entry;
use crate::packed::{Generation, Packed};

/// An entry with its key and its age. [`Table::records`](crate::Table::records) gives it, and
/// [`Table::restore`](crate::Table::restore) takes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Record {
    /// The key of the position.
    pub key: u64,
    /// The number of searches since the entry was written, from 0 to 31.
    pub age: u8,
    /// The entry. A mate is counted from the position, not from the root.
    pub entry: Entry,
}

impl Record {
    /// The number of bytes of a record.
    pub const BYTES: usize = 16;

    /// Returns the record as bytes: the key and the packed entry, little-endian, with the age in the place of the
    /// generation.
    pub fn to_bytes(self) -> [u8; Record::BYTES] {
        let packed = Packed::new(self.entry, Generation::of(self.age.into()));
        let words = u128::from(packed.bits()) << 64 | u128::from(self.key);
        words.to_le_bytes()
    }

    /// Returns the record of these bytes, or `None` if they are those of no entry. Checks the bound alone: the caller
    /// must check what it knows of moves and values.
    pub fn from_bytes(bytes: [u8; Record::BYTES]) -> Option<Record> {
        let words = u128::from_le_bytes(bytes);
        let packed = Packed::from_bits((words >> 64) as u64);
        let age = packed.generation().number();
        Some(Record { key: words as u64, age, entry: packed.entry()? })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn bytes_are_a_record_or_none(bytes: [u8; Record::BYTES]) {
            match Record::from_bytes(bytes) {
                Some(record) => prop_assert_eq!(record.to_bytes(), bytes),
                None => prop_assert_eq!(bytes[14] & 3, 0, "the bits of the bound"),
            }
        }
    }
}
