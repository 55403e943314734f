//! Random numbers and networks for tests and benchmarks.

use cleave_nnue::{Network, Parameters};

/// Marsaglia's xorshift: the same numbers on every machine.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % n
    }

    /// Returns a number from `-limit` to `limit`.
    fn within(&mut self, limit: i16) -> i16 {
        self.below(2 * limit as usize + 1) as i16 - limit
    }
}

/// Returns a network in which every number counts. Some neurons are below 0, some above 1, most in
/// between.
pub(crate) fn network(random: &mut Random) -> Network {
    let mut parameters = Parameters::zero();
    let Parameters { input_weights, input_bias, output_weights, output_bias } = &mut *parameters;
    let output_weights = output_weights.as_flattened_mut();
    input_weights.iter_mut().flat_map(|row| &mut row.0).for_each(|it| *it = random.within(60));
    input_bias.0.iter_mut().for_each(|it| *it = 60 + random.within(100));
    output_weights.iter_mut().flat_map(|row| &mut row.0).for_each(|it| *it = random.within(127));
    output_bias.iter_mut().for_each(|it| *it = random.below(1 << 20) as i32 - (1 << 19));
    Network::new(parameters).expect("all numbers are within their limits")
}
