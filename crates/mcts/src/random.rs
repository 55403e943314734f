//! Random numbers that depend only on the seed and the number of a playout.

/// The random numbers of one playout, by SplitMix64 (Steele, Lea, Flood 2014).
///
/// Any worker that makes a playout draws the same numbers, at any time.
///
/// ```
/// use cleave_mcts::Random;
/// let mut one = Random::of(7, 1000);
/// let mut same = Random::of(7, 1000);
/// assert_eq!(one.number(), same.number());
/// assert_ne!(Random::of(7, 1001).number(), Random::of(8, 1000).number());
/// ```
#[derive(Clone, Debug)]
pub struct Random(u64);

/// The golden ratio, as a fraction of 2^64.
const STEP: u64 = 0x9E37_79B9_7F4A_7C15;

impl Random {
    /// Starts the random numbers of the playout with this number.
    pub fn of(seed: u64, playout: u64) -> Random {
        Random(mix(seed.wrapping_add(STEP)) ^ mix(playout.wrapping_mul(STEP)))
    }

    /// Returns the next 64-bit number.
    pub fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(STEP);
        mix(self.0)
    }

    /// Returns a number below `end`, which is at least 1. Its bias is below `end` / 2^32.
    pub fn below(&mut self, end: u32) -> u32 {
        (((self.number() >> 32) * u64::from(end)) >> 32) as u32
    }
}

/// Mixes every bit into all others.
fn mix(number: u64) -> u64 {
    let number = (number ^ number >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let number = (number ^ number >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    number ^ number >> 31
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    /// The numbers of SplitMix64 from the state 0, as its authors publish them.
    #[test]
    fn the_numbers_are_those_of_splitmix64() {
        let mut random = Random(0);
        for number in [0xE220_A839_7B1D_CDAF, 0x6E78_9E6A_A1B9_65F4, 0x06C4_5D18_8009_454F] {
            assert_eq!(random.number(), number);
        }
    }

    #[test]
    fn numbers_below_an_end_are_equally_frequent() {
        let mut random = Random::of(1, 1);
        let mut times = [0; 3];
        (0..3_000).for_each(|_| times[random.below(3) as usize] += 1);
        assert!(times.iter().all(|times| (900..1_100).contains(times)), "{times:?}");
    }
}
