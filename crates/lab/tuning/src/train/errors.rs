//! The errors of values as predictions.

use std::fmt;

use cleave_eval::Evaluator;
use cleave_kit::{Error, Result};
use cleave_nnue::Network;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::net::Net;
use super::sample::Sample;
use super::target::Target;
use crate::positions::Record;

/// Mean squared errors of predicted points.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Errors {
    /// The error against the prediction that the network learns.
    pub(super) target: f64,
    /// The error against the results of the games alone.
    pub(super) result: f64,
}

impl Errors {
    /// Returns the errors of these values, one for each record.
    pub(super) fn of(values: &[f32], records: &[Record], target: &Target) -> Errors {
        let mut sums = [0.0; 2];
        for (&value, record) in values.iter().zip(records) {
            let predicted = target.points(value);
            let misses = [target.of(record), record.outcome().points()].map(|it| predicted - it);
            sums.iter_mut().zip(misses).for_each(|(sum, miss)| *sum += f64::from(miss * miss));
        }
        let [target, result] = sums.map(|sum| sum / records.len() as f64);
        Errors { target, result }
    }
}

impl fmt::Display for Errors {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{:.5} (result alone {:.5})", self.target, self.result)
    }
}

/// Returns the values by the network in real numbers.
pub(super) fn by_net(net: &Net, records: &[Record]) -> Vec<f32> {
    records.par_iter().map(|record| net.evaluate(&Sample::new(record))).collect()
}

/// Returns the values by the network in integers.
///
/// # Errors
/// A record is no position.
pub(super) fn by_network(network: &Network, records: &[Record]) -> Result<Vec<f32>> {
    let evaluate = |record: &Record| Ok(network.evaluate(&record.position()?).get() as f32);
    records.par_iter().map(evaluate).collect::<Result<_, _>>().map_err(|error| no_position(&error))
}

/// Returns the values by the evaluation written by hand.
///
/// # Errors
/// A record is no position.
pub(super) fn by_hand(records: &[Record]) -> Result<Vec<f32>> {
    let evaluate = |evaluator: &mut Evaluator, record: &Record| {
        Ok(evaluator.evaluate(&record.position()?).get() as f32)
    };
    let values = records.par_iter().map_init(Evaluator::new, evaluate);
    values.collect::<Result<_, _>>().map_err(|error| no_position(&error))
}

fn no_position(error: &cleave_board::FenError) -> Error {
    Error::Refused(format!("a record is no position: {error}"))
}

/// How far two lists of values are apart, in centipawns.
pub(super) struct Difference {
    pub(super) mean: f32,
    pub(super) most: f32,
}

impl Difference {
    pub(super) fn between(values: &[f32], others: &[f32]) -> Difference {
        let apart = || values.iter().zip(others).map(|(one, other)| (one - other).abs());
        Difference {
            mean: apart().sum::<f32>() / values.len() as f32,
            most: apart().fold(0.0, f32::max),
        }
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{:.1} centipawns on average, {:.0} at most", self.mean, self.most)
    }
}
