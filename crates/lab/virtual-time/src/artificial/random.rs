//! Random trees and parameters.

use cleave_smp::Params;
use cleave_smp::instrument::Grain;
use cleave_smp::random::Rng;

use super::deepening::Deepening;
use super::shape::Shape;

/// Returns a random tree of at most this many leaves.
pub fn random_shape(rng: &mut Rng, most_leaves: u64) -> Shape {
    let branching = 1 + rng.below(6);
    let mut height = 1 + rng.below(12);
    while branching.pow(height as u32) > most_leaves {
        height -= 1;
    }
    Shape {
        seed: rng.below(u64::MAX),
        height: height as u16,
        branching: branching as u16,
        ragged: rng.below(3) == 0,
        ordering: rng.below(101) as u8,
        granularity: rng.below(20) as i32,
        phases: rng.below(2) == 0,
        work: 0,
    }
}

/// Random parameters of splitting, sensible or not.
pub fn random_params(rng: &mut Rng) -> Params {
    let mut confidence = || {
        let mut confidence = Params::default().confidence;
        confidence.pv = 1 + rng.below(2) as u16;
        confidence.all = rng.below(3) as u16;
        confidence.cut = rng.below(4) as u16;
        confidence.limit = 3;
        confidence
    };
    let (confidence, large_team_confidence) = (confidence(), confidence());
    Params::default()
        .with(|params| {
            params.min_thread_depth = rng.below(5) as i32;
            params.max_thread_group = 1 + rng.below(8) as u32;
            params.split_at_root = rng.below(4) != 0;
            params.confidence = confidence;
            params.large_team_confidence = large_team_confidence;
        })
        .with_grain(if rng.below(2) == 0 { Grain::Node } else { Grain::Subtree })
}

/// Returns a random iterative deepening, in trees of at most this many leaves.
pub fn random_deepening(rng: &mut Rng, most_leaves: u64) -> Deepening {
    let shape = random_shape(rng, most_leaves);
    let from = 1 + rng.below(shape.height.into()) as u16;
    Deepening { shape, from, give_up_one_in: rng.below(4), stop_one_in: 8 * rng.below(2) }
}

/// Random parameters with which workers without work begin the next iteration, in teams of any size.
pub fn random_params_ahead(rng: &mut Rng) -> Params {
    let (next_depth, next_from) = (1 + rng.below(4) as u8, 1 + rng.below(3) as u8);
    random_params(rng).with(|params| {
        params.next_from = next_from;
        params.next_depth = next_depth;
    })
}
