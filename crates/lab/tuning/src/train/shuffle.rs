//! An order that looks random, without a list of it.

use cleave_smp::random::mix;

/// A permutation of the numbers below a limit, determined by a seed: a Feistel network (Luby and Rackoff,
/// 1988) over the next power of four. A result beyond the limit is permuted again until it is below.
pub(super) struct Shuffle {
    keys: [u64; Shuffle::ROUNDS],
    half: u32,
    limit: u64,
}

impl Shuffle {
    const ROUNDS: usize = 4;

    pub(super) fn new(seed: u64, limit: usize) -> Shuffle {
        let limit = limit as u64;
        let bits = u64::BITS - limit.saturating_sub(1).leading_zeros();
        let keys = std::array::from_fn(|round| mix(mix(seed) ^ round as u64));
        Shuffle { keys, half: bits.div_ceil(2).max(1), limit }
    }

    /// Returns the new place of a number. It must be below the limit.
    #[inline]
    pub(super) fn at(&self, number: usize) -> usize {
        let mut number = number as u64;
        loop {
            number = self.permute(number);
            if number < self.limit {
                return number as usize;
            }
        }
    }

    fn permute(&self, number: u64) -> u64 {
        let mask = (1 << self.half) - 1;
        let (mut high, mut low) = (number >> self.half, number & mask);
        for key in self.keys {
            (high, low) = (low, high ^ (mix(low ^ key) & mask));
        }
        high << self.half | low
    }
}

#[cfg(test)]
mod tests {
    use super::Shuffle;

    #[test]
    fn every_number_has_a_place_of_its_own() {
        for limit in [1, 2, 3, 4, 5, 16, 17, 63, 64, 65, 1000, 4097] {
            let shuffle = Shuffle::new(7, limit);
            let mut places: Vec<usize> = (0..limit).map(|number| shuffle.at(number)).collect();
            places.sort_unstable();
            assert!(places.into_iter().eq(0..limit), "{limit}");
        }
    }

    /// Numbers of the first tenth are spread over all tenths, and neighbours do not stay neighbours.
    #[test]
    fn the_order_looks_random() {
        const LIMIT: usize = 100_000;
        let shuffle = Shuffle::new(1, LIMIT);
        let mut tenths = [0; 10];
        (0..LIMIT / 10).for_each(|number| tenths[shuffle.at(number) * 10 / LIMIT] += 1);
        assert!(tenths.iter().all(|count| (850..1150).contains(count)), "{tenths:?}");
        let near = |n: &usize| shuffle.at(*n).abs_diff(shuffle.at(n + 1)) < LIMIT / 1000;
        let neighbours = (0..LIMIT - 1).filter(near).count();
        assert!((100..300).contains(&neighbours), "{neighbours} neighbours within a thousandth");
    }

    #[test]
    fn each_seed_has_its_order() {
        let order = |seed| (0..100).map(|n| Shuffle::new(seed, 100).at(n)).collect::<Vec<_>>();
        assert_eq!(order(1), order(1));
        assert_ne!(order(1), order(2));
    }
}
