//! Depth and ply, as types that do not mix.

use std::ops::{Add, AddAssign, Sub, SubAssign};

use cleave_shared_memory::Plain;

/// Remaining depth in plies; zero or less means quiescence.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Plain)]
pub struct Depth(i32);

/// Distance from the root in plies.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Plain)]
pub(crate) struct Ply(u16);

/// The deepest ply a search may reach.
pub(crate) const MAX_PLY: usize = 128;

impl Depth {
    /// The horizon: quiescence at its first ply.
    pub(crate) const ZERO: Depth = Depth(0);

    /// Quiescence at its later plies.
    pub(crate) const BELOW_HORIZON: Depth = Depth(-1);

    /// The deepest iteration.
    pub(crate) const MAX: Depth = Depth(MAX_PLY as i32 - 8);

    /// Creates a depth from plies.
    #[inline(always)]
    pub(crate) const fn new(plies: i32) -> Depth {
        Depth(plies)
    }

    /// Returns the number of plies.
    #[inline(always)]
    pub(crate) const fn get(self) -> i32 {
        self.0
    }
}

impl Add<i32> for Depth {
    type Output = Depth;

    #[inline(always)]
    fn add(self, plies: i32) -> Depth {
        Depth(self.0 + plies)
    }
}

impl Sub<i32> for Depth {
    type Output = Depth;

    #[inline(always)]
    fn sub(self, plies: i32) -> Depth {
        Depth(self.0 - plies)
    }
}

impl AddAssign<i32> for Depth {
    #[inline(always)]
    fn add_assign(&mut self, plies: i32) {
        self.0 += plies;
    }
}

impl SubAssign<i32> for Depth {
    #[inline(always)]
    fn sub_assign(&mut self, plies: i32) {
        self.0 -= plies;
    }
}

impl Ply {
    /// The root.
    pub(crate) const ROOT: Ply = Ply(0);

    /// Creates a ply from its number.
    #[inline(always)]
    pub(crate) const fn new(number: usize) -> Ply {
        Ply(number as u16)
    }

    /// Returns the number of plies from the root.
    #[inline(always)]
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the ply one further from the root.
    #[inline(always)]
    pub(crate) const fn next(self) -> Ply {
        Ply(self.0 + 1)
    }

    /// Returns true if the search may not go deeper.
    #[inline(always)]
    pub(crate) const fn is_last(self) -> bool {
        self.0 as usize >= MAX_PLY - 1
    }
}
