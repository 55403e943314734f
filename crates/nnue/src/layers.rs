//! The arithmetic of the two layers, in loops that the compiler turns into vector instructions.

use crate::parameters::{INPUT_ONE, Neurons, Parameters};

/// Adds the weights of inputs that have become 1, and takes away those of inputs that have become 0.
///
/// Sums may overflow on the way, as numbers modulo 2^16; by [`crate::INPUT_LIMIT`] the result does not.
#[inline(always)]
pub(crate) fn update(
    neurons: &mut Neurons,
    parameters: &Parameters,
    mut added: &[usize],
    mut removed: &[usize],
) {
    let row = |input: usize| &parameters.input_weights[input];
    loop {
        match (added, removed) {
            ([a, b, rest_added @ ..], [c, d, rest_removed @ ..]) => {
                add_and_remove(neurons, [row(*a), row(*b)], [row(*c), row(*d)]);
                (added, removed) = (rest_added, rest_removed);
            }
            ([a, rest_added @ ..], [b, c, rest_removed @ ..]) => {
                add_and_remove(neurons, [row(*a)], [row(*b), row(*c)]);
                (added, removed) = (rest_added, rest_removed);
            }
            ([a, rest_added @ ..], [b, rest_removed @ ..]) => {
                add_and_remove(neurons, [row(*a)], [row(*b)]);
                (added, removed) = (rest_added, rest_removed);
            }
            ([a, b, c, d, rest @ ..], []) => {
                add_and_remove(neurons, [row(*a), row(*b), row(*c), row(*d)], []);
                added = rest;
            }
            ([a, rest @ ..], []) => {
                add_and_remove(neurons, [row(*a)], []);
                added = rest;
            }
            ([], [a, rest @ ..]) => {
                add_and_remove(neurons, [], [row(*a)]);
                removed = rest;
            }
            ([], []) => return,
        }
    }
}

#[inline(always)]
fn add_and_remove<const A: usize, const R: usize>(
    neurons: &mut Neurons,
    added: [&Neurons; A],
    removed: [&Neurons; R],
) {
    for (i, neuron) in neurons.0.iter_mut().enumerate() {
        for row in added {
            *neuron = neuron.wrapping_add(row.0[i]);
        }
        for row in removed {
            *neuron = neuron.wrapping_sub(row.0[i]);
        }
    }
}

/// The sum of weighted squares of one perspective's neurons, each cut to 0..=1 before (SCReLU).
#[inline(always)]
pub(crate) fn weighted(neurons: &Neurons, weights: &Neurons) -> i32 {
    let terms = neurons.0.iter().zip(&weights.0).map(|(&neuron, &weight)| {
        let active = neuron.clamp(0, INPUT_ONE);
        i32::from(active * weight) * i32::from(active)
    });
    terms.sum()
}
