//! The recursive driver on artificial trees: the truth that everything else is checked against.

use cleave_smp::artificial::{Place, Shape, knuth_moore_leaves, minimax, sequential};
use proptest::prelude::*;

/// The leaf that a line leads to must have the value of the root.
fn value_at_the_end(shape: &Shape, line: &[u16]) -> (Place, i32) {
    let end = line.iter().fold(shape.root(), |place, &number| shape.child(&place, number));
    let value = if line.len().is_multiple_of(2) { end.value } else { -end.value };
    (end, value)
}

proptest! {
    #[test]
    fn value_is_that_of_plain_minimax(
        seed: u64, height in 1u16..7, branching in 1u16..6, ragged: bool, ordering in 0u8..=100,
        granularity in 0i32..20, phases: bool,
    ) {
        let shape =
            Shape { seed, height, branching, ragged, ordering, granularity, phases, work: 0 };
        let found = sequential(&shape);
        prop_assert_eq!(found.value, minimax(&shape));
        let (end, value) = value_at_the_end(&shape, found.line.children());
        prop_assert_eq!(value, found.value);
        prop_assert_eq!(shape.children(&end), 0);
    }

    #[test]
    fn perfect_ordering_visits_the_minimal_tree(
        seed: u64, height in 1u16..9, branching in 2u16..6,
    ) {
        let shape = Shape { seed, height, branching, ordering: 100, ..Shape::default() };
        let leaves = sequential(&shape).tally.leaves;
        prop_assert_eq!(leaves, knuth_moore_leaves(branching.into(), height.into()));
    }
}
