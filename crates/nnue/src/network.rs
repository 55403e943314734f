//! A network, and the value that it gives a position.

use std::fmt;
use std::sync::Arc;

use cleave_board::{Color, Position, Value};

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
        let side = position.side();
        self.output(position, &self.neurons(position, side), &self.neurons(position, !side))
    }

    fn neurons(&self, position: &Position, perspective: Color) -> Neurons {
        self.neurons_in(position, View::of(position, perspective))
    }

    /// The hidden layer of a perspective.
    pub(crate) fn neurons_in(&self, position: &Position, view: View) -> Neurons {
        let mut neurons = self.parameters.input_bias.clone();
        let inputs: arrayvec::ArrayVec<usize, 32> = view.inputs(position).collect();
        layers::update(&mut neurons, &self.parameters, &inputs, &[]);
        neurons
    }

    /// The value from the hidden layers of the side to move and of the other side.
    #[inline(always)]
    pub(crate) fn output(&self, position: &Position, own: &Neurons, other: &Neurons) -> Value {
        let bucket = bucket(position);
        let [own_weights, other_weights] = &self.parameters.output_weights[bucket];
        let sum = i64::from(self.parameters.output_bias[bucket])
            + i64::from(layers::weighted(own, own_weights))
            + i64::from(layers::weighted(other, other_weights));
        let most = i64::from(Value::EVAL_MAX.get());
        let centipawns = sum / i64::from(BIAS_ONE / CENTIPAWNS);
        Value::new(centipawns.clamp(-most, most) as i32)
    }
}

impl fmt::Debug for Network {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_struct("Network").finish_non_exhaustive()
    }
}

/// The set of output weights for a position, by the number of men: 0 for 2 to 5, ... 7 for 30 to 32.
#[inline(always)]
pub fn bucket(position: &Position) -> usize {
    (position.occupied().count() as usize - 2) / 4 % BUCKETS
}
