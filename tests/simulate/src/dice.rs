//! Random choices. All choices of a session come from its seed.

use std::time::Duration;

use cleave_smp::random::{Rng, mix};

/// The source of all choices of a session.
#[derive(Clone, Debug)]
pub(crate) struct Dice(Rng);

impl Dice {
    /// Seeds of neighbouring sessions differ by one, and their choices in everything.
    pub(crate) fn new(seed: u64) -> Dice {
        Dice(Rng::new(mix(seed)))
    }

    /// Returns a number from 0 to `limit - 1`.
    pub(crate) fn below(&mut self, limit: u64) -> u64 {
        self.0.below(limit)
    }

    /// Returns a number between these two, both included.
    pub(crate) fn between(&mut self, least: u64, most: u64) -> u64 {
        least + self.below(most - least + 1)
    }

    pub(crate) fn one_in(&mut self, sides: u64) -> bool {
        self.below(sides) == 0
    }

    pub(crate) fn pick<T: Clone>(&mut self, from: &[T]) -> T {
        from[self.below(from.len() as u64) as usize].clone()
    }

    pub(crate) fn shuffle<T>(&mut self, values: &mut [T]) {
        for left in (2..=values.len()).rev() {
            values.swap(left - 1, self.below(left as u64) as usize);
        }
    }

    /// Returns a time of up to this many milliseconds.
    pub(crate) fn milliseconds(&mut self, most: u64) -> Duration {
        Duration::from_micros(self.below(1000 * most + 1))
    }
}
