//! Many workers in one thread, stepped in random order: every interleaving of steps, repeatable. Each
//! algorithm has 256 random trees and teams for each test.
//!
//! `PROPTEST_CASES=10000` makes it thorough.

use cleave_algorithms::{Algorithm, Arena};
use cleave_smp::instrument::Grain;
use cleave_smp::{Common, Params};
use cleave_virtual_time::artificial::{ArtificialNode, Shape, Visits, minimax, sequential};
use proptest::prelude::*;

use crate::stepped::Stepped;

/// Steps this many workers in an order given by a seed until the search is over.
fn search(
    algorithm: Algorithm,
    shape: &Shape,
    params: &Params,
    workers: usize,
    seed: u64,
) -> (i32, Vec<u16>, Visits) {
    let arena: Arena<ArtificialNode> = Arena::new(workers).unwrap();
    arena.set_team_size(workers);
    arena.memory().select(algorithm);
    let mut stepped = Stepped::new(&arena, workers, seed);
    stepped.begin(shape, params);
    stepped.run_until(Common::is_over);
    assert_eq!(arena.memory().blocks_in_use(), 0, "blocks have leaked");
    assert!(stepped.team.iter().all(|(worker, _)| worker.is_idle()));
    let outcome = arena.outcome().unwrap();
    let line = outcome.line.children().to_vec();
    (outcome.value.expect("nobody has stopped it"), line, stepped.team[0].1.visits())
}

fn grain() -> impl Strategy<Value = Grain> {
    prop_oneof![Just(Grain::Subtree), Just(Grain::Node)]
}

#[test]
fn the_value_equals_plain_minimax() {
    for algorithm in Algorithm::ALL {
        proptest!(|(
            seed: u64, height in 1u16..7, branching in 1u16..6, ragged: bool, ordering in 0u8..=100,
            granularity in 0i32..20, phases: bool, workers in 1usize..17, frontier in 0i32..5,
            group in 1u32..5, split_at_root: bool, grain in grain(),
        )| {
            let shape =
                Shape { seed, height, branching, ragged, ordering, granularity, phases, work: 0 };
            let params = Params::default().with(|params| { params.min_thread_depth = frontier; params.max_thread_group = group; params.split_at_root = split_at_root; }).with_grain(grain);
            let (value, line, _) = search(algorithm, &shape, &params, workers, seed);
            prop_assert_eq!(value, minimax(&shape), "{}", algorithm);
            if algorithm.finds_a_line() {
                prop_assert_eq!(shape.line_value(&line), Some(value), "{}", algorithm);
            }
        });
    }
}

#[test]
fn one_worker_searches_the_tree_of_the_recursive_driver() {
    for algorithm in Algorithm::ALL {
        proptest!(|(
            seed: u64, height in 1u16..8, branching in 1u16..6, ragged: bool, ordering in 0u8..=100,
            granularity in 0i32..20, phases: bool, frontier in 0i32..9, grain in grain(),
        )| {
            let shape =
                Shape { seed, height, branching, ragged, ordering, granularity, phases, work: 0 };
            let params = Params::default().with(|params| params.min_thread_depth = frontier).with_grain(grain);
            let (value, line, visits) = search(algorithm, &shape, &params, 1, seed);
            let found = sequential(&shape);
            prop_assert_eq!(visits, found.visits, "{}", algorithm);
            prop_assert_eq!(value, found.value, "{}", algorithm);
            prop_assert_eq!(&line[..], found.line.children(), "{}", algorithm);
        });
    }
}
