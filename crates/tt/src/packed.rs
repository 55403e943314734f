//! Packs an entry into one 64-bit word, and computes its worth.
//!
//! ```text
//!   63    59   58   51   50   49 48   47  32   31   16   15   0
//!   generation depth     pv   bound   eval     value     move
//! ```
//!
//! Depth and PV flag are adjacent. Read as one number, they are the worth of an entry in half
//! plies. A store compares the worth of four entries, and almost every node stores.

use crate::{Bound, Entry};

/// The number of the search that wrote an entry, modulo 32.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Generation(u64);

impl Generation {
    const BITS: u32 = 5;
    const MASK: u64 = (1 << Generation::BITS) - 1;

    /// Returns the generation of the search with this number.
    #[inline(always)]
    pub(crate) const fn of(search: u64) -> Generation {
        Generation(search & Generation::MASK)
    }

    /// Returns the generation of the search that was this many searches earlier.
    pub(crate) const fn before(self, searches: u8) -> Generation {
        Generation::of(self.0.wrapping_sub(searches as u64))
    }

    /// Returns the number, from 0 to 31.
    pub(crate) const fn number(self) -> u8 {
        self.0 as u8
    }
}

/// An entry in one word. Zero is the empty slot. No entry packs to zero, because its bound is not
/// zero.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Packed(u64);

impl Packed {
    /// The worth that an entry loses with each search it grows older, in half plies.
    const AGE_WEIGHT: i32 = 16;

    #[inline(always)]
    pub(crate) const fn new(entry: Entry, generation: Generation) -> Packed {
        Packed(
            entry.mv as u64
                | (entry.value as u16 as u64) << 16
                | (entry.eval as u16 as u64) << 32
                | (entry.bound as u64) << 48
                | (entry.pv as u64) << 50
                | (entry.depth as u64) << 51
                | generation.0 << 59,
        )
    }

    #[inline(always)]
    pub(crate) const fn from_bits(bits: u64) -> Packed {
        Packed(bits)
    }

    #[inline(always)]
    pub(crate) const fn bits(self) -> u64 {
        self.0
    }

    /// Returns the entry, or `None` if the slot is empty.
    #[inline(always)]
    pub(crate) const fn entry(self) -> Option<Entry> {
        let bound = match self.0 >> 48 & 3 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            3 => Bound::Exact,
            _ => return None,
        };
        Some(Entry {
            mv: self.mv(),
            value: (self.0 >> 16) as i16,
            eval: (self.0 >> 32) as i16,
            depth: self.depth(),
            bound,
            pv: self.0 >> 50 & 1 != 0,
        })
    }

    #[inline(always)]
    pub(crate) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[inline(always)]
    pub(crate) const fn mv(self) -> u16 {
        self.0 as u16
    }

    #[inline(always)]
    pub(crate) const fn depth(self) -> u8 {
        (self.0 >> 51) as u8
    }

    /// Returns the generation that wrote the entry.
    pub(crate) const fn generation(self) -> Generation {
        Generation(self.0 >> 59)
    }

    /// Returns the number of searches since the entry was written, modulo 32.
    #[inline(always)]
    pub(crate) const fn age(self, now: Generation) -> u64 {
        now.0.wrapping_sub(self.0 >> 59) & Generation::MASK
    }

    /// Returns the worth of this entry: its depth in half plies, one more on a principal variation,
    /// fewer for older entries. Overwriting the entry loses as much.
    #[inline(always)]
    pub(crate) const fn worth(self, now: Generation) -> i32 {
        (self.0 >> 50 & 0x1ff) as i32 - Packed::AGE_WEIGHT * self.age(now) as i32
    }

    /// Returns true if `new` may replace this entry of the same position. It may not if it is a
    /// bound from a search four or more plies shallower and this entry is from the current search.
    #[inline(always)]
    pub(crate) const fn yields_to(self, new: &Entry, now: Generation) -> bool {
        matches!(new.bound, Bound::Exact)
            || self.age(now) != 0
            || new.depth as i32 + 4 > self.depth() as i32
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Generation, Packed};
    use crate::{Bound, Entry};

    prop_compose! {
        fn entries()(mv: u16, value: i16, eval: i16, depth: u8, bound in 0..3usize, pv: bool) -> Entry {
            Entry { mv, value, eval, depth, bound: [Bound::Upper, Bound::Lower, Bound::Exact][bound], pv }
        }
    }

    proptest! {
        #[test]
        fn entry_round_trips(entry in entries(), search: u64) {
            let packed = Packed::new(entry, Generation::of(search));
            prop_assert!(!packed.is_empty());
            prop_assert_eq!(packed.entry(), Some(entry));
            prop_assert_eq!(packed.age(Generation::of(search)), 0);
            prop_assert_eq!(packed.age(Generation::of(search.wrapping_add(7))), 7);
            prop_assert_eq!(packed.age(Generation::of(search.wrapping_add(32))), 0);
        }

        #[test]
        fn older_and_shallower_is_worth_less(entry in entries(), search in 0..1u64 << 40) {
            let now = Generation::of(search + 1);
            let fresh = Packed::new(entry, now);
            let old = Packed::new(entry, Generation::of(search));
            prop_assert!(old.worth(now) < fresh.worth(now));
            if entry.depth > 0 {
                let shallow = Packed::new(Entry { depth: entry.depth - 1, ..entry }, now);
                prop_assert!(shallow.worth(now) < fresh.worth(now));
            }
        }
    }

    #[test]
    fn zero_is_empty() {
        assert!(Packed::from_bits(0).is_empty());
        assert_eq!(Packed::from_bits(0).entry(), None);
    }
}
