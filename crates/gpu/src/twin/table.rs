//! The table that all lanes share.

use crate::Packed;

/// The bounds of a position's value at a depth: at least `low` and at most `high`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Known {
    /// The highest bound that the value reaches, as far as known.
    pub low: i32,
    /// One less than the lowest bound that the value does not reach, as far as known.
    pub high: i32,
}

impl Known {
    /// Nothing is known.
    pub const NOTHING: Known = Known { low: -OFFSET, high: OFFSET - 1 };

    /// Adds the answer to a question.
    pub fn with(self, bound: i32, reaches: bool) -> Known {
        match reaches {
            true => Known { low: self.low.max(bound), ..self },
            false => Known { high: self.high.min(bound - 1), ..self },
        }
    }

    /// Returns true if the value reaches the bound, false if not, `None` if that is not known.
    pub fn answer(self, bound: i32) -> Option<bool> {
        if self.low >= bound {
            Some(true)
        } else if self.high < bound {
            Some(false)
        } else {
            None
        }
    }

    const fn data(self) -> u64 {
        (self.low + OFFSET) as u64 | ((self.high + OFFSET) as u64) << 16 | USED
    }

    const fn from_data(data: u64) -> Known {
        Known { low: (data & 0xffff) as i32 - OFFSET, high: (data >> 16 & 0xffff) as i32 - OFFSET }
    }
}

const OFFSET: i32 = 1 << 15;
/// Marks an entry that has been written.
const USED: u64 = 1 << 32;

/// A table of entries of two words. The first word is the key combined with the second word by
/// exclusive or. So an entry whose words come from two lanes matches neither lane's key (Hyatt and
/// Mann).
pub struct Table {
    entries: Vec<[u64; 2]>,
}

impl Table {
    /// Creates an empty table with 2 to the power of `bits` entries.
    pub fn new(bits: u32) -> Table {
        Table { entries: vec![[0; 2]; 1 << bits] }
    }

    /// Makes all entries empty.
    pub fn forget(&mut self) {
        self.entries.fill([0; 2]);
    }

    /// Returns the bounds for the position with this key.
    pub fn probe(&self, key: u64) -> Known {
        let [check, data] = self.entries[self.place(key)];
        if data & USED != 0 && check ^ data == key {
            Known::from_data(data)
        } else {
            Known::NOTHING
        }
    }

    /// Adds an answer to the bounds, and replaces any other position's entry.
    pub fn store(&mut self, key: u64, bound: i32, reaches: bool) {
        let data = self.probe(key).with(bound, reaches).data();
        let place = self.place(key);
        self.entries[place] = [key ^ data, data];
    }

    const fn place(&self, key: u64) -> usize {
        key as usize & (self.entries.len() - 1)
    }
}

/// Returns the key of a position searched to a depth. Each depth has its own entries. An answer
/// from another depth would make a lane's answer depend on the other lanes.
pub fn key(p: &Packed, remaining: i32) -> u64 {
    let words =
        [p.planes[0], p.planes[1], p.planes[2], u64::from(p.word | (remaining as u32) << 8)];
    let mut key = p.black.wrapping_mul(MULTIPLIER);
    for word in words {
        key = ((key ^ key >> 32).wrapping_add(word)).wrapping_mul(MULTIPLIER);
    }
    key ^ key >> 29
}

/// 2^64 divided by the golden ratio, as in Fibonacci hashing.
pub(crate) const MULTIPLIER: u64 = 0x9e37_79b9_7f4a_7c15;

#[cfg(test)]
mod tests {
    use super::{Known, Table};

    #[test]
    fn an_entry_of_two_halves_matches_no_key() {
        let mut table = Table::new(0);
        table.store(3, 10, true);
        let half = table.entries[0][0];
        table.store(5, 70, false);
        assert_eq!(table.probe(5), Known::NOTHING.with(70, false));
        table.entries[0][0] = half;
        assert_eq!((table.probe(3), table.probe(5)), (Known::NOTHING, Known::NOTHING));
    }

    #[test]
    fn answers_narrow_the_bounds() {
        let known = Known::NOTHING.with(10, true).with(-5, true).with(13, false);
        assert_eq!(known, Known { low: 10, high: 12 });
        let answers = [10, 11, 12, 13].map(|bound| known.answer(bound));
        assert_eq!(answers, [Some(true), None, None, Some(false)]);
    }
}
