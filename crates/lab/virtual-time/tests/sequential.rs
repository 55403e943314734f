//! The recursive driver on artificial trees: the truth that everything else is checked against.

use cleave_virtual_time::artificial::{Shape, knuth_moore_leaves, minimax, sequential};
use proptest::prelude::*;

proptest! {
    #[test]
    fn the_value_equals_plain_minimax(
        seed: u64, height in 1u16..7, branching in 1u16..6, ragged: bool, ordering in 0u8..=100,
        granularity in 0i32..20, phases: bool,
    ) {
        let shape =
            Shape { seed, height, branching, ragged, ordering, granularity, phases, work: 0 };
        let found = sequential(&shape);
        prop_assert_eq!(found.value, minimax(&shape));
        prop_assert_eq!(shape.line_value(found.line.children()), Some(found.value));
    }

    #[test]
    fn perfect_ordering_visits_the_minimal_tree(
        seed: u64, height in 1u16..9, branching in 2u16..6,
    ) {
        let shape = Shape { seed, height, branching, ordering: 100, ..Shape::default() };
        let leaves = sequential(&shape).visits.leaves;
        prop_assert_eq!(leaves, knuth_moore_leaves(branching.into(), height.into()));
    }
}
