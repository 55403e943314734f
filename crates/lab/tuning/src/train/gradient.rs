//! The network's value of a position, and the change of each parameter: the loops that take most of the time.

use cleave_nnue::{CENTIPAWNS, HIDDEN};

use super::net::{Net, Row};
use super::sample::Sample;
use super::target::Target;
use crate::positions::Record;

/// Numbers of a vector register, and registers that are summed at once.
const LANES: usize = 16;
const TILE: usize = 4 * LANES;

const _: () = assert!(HIDDEN.is_multiple_of(TILE));

/// The hidden layers of both sides, before they are cut to 0..=1.
type Hidden = [Row; 2];

impl Net {
    /// Returns the value of a position in centipawns, for the side to move.
    pub(super) fn evaluate(&self, sample: &Sample) -> f32 {
        CENTIPAWNS as f32 * self.output_of(sample, &self.hidden(sample))
    }

    fn hidden(&self, sample: &Sample) -> Hidden {
        [0, 1].map(|side| {
            let mut sums = self.bias().clone();
            for tile in 0..HIDDEN / TILE {
                let range = tile * TILE..(tile + 1) * TILE;
                let mut sum = [0.0f32; TILE];
                sum.copy_from_slice(&sums.0[range.clone()]);
                for input in sample.inputs(side) {
                    let weights = &self.input(input).0[range.clone()];
                    for lane in 0..TILE {
                        sum[lane] += weights[lane];
                    }
                }
                sums.0[range].copy_from_slice(&sum);
            }
            sums
        })
    }

    fn output_of(&self, sample: &Sample, hidden: &Hidden) -> f32 {
        let mut sum = [0.0f32; LANES];
        for (side, sums) in hidden.iter().enumerate() {
            let weights = self.output(sample.bucket, side);
            let vectors = sums.0.as_chunks::<LANES>().0.iter();
            for (sums, weights) in vectors.zip(weights.0.as_chunks::<LANES>().0) {
                for lane in 0..LANES {
                    let active = sums[lane].clamp(0.0, 1.0);
                    sum[lane] += active * active * weights[lane];
                }
            }
        }
        sum.iter().sum::<f32>() + self.output_bias(sample.bucket)
    }
}

/// Adds the gradient of the squared error of a position.
pub(super) fn add(gradient: &mut Net, net: &Net, record: &Record, target: &Target) {
    let sample = Sample::new(record);
    let hidden = net.hidden(&sample);
    let value = CENTIPAWNS as f32 * net.output_of(&sample, &hidden);
    let predicted = target.points(value);
    let miss = predicted - target.of(record);
    let pull = 2.0 * miss * target.slope(predicted) * CENTIPAWNS as f32;
    *gradient.output_bias_mut(sample.bucket) += pull;
    for (side, sums) in hidden.iter().enumerate() {
        let weights = net.output(sample.bucket, side);
        let slopes = gradient.output_mut(sample.bucket, side);
        let mut pulls = Row::ZERO;
        for neuron in 0..HIDDEN {
            let sum = sums.0[neuron];
            let active = sum.clamp(0.0, 1.0);
            slopes.0[neuron] += pull * active * active;
            // Beyond its cut a neuron does not move.
            let moving = if active == sum { 2.0 * active } else { 0.0 };
            pulls.0[neuron] = pull * weights.0[neuron] * moving;
        }
        add_row(gradient.bias_mut(), &pulls);
        for input in sample.inputs(side) {
            add_row(gradient.input_mut(input), &pulls);
        }
    }
}

#[inline(always)]
fn add_row(row: &mut Row, other: &Row) {
    for (number, other) in row.0.iter_mut().zip(other.0) {
        *number += other;
    }
}
