//! Computes both layers for one perspective. No other loops take much time.
//!
//! The compiler vectorises plain loops over sixteen-bit numbers too, but keeps the sums in memory. Vectors of the crate
//! `wide` keep them in registers, which saves a quarter of an evaluation's time. They use the registers of the target:
//! SSE2, AVX2, AVX-512 or NEON. The results are the same on all targets.

use wide::{i16x32, i32x16};

use crate::changes::Changes;
use crate::inputs::{INPUTS, Man, View};
use crate::parameters::{HIDDEN, INPUT_ONE, Neurons};

const LANES: usize = i16x32::LANES as usize;
/// The number of vectors that are summed at once. They leave half of the registers free.
const TILE: usize =
    if cfg!(all(target_arch = "x86_64", not(target_feature = "avx2"))) { 1 } else { 4 };
const TILES: usize = HIDDEN / LANES / TILE;

const _: () = assert!(TILES * TILE * LANES == HIDDEN);

/// Adds to the neurons the weights of men that have appeared, and subtracts those of men that have disappeared. Returns
/// this perspective's part of the output: each neuron is cut to 0..=1, squared and weighted, and the results are
/// summed.
///
/// Intermediate sums may overflow; they are numbers modulo 2^16. The result does not, because of
/// [`crate::INPUT_LIMIT`].
#[inline(always)]
pub(crate) fn update(
    neurons: &mut Neurons,
    (view, changes): (View, &Changes),
    input_weights: &[Neurons; INPUTS],
    output_weights: &Neurons,
) -> i32 {
    let mut output = i32x16::ZERO;
    for tile in 0..TILES {
        let weights = |man: &Man| tile_of(&input_weights[view.input(*man)], tile);
        let mut sums = tile_of(neurons, tile);
        for man in changes.added.as_slice() {
            sums.iter_mut().zip(weights(man)).for_each(|(sum, weights)| *sum += weights);
        }
        for man in changes.removed.as_slice() {
            sums.iter_mut().zip(weights(man)).for_each(|(sum, weights)| *sum -= weights);
        }
        let slots = &mut neurons.0.as_chunks_mut().0[TILE * tile..][..TILE];
        for (i, sum) in sums.into_iter().enumerate() {
            slots[i] = sum.to_array();
            let active = sum.max(i16x32::ZERO).min(i16x32::splat(INPUT_ONE));
            let weights = vector_of(output_weights, TILE * tile + i);
            output += (active * weights).dot(active);
        }
    }
    output.reduce_add()
}

#[inline(always)]
fn tile_of(neurons: &Neurons, tile: usize) -> [i16x32; TILE] {
    std::array::from_fn(|i| vector_of(neurons, TILE * tile + i))
}

#[inline(always)]
fn vector_of(neurons: &Neurons, index: usize) -> i16x32 {
    i16x32::new(neurons.0.as_chunks::<LANES>().0[index])
}
