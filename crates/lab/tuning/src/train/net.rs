//! The network in real numbers, while it is trained.

use cleave_kit::games::random::Random;
use cleave_nnue::{
    BIAS_ONE, BUCKETS, HIDDEN, INPUT_LIMIT, INPUT_ONE, INPUTS, Network, NetworkError, Neurons,
    OUTPUT_LIMIT, OUTPUT_ONE, Parameters,
};

/// One number for each neuron of a perspective.
#[derive(Clone, PartialEq, Debug)]
#[repr(align(64))] // whole vector registers, and whole cache lines
pub(super) struct Row(pub(super) [f32; HIDDEN]);

impl Row {
    pub(super) const ZERO: Row = Row([0.0; HIDDEN]);
}

/// One number for each parameter of the network: the parameters themselves, or a gradient. Rows are in the order of
/// [`Parameters`]; the last has the biases of the outputs.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Net(Vec<Row>);

const BIAS: usize = INPUTS;
const OUTPUTS: usize = BIAS + 1;
const OUTPUT_BIASES: usize = OUTPUTS + 2 * BUCKETS;
const ROWS: usize = OUTPUT_BIASES + 1;

const _: () = assert!(BUCKETS <= HIDDEN);

/// The largest random weights to begin with. With them the sums of a neuron are mostly within 0..=1 or
/// just below, where a neuron learns.
const FIRST_INPUT: f32 = 0.12;
const FIRST_OUTPUT: f32 = 0.2;

impl Net {
    pub(super) fn zero() -> Net {
        Net(vec![Row::ZERO; ROWS])
    }

    /// Returns an untrained net.
    pub(super) fn random(seed: u64) -> Net {
        let mut random = Random::seeded(seed);
        let mut net = Net::zero();
        for (index, row) in net.0.iter_mut().enumerate() {
            let most = match index {
                BIAS | OUTPUT_BIASES => 0.0,
                0..BIAS => FIRST_INPUT,
                _ => FIRST_OUTPUT,
            };
            const PRECISION: usize = 1 << 24;
            let mut share = || random.below(PRECISION) as f32 / PRECISION as f32;
            row.0.iter_mut().for_each(|number| *number = most * (2.0 * share() - 1.0));
        }
        net
    }

    /// Returns the real numbers that a network in integers represents.
    pub(super) fn of(network: &Network) -> Net {
        let Parameters { input_weights, input_bias, output_weights, output_bias } =
            network.parameters();
        let mut net = Net::zero();
        let inputs = input_weights.iter().chain([input_bias]).map(|row| (row, INPUT_ONE));
        let outputs = output_weights.as_flattened().iter().map(|row| (row, OUTPUT_ONE));
        for (row, (from, one)) in net.0.iter_mut().zip(inputs.chain(outputs)) {
            for (number, from) in row.0.iter_mut().zip(from.0) {
                *number = f32::from(from) / f32::from(one);
            }
        }
        for (bias, from) in net.0[OUTPUT_BIASES].0.iter_mut().zip(output_bias) {
            *bias = *from as f32 / BIAS_ONE as f32;
        }
        net
    }

    pub(super) fn rows(&self) -> &[Row] {
        &self.0
    }

    pub(super) fn rows_mut(&mut self) -> &mut [Row] {
        &mut self.0
    }

    pub(super) fn input(&self, input: usize) -> &Row {
        &self.0[input]
    }

    pub(super) fn input_mut(&mut self, input: usize) -> &mut Row {
        &mut self.0[input]
    }

    pub(super) fn bias(&self) -> &Row {
        &self.0[BIAS]
    }

    pub(super) fn bias_mut(&mut self) -> &mut Row {
        &mut self.0[BIAS]
    }

    /// Returns the output weights of a bucket for the neurons of the side to move, 0, or of the other, 1.
    pub(super) fn output(&self, bucket: usize, side: usize) -> &Row {
        &self.0[OUTPUTS + 2 * bucket + side]
    }

    pub(super) fn output_mut(&mut self, bucket: usize, side: usize) -> &mut Row {
        &mut self.0[OUTPUTS + 2 * bucket + side]
    }

    pub(super) fn output_bias(&self, bucket: usize) -> f32 {
        self.0[OUTPUT_BIASES].0[bucket]
    }

    pub(super) fn output_bias_mut(&mut self, bucket: usize) -> &mut f32 {
        &mut self.0[OUTPUT_BIASES].0[bucket]
    }

    /// Returns the network in integers.
    ///
    /// # Errors
    /// A number is beyond its limit.
    pub(super) fn quantised(&self) -> Result<Network, NetworkError> {
        let mut parameters = Parameters::zero();
        let round = |row: &mut Neurons, from: &Row, one: i16| {
            for (number, from) in row.0.iter_mut().zip(from.0) {
                *number = (from * f32::from(one)).round() as i16;
            }
        };
        let Parameters { input_weights, input_bias, output_weights, output_bias } =
            &mut *parameters;
        for (row, from) in input_weights.iter_mut().chain([input_bias]).zip(&self.0) {
            round(row, from, INPUT_ONE);
        }
        for (row, from) in output_weights.as_flattened_mut().iter_mut().zip(&self.0[OUTPUTS..]) {
            round(row, from, OUTPUT_ONE);
        }
        for (bias, from) in output_bias.iter_mut().zip(self.0[OUTPUT_BIASES].0) {
            *bias = (from * BIAS_ONE as f32).round() as i32;
        }
        Network::new(parameters)
    }
}

/// Returns the largest absolute value of a row that the integers can represent.
pub(super) fn limit(row: usize) -> f32 {
    match row {
        0..OUTPUTS => f32::from(INPUT_LIMIT) / f32::from(INPUT_ONE),
        OUTPUTS..OUTPUT_BIASES => f32::from(OUTPUT_LIMIT) / f32::from(OUTPUT_ONE),
        _ => f32::INFINITY,
    }
}
