//! A network, and the value that it gives a position.

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
    /// The network with these parameters.
    ///
    /// # Errors
    /// A weight is beyond its limit, with which sums overflow: [`NetworkError::Limit`].
    pub fn new(parameters: Box<Parameters>) -> Result<Network, NetworkError> {
        match parameters.beyond_limit() {
            Some((number, limit)) => Err(NetworkError::Limit { number, limit }),
            None => Ok(Network { parameters: parameters.into() }),
        }
    }

    /// The parameters.
    pub fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    /// The value of a position for the side to move, within [`Value::EVAL_MAX`], computed from nothing.
    /// [`crate::NetworkEvaluator`] is faster.
    pub fn evaluate(&self, position: &Position) -> Value {
        self.update(&mut self.empty_board(), &Changes::from_nothing(position), position)
    }

    /// The hidden layers of White and Black without any man.
    pub(crate) fn empty_board(&self) -> [Neurons; 2] {
        [self.parameters.input_bias.clone(), self.parameters.input_bias.clone()]
    }

    /// Changes the hidden layers of White and Black to those of this position, and returns its value.
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

    /// Changes the hidden layer of a perspective, and returns its part of the output.
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

/// The value of an output, which comes in units of [`BIAS_ONE`].
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

/// The set of output weights for a position, by the number of men: 0 for 2 to 5, ... 7 for 30 to 32.
#[inline(always)]
pub fn bucket(position: &Position) -> usize {
    bucket_of_men(position.occupied().count() as usize)
}

/// As [`bucket`], for this many men.
#[inline(always)]
pub fn bucket_of_men(men: usize) -> usize {
    (men - 2) / 4 % BUCKETS
}
