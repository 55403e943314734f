//! The numbers of a network, their units and their limits.

use crate::inputs::INPUTS;

/// Neurons of the hidden layer for each perspective. Changing it requires no other change.
pub const HIDDEN: usize = 128;
/// Sets of output weights, one for each range of men on the board.
pub const BUCKETS: usize = 8;

/// The integer that represents 1.0 among input weights and biases, and so in a neuron.
pub const INPUT_ONE: i16 = 255;
/// The integer that represents 1.0 among output weights.
pub const OUTPUT_ONE: i16 = 64;
/// The integer that represents 1.0 among output biases. It is a product because a neuron is squared
/// before its weight applies.
pub const BIAS_ONE: i32 = INPUT_ONE as i32 * INPUT_ONE as i32 * OUTPUT_ONE as i32;
/// The value of an output of 1.0.
pub const CENTIPAWNS: i32 = 400;

/// The largest absolute value of an input weight or bias. With 32 men on the board a neuron then
/// fits in sixteen bits.
pub const INPUT_LIMIT: i16 = i16::MAX / (32 + 1);
/// The largest absolute value of an output weight. Its product with a neuron then fits in sixteen
/// bits.
pub const OUTPUT_LIMIT: i16 = i16::MAX / (INPUT_ONE + 1);

// The sum of the weighted neurons of one perspective fits in 32 bits.
const _: () = assert!(
    HIDDEN as i64 * OUTPUT_LIMIT as i64 * INPUT_ONE as i64 * INPUT_ONE as i64 <= i32::MAX as i64
);

/// A row: one number for each neuron of a perspective.
#[derive(Clone, PartialEq, Eq, Debug)]
#[repr(align(64))] // whole vector registers, and whole cache lines
pub struct Neurons(pub [i16; HIDDEN]);

impl Neurons {
    pub(crate) const ZERO: Neurons = Neurons([0; HIDDEN]);
}

/// All parameters of a network. A trainer makes them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parameters {
    /// The contribution of each input to the neurons of a perspective, in units of [`INPUT_ONE`].
    pub input_weights: [Neurons; INPUTS],
    /// The neurons without any input, in units of [`INPUT_ONE`].
    pub input_bias: Neurons,
    /// The weights for each bucket: first for the neurons of the side to move, then for the other
    /// side. In units of [`OUTPUT_ONE`].
    pub output_weights: [[Neurons; 2]; BUCKETS],
    /// The bias of the output for each bucket, in units of [`BIAS_ONE`].
    pub output_bias: [i32; BUCKETS],
}

impl Parameters {
    /// Returns parameters that are all zero, in a box because they take about 100 KiB for each 64
    /// neurons.
    pub fn zero() -> Box<Parameters> {
        Box::new(Parameters {
            input_weights: [const { Neurons::ZERO }; INPUTS],
            input_bias: Neurons::ZERO,
            output_weights: [const { [Neurons::ZERO; 2] }; BUCKETS],
            output_bias: [0; BUCKETS],
        })
    }

    /// Returns the rows with the limit [`INPUT_LIMIT`].
    fn input_side(&self) -> impl Iterator<Item = &Neurons> {
        self.input_weights.iter().chain([&self.input_bias])
    }

    /// Returns the rows with the limit [`OUTPUT_LIMIT`].
    fn output_side(&self) -> impl Iterator<Item = &Neurons> {
        self.output_weights.as_flattened().iter()
    }

    /// Returns all rows, in the order of the file.
    pub(crate) fn rows(&self) -> impl Iterator<Item = &Neurons> {
        self.input_side().chain(self.output_side())
    }

    /// Returns the same rows as [`Parameters::rows`], mutable.
    pub(crate) fn rows_mut(&mut self) -> impl Iterator<Item = &mut Neurons> {
        let Parameters { input_weights, input_bias, output_weights, .. } = self;
        input_weights.iter_mut().chain([input_bias]).chain(output_weights.as_flattened_mut())
    }

    /// Returns the first number beyond its limit, and the limit.
    pub(crate) fn beyond_limit(&self) -> Option<(i16, i16)> {
        let inputs = self.input_side().map(|row| (row, INPUT_LIMIT));
        let outputs = self.output_side().map(|row| (row, OUTPUT_LIMIT));
        inputs.chain(outputs).find_map(|(row, limit)| {
            let beyond = row.0.iter().find(|number| number.unsigned_abs() > limit.unsigned_abs());
            beyond.map(|&number| (number, limit))
        })
    }
}
