//! The numbers of the machines.

use std::fmt;
use std::num::NonZeroU16;

/// The number of a machine in the cluster, from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Rank(u16);

impl Rank {
    /// The rank that a user or a GUI speaks to. It has the clock.
    pub const FIRST: Rank = Rank(0);

    /// The rank with this number.
    pub const fn new(number: u16) -> Rank {
        Rank(number)
    }

    /// The number.
    pub const fn number(self) -> u16 {
        self.0
    }

    /// The number, to index with.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "rank {}", self.0)
    }
}

/// How many ranks a cluster has: at least one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ranks(NonZeroU16);

impl Ranks {
    /// A cluster of one machine.
    pub const ONE: Ranks = Ranks(NonZeroU16::MIN);

    /// This many ranks; `None` for 0.
    pub fn new(count: u16) -> Option<Ranks> {
        NonZeroU16::new(count).map(Ranks)
    }

    /// How many.
    pub fn count(self) -> usize {
        self.0.get().into()
    }

    /// All of them.
    pub fn iter(self) -> impl Iterator<Item = Rank> {
        (0..self.0.get()).map(Rank)
    }

    /// True if this rank is one of them.
    pub fn has(self, rank: Rank) -> bool {
        rank.0 < self.0.get()
    }
}
