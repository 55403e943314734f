//! Facts about a tree that need no search by alpha-beta.

use super::shape::{Place, Shape};

/// Returns the value of the root by plain minimax over every leaf.
pub fn minimax(shape: &Shape) -> i32 {
    minimax_at(shape, &shape.root())
}

fn minimax_at(shape: &Shape, place: &Place) -> i32 {
    (0..shape.children(place))
        .map(|number| -minimax_at(shape, &shape.child(place, number)))
        .max()
        .unwrap_or(place.value)
}

/// Returns the fewest leaves that alpha-beta can visit in a uniform tree, reached with perfect ordering: b^ceil(h/2) +
/// b^floor(h/2) - 1. The formula is from Knuth and Moore, "An analysis of alpha-beta pruning", Artificial Intelligence
/// 6, 1975.
pub fn knuth_moore_leaves(branching: u64, height: u32) -> u64 {
    branching.pow(height.div_ceil(2)) + branching.pow(height / 2) - 1
}
