//! Virtual time.

use std::iter::Sum;
use std::ops::{Add, AddAssign, Sub};
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// A point in virtual time or a length of it: nanoseconds of the machine that the cost model was
/// measured on.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Ticks(pub u64);

impl Ticks {
    /// The beginning, or no time at all.
    pub const ZERO: Ticks = Ticks(0);

    /// This many times as long.
    pub const fn times(self, count: u64) -> Ticks {
        Ticks(self.0 * count)
    }

    /// This less `other`, at least zero.
    pub const fn less(self, other: Ticks) -> Ticks {
        Ticks(self.0.saturating_sub(other.0))
    }

    /// This as a share of `whole`, 0 if that is zero.
    pub fn share_of(self, whole: Ticks) -> f64 {
        if whole == Ticks::ZERO { 0.0 } else { self.0 as f64 / whole.0 as f64 }
    }
}

impl Add for Ticks {
    type Output = Ticks;

    fn add(self, other: Ticks) -> Ticks {
        Ticks(self.0 + other.0)
    }
}

impl AddAssign for Ticks {
    fn add_assign(&mut self, other: Ticks) {
        self.0 += other.0;
    }
}

impl Sub for Ticks {
    type Output = Ticks;

    /// # Panics
    /// If `other` is the longer time.
    fn sub(self, other: Ticks) -> Ticks {
        Ticks(self.0.checked_sub(other.0).expect("time does not run backwards"))
    }
}

impl Sum for Ticks {
    fn sum<I: Iterator<Item = Ticks>>(ticks: I) -> Ticks {
        ticks.fold(Ticks::ZERO, Add::add)
    }
}

impl From<Ticks> for Duration {
    fn from(ticks: Ticks) -> Duration {
        Duration::from_nanos(ticks.0)
    }
}
