//! A network, and the value that it computes for a position.

use std::fmt;
use std::sync::Arc;

use cleave_board::{Color, Position, Value};

use crate::changes::Changes;
use crate::file::NetworkError;
use crate::inputs::View;
use crate::layers;
use crate::parameters::{BIAS_ONE, BUCKETS, CENTIPAWNS, Neurons, Parameters};

/// A network. A clone shares the parameters.
#[derive(Clone)]
pub struct Network {
    parameters: Arc<Parameters>,
}

impl Network {
    /// Creates the network with these parameters.
    ///
    /// # Errors
    /// A weight is beyond its limit, so sums could overflow: [`NetworkError::Limit`].
    pub fn new(parameters: Box<Parameters>) -> Result<Network, NetworkError> {
        match parameters.beyond_limit() {
            Some((number, limit)) => Err(NetworkError::Limit { number, limit }),
            None => Ok(Network { parameters: parameters.into() }),
        }
    }

    /// Returns the parameters.
    pub fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    /// Computes the value of a position for the side to move, within [`Value::EVAL_MAX`]. It starts
    /// from the empty board; [`crate::NetworkEvaluator`] is faster.
    pub fn evaluate(&self, position: &Position) -> Value {
        self.update(&mut self.empty_board(), &Changes::from_nothing(position), position)
    }

    /// Returns the hidden layers of White and Black without any man.
    pub(crate) fn empty_board(&self) -> [Neurons; 2] {
        [self.parameters.input_bias.clone(), self.parameters.input_bias.clone()]
    }

    /// Updates the hidden layers of White and Black to this position, and returns its value.
    #[inline(always)]
    pub(crate) fn update(
        &self,
        neurons: &mut [Neurons; 2],
        changes: &Changes,
        position: &Position,
    ) -> Value {
        let [white, black] = neurons;
        let bucket = bucket(position);
        let output = i64::from(self.parameters.output_bias[bucket])
            + i64::from(self.update_one(Color::White, white, changes, position))
            + i64::from(self.update_one(Color::Black, black, changes, position));
        value_of(output)
    }

    /// Updates the hidden layer of one perspective, and returns its part of the output.
    #[inline(always)]
    fn update_one(
        &self,
        perspective: Color,
        neurons: &mut Neurons,
        changes: &Changes,
        position: &Position,
    ) -> i32 {
        let waits = usize::from(perspective != position.side());
        let output_weights = &self.parameters.output_weights[bucket(position)][waits];
        let seen = (View::of(position, perspective), changes);
        layers::update(neurons, seen, &self.parameters.input_weights, output_weights)
    }
}

/// Converts an output in units of [`BIAS_ONE`] to a value.
#[inline(always)]
fn value_of(output: i64) -> Value {
    let most = i64::from(Value::EVAL_MAX.get());
    let centipawns = output / i64::from(BIAS_ONE / CENTIPAWNS);
    Value::new(centipawns.clamp(-most, most) as i32)
}

const _: () = assert!(BIAS_ONE % CENTIPAWNS == 0);

impl fmt::Debug for Network {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_struct("Network").finish_non_exhaustive()
    }
}

/// Returns the index of the output weights for a position. It depends on the number of men: 0 for 2
/// to 5, ... 7 for 30 to 32.
#[inline(always)]
pub fn bucket(position: &Position) -> usize {
    bucket_of_men(position.occupied().count() as usize)
}

/// Returns the [`bucket`] for a number of men.
#[inline(always)]
pub fn bucket_of_men(men: usize) -> usize {
    (men - 2) / 4 % BUCKETS
}
