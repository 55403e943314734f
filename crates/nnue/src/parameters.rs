//! The numbers of which a network consists, their units and their limits.

use crate::inputs::INPUTS;

/// Neurons of the hidden layer for each perspective. Nothing else has to change with it.
pub const HIDDEN: usize = 128;
/// Sets of output weights, one for each range of men on the board.
pub const BUCKETS: usize = 8;

/// The integer that stands for 1.0 among input weights and biases, and so in a neuron.
pub const INPUT_ONE: i16 = 255;
/// The integer that stands for 1.0 among output weights.
pub const OUTPUT_ONE: i16 = 64;
/// The integer that stands for 1.0 among output biases: a neuron is squared before its weight applies.
pub const BIAS_ONE: i32 = INPUT_ONE as i32 * INPUT_ONE as i32 * OUTPUT_ONE as i32;
/// What an output of 1.0 is worth.
pub const CENTIPAWNS: i32 = 400;

/// The largest input weight or bias, either sign: with all of the 32 men a neuron has sixteen bits.
pub const INPUT_LIMIT: i16 = i16::MAX / (32 + 1);
/// The largest output weight, either sign: its product with a neuron has sixteen bits.
pub const OUTPUT_LIMIT: i16 = i16::MAX / (INPUT_ONE + 1);

// The weighted neurons of one perspective sum up to 32 bits.
const _: () = assert!(
    HIDDEN as i64 * OUTPUT_LIMIT as i64 * INPUT_ONE as i64 * INPUT_ONE as i64 <= i32::MAX as i64
);

/// One number for each neuron of a perspective.
#[derive(Clone, PartialEq, Eq, Debug)]
#[repr(align(64))] // whole vector registers, and whole cache lines
pub struct Neurons(pub [i16; HIDDEN]);

impl Neurons {
    pub(crate) const ZERO: Neurons = Neurons([0; HIDDEN]);
}

/// All parameters of a network, as a trainer makes them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parameters {
    /// What each input adds to the neurons of a perspective, in units of [`INPUT_ONE`].
    pub input_weights: [Neurons; INPUTS],
    /// The neurons without any input, in units of [`INPUT_ONE`].
    pub input_bias: Neurons,
    /// For each bucket the weights of the neurons of the side to move, then of the other side, in units
    /// of [`OUTPUT_ONE`].
    pub output_weights: [[Neurons; 2]; BUCKETS],
    /// For each bucket what is added to the output, in units of [`BIAS_ONE`].
    pub output_bias: [i32; BUCKETS],
}

impl Parameters {
    /// All zero. In a box, as they take some 100 KiB for each 64 neurons.
    pub fn zero() -> Box<Parameters> {
        Box::new(Parameters {
            input_weights: [const { Neurons::ZERO }; INPUTS],
            input_bias: Neurons::ZERO,
            output_weights: [const { [Neurons::ZERO; 2] }; BUCKETS],
            output_bias: [0; BUCKETS],
        })
    }

    /// What has the limit [`INPUT_LIMIT`].
    fn input_side(&self) -> impl Iterator<Item = &Neurons> {
        self.input_weights.iter().chain([&self.input_bias])
    }

    /// What has the limit [`OUTPUT_LIMIT`].
    fn output_side(&self) -> impl Iterator<Item = &Neurons> {
        self.output_weights.as_flattened().iter()
    }

    /// All that is numbered by neurons, in the order of the file.
    pub(crate) fn rows(&self) -> impl Iterator<Item = &Neurons> {
        self.input_side().chain(self.output_side())
    }

    /// As [`Parameters::rows`].
    pub(crate) fn rows_mut(&mut self) -> impl Iterator<Item = &mut Neurons> {
        let Parameters { input_weights, input_bias, output_weights, .. } = self;
        input_weights.iter_mut().chain([input_bias]).chain(output_weights.as_flattened_mut())
    }

    /// The first number beyond its limit, and the limit.
    pub(crate) fn beyond_limit(&self) -> Option<(i16, i16)> {
        let inputs = self.input_side().map(|row| (row, INPUT_LIMIT));
        let outputs = self.output_side().map(|row| (row, OUTPUT_LIMIT));
        inputs.chain(outputs).find_map(|(row, limit)| {
            let beyond = row.0.iter().find(|number| number.unsigned_abs() > limit.unsigned_abs());
            beyond.map(|&number| (number, limit))
        })
    }
}
