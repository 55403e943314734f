//! Algorithms that search brothers before a bound is known: a value reaches the jobs under way, and work that is not
//! mandatory waits for a value.

use cleave_algorithms::{Algorithm, Arena};
use cleave_smp::instrument::Grain;
use cleave_smp::{Params, RootSearch, Step, Worker, WorkerId};
use cleave_virtual_time::artificial::{
    ArtificialNode, Explorer, Shape, minimax, run_virtual_by, sequential,
};
use cleave_virtual_time::virtual_time::Machine;

use crate::stepped::Stepped;

/// Returns the nodes that the second worker searches below the second child of the root. It has been handed out before
/// the value of the first child was known, and is searched before or after that is.
fn nodes_below_second_child(shape: &Shape, grain: Grain, first_is_known: bool) -> u64 {
    let arena: Arena<ArtificialNode> = Arena::new(2).unwrap();
    arena.memory().select(Algorithm::TreeSplitting);
    let mut explorers = [0, 1].map(|_| Explorer::new(arena.shared()));
    let mut team = [0, 1].map(|id| Worker::new(&arena, WorkerId::new(id)));
    explorers[0].prepare(shape);
    let root = ArtificialNode::root(&mut explorers[0]);
    let params = Params::default().with_grain(grain);
    team[0].begin(&mut explorers[0], &RootSearch::of(&root, shape), &params).unwrap();
    let mut step_until_job = |worker: usize, explorers: &mut [Explorer<'_>; 2]| loop {
        let step = team[worker].step(&mut explorers[worker]).unwrap();
        if matches!(step, Step::Joined | Step::HandedOut | Step::Waiting | Step::Left) {
            break;
        }
    };
    step_until_job(0, &mut explorers);
    step_until_job(1, &mut explorers);
    if first_is_known {
        step_until_job(0, &mut explorers);
    }
    assert_eq!(explorers[1].visits().nodes, 0);
    step_until_job(1, &mut explorers);
    let nodes = explorers[1].visits().nodes;
    while !arena.is_over() {
        for (worker, explorer) in team.iter_mut().zip(&mut explorers) {
            worker.step(explorer).unwrap();
        }
    }
    assert_eq!(arena.outcome().unwrap().value, Some(minimax(shape)));
    nodes
}

#[test]
fn a_raised_alpha_reaches_a_brother_under_way() {
    let trees = || (1..=8).map(|seed| Shape { seed, height: 6, branching: 6, ..Shape::default() });
    for grain in [Grain::Node, Grain::Subtree] {
        let nodes = |first_is_known| -> u64 {
            trees().map(|shape| nodes_below_second_child(&shape, grain, first_is_known)).sum()
        };
        let (before, after) = (nodes(false), nodes(true));
        assert!(3 * after < 2 * before, "{grain:?}: {before} nodes before, {after} after");
    }
}

/// A worker whose block is decided from above gives its job back and goes on at the node above: that does not count as
/// a join.
#[test]
fn coming_back_to_a_block_is_not_a_join() {
    let mut came_back = 0;
    for seed in 1..=20 {
        let shape = Shape { seed, height: 6, branching: 5, ..Shape::default() };
        let arena: Arena<ArtificialNode> = Arena::new(6).unwrap();
        arena.memory().select(Algorithm::TreeSplitting);
        let params = Params::default().with(|params| {
            params.min_thread_depth = 2;
            params.min_thread_share = 0;
        });
        let mut stepped = Stepped::new(&arena, 6, seed);
        stepped.begin(&shape, &params);
        let mut entered = 0;
        while !arena.is_over() {
            let (worker, explorer) = &mut stepped.team[stepped.rng.below(6) as usize];
            let was_idle = worker.is_idle();
            let step = worker.step(explorer).unwrap();
            came_back += u32::from(step == Step::GaveBack);
            entered += u64::from(was_idle && step == Step::Joined);
        }
        let joins: u64 = stepped.team.iter().map(|(worker, _)| worker.counters().joins).sum();
        assert!(joins <= entered, "{joins} joins, but workers have entered {entered} times");
    }
    assert!(came_back > 0, "nothing was narrowed");
}

/// Under mandatory work first a right brother gets no more than its leftmost descent, unless that does not refute it.
/// In a perfectly ordered tree it does.
#[test]
fn in_a_perfect_order_only_mandatory_work_is_done() {
    let params = Params::default().with(|params| {
        params.min_thread_depth = 1;
        params.min_thread_share = 0;
        params.idle_thread_depth = 1;
    });
    for workers in [1, 2, 3, 5, 8] {
        for seed in 1..=5 {
            let shape = Shape { seed, height: 6, branching: 3, ordering: 100, ..Shape::default() };
            let machine = Machine { seed, jitter: 20, is_checked: true, ..Machine::new(workers) };
            let found = run_virtual_by(Algorithm::Mwf, &shape, &params, &machine).unwrap();
            let stats = &found.finished.stats;
            assert_eq!(stats.sum(|counters| counters.pool_empty), 0);
            assert_eq!(stats.nodes(), sequential(&shape).visits.nodes, "{workers} workers");
            let joins = stats.sum(|counters| counters.joins);
            assert!(workers == 1 || joins > 0, "nothing was shared");
        }
    }
}
