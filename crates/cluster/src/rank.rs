//! The numbers of machines.

use std::fmt;
use std::num::NonZeroU16;

/// The number of a machine in the cluster, from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Rank(u16);

impl Rank {
    /// The rank of the user or GUI. It has the clock.
    pub const FIRST: Rank = Rank(0);

    /// Creates the rank with this number.
    pub const fn new(number: u16) -> Rank {
        Rank(number)
    }

    /// Returns the number.
    pub const fn number(self) -> u16 {
        self.0
    }

    /// Returns the number as an index.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "rank {}", self.0)
    }
}

/// The number of ranks of a cluster, at least one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ranks(NonZeroU16);

impl Ranks {
    /// A cluster of one machine.
    pub const ONE: Ranks = Ranks(NonZeroU16::MIN);

    /// Creates a number of ranks. Returns `None` for 0.
    pub fn new(count: u16) -> Option<Ranks> {
        NonZeroU16::new(count).map(Ranks)
    }

    /// Returns the number of ranks.
    pub fn count(self) -> usize {
        self.0.get().into()
    }

    /// Returns all ranks.
    pub fn iter(self) -> impl Iterator<Item = Rank> {
        (0..self.0.get()).map(Rank)
    }

    /// Returns true if this rank is one of the ranks.
    pub fn has(self, rank: Rank) -> bool {
        rank.0 < self.0.get()
    }
}
