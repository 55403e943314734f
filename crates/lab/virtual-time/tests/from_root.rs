//! Algorithms in which every worker searches the tree from the root: their own properties. Properties of all algorithms
//! are in `interleaved.rs`.
//!
//! `CLEAVE_SOAK=20` tries 20 times the seeds.

use std::sync::atomic::Ordering::Relaxed;

use cleave_algorithms::{Algorithm, Arena};
use cleave_smp::random::Rng;
use cleave_smp::{Common, End, Finished, Params, WorkerStats};
use cleave_virtual_time::artificial::{
    ArtificialNode, Explorer, Shape, knuth_moore_leaves, minimax, random_params, random_shape,
};
use cleave_virtual_time::virtual_time::{Machine, VirtualRun, VirtualTeam};
use proptest::prelude::*;

use crate::rounds::{rounds, seed};
use crate::stepped::Stepped;

/// Those in which every worker searches from the root, or from leaves of the main worker's tree.
fn from_root() -> Vec<Algorithm> {
    Algorithm::ALL.into_iter().filter(|algorithm| !algorithm.has_split_blocks()).collect()
}

/// Searches a tree in virtual time some times in a row, as the iterations of one deepening. Returns
/// each search, with the leaves that the main worker has visited in it.
fn deepen(
    algorithm: Algorithm,
    shape: &Shape,
    params: &Params,
    machine: &Machine,
    iterations: usize,
) -> (Vec<(Finished<ArtificialNode>, u64)>, VirtualRun) {
    deepen_with(algorithm, shape, params, machine, iterations, |arena| {
        Explorer::new(arena.shared())
    })
}

/// As `deepen`, by workers with these contexts.
fn deepen_with(
    algorithm: Algorithm,
    shape: &Shape,
    params: &Params,
    machine: &Machine,
    iterations: usize,
    explorer: impl Fn(&Arena<ArtificialNode>) -> Explorer<'_>,
) -> (Vec<(Finished<ArtificialNode>, u64)>, VirtualRun) {
    let arena: Arena<ArtificialNode> = Arena::new(machine.workers).unwrap();
    arena.memory().select(algorithm);
    let helpers = (1..machine.workers).map(|_| explorer(&arena)).collect();
    let mut team = VirtualTeam::new(&arena, *machine, *params, helpers);
    let mut main_worker = explorer(&arena);
    main_worker.set_deepening(1);
    let search = |_| {
        let before = main_worker.visits().leaves;
        main_worker.prepare(shape);
        let root = ArtificialNode::root(&mut main_worker);
        let finished = team.search(&mut main_worker, &root, shape);
        (finished, main_worker.visits().leaves - before)
    };
    let found = (0..iterations).map(search).collect();
    assert!(team.is_idle(), "a worker is busy after the search");
    (found, team.run())
}

fn machine(workers: usize, seed: u64) -> Machine {
    Machine { seed, jitter: 10, is_checked: true, ..Machine::new(workers) }
}

#[test]
fn every_iteration_finds_the_minimax_value() {
    for algorithm in from_root() {
        let mut joins = 0;
        for seed in seed(8)..seed(8) + rounds(60) {
            let mut rng = Rng::new(seed);
            let (shape, params) = (random_shape(&mut rng, 2_000), random_params(&mut rng));
            let workers = 1 + rng.below(16) as usize;
            let (found, _) = deepen(algorithm, &shape, &params, &machine(workers, seed), 4);
            for (finished, _) in found {
                assert_eq!(finished.end, End::Value(minimax(&shape)), "{algorithm} {seed}");
                joins += finished.stats.sum(|counters| counters.joins);
            }
        }
        // The main worker of aphid searches small trees alone.
        let least = if algorithm == Algorithm::Aphid { 50 } else { 100 };
        assert!(joins > least, "{algorithm}: {joins} joins, nothing was tested");
    }
}

/// Wherever workers were when the search was stopped: those that keep theirs go on from there.
#[test]
fn a_search_may_be_stopped_and_begun_again() {
    let shape = Shape { height: 5, ..Shape::default() };
    for algorithm in from_root() {
        for stop_after in 1..300 {
            let arena: Arena<ArtificialNode> = Arena::new(3).unwrap();
            arena.memory().select(algorithm);
            let helpers = (1..3).map(|_| Explorer::new(arena.shared())).collect();
            let mut team = VirtualTeam::new(&arena, machine(3, 1), Params::default(), helpers);
            let mut main_worker = Explorer::new(arena.shared());
            main_worker.set_deepening(1);
            let mut search = |stop_after| {
                arena.shared().visited.store(0, Relaxed);
                arena.shared().stop_after.store(stop_after, Relaxed);
                main_worker.prepare(&shape);
                let root = ArtificialNode::root(&mut main_worker);
                team.search(&mut main_worker, &root, &shape).end
            };
            let stopped = search(stop_after);
            assert!(matches!(stopped, End::Stopped | End::Value(_)), "{algorithm} {stopped:?}");
            assert_eq!(search(0), End::Value(minimax(&shape)), "{algorithm} {stop_after}");
        }
    }
}

/// A game may distinguish its roots and have windows, and yet have no roots of single workers. Then no worker takes a
/// result of the whole root for the result of a share or of another window.
#[test]
fn a_game_without_own_roots_is_searched_as_asked() {
    for algorithm in from_root() {
        for seed in seed(9)..seed(9) + rounds(30) {
            let mut rng = Rng::new(seed);
            let (shape, params) = (random_shape(&mut rng, 2_000), random_params(&mut rng));
            let workers = 2 + rng.below(15) as usize;
            let found =
                deepen_with(algorithm, &shape, &params, &machine(workers, seed), 3, |arena| {
                    Explorer::without_own_roots(arena.shared())
                });
            for (finished, _) in found.0 {
                assert_eq!(finished.end, End::Value(minimax(&shape)), "{algorithm} {seed}");
                assert_eq!(finished.window, None, "{algorithm} {seed}");
            }
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_run() {
    let shape = Shape { height: 8, ..Shape::default() };
    for algorithm in from_root() {
        let run = |seed| deepen(algorithm, &shape, &Params::default(), &machine(8, seed), 3).1;
        let first = run(1);
        assert_eq!(run(1), first, "{algorithm}");
        assert_ne!(run(2).hash, first.hash, "{algorithm}");
    }
}

/// Returns a tree in which the main worker comes first: all workers begin alike, and it begins before them.
fn even_tree() -> Shape {
    Shape { height: 9, branching: 4, ordering: 100, ..Shape::default() }
}

/// A helper that the main worker has overtaken goes on where it was when the next search of the same root begins. It
/// finishes first there, and its result is the team's.
#[test]
fn a_helper_goes_on_from_search_to_search_and_its_result_counts() {
    for algorithm in [Algorithm::Lazy, Algorithm::AbdadaApproximate] {
        let (shape, params) = (even_tree(), Params::default());
        let (found, _) = deepen(algorithm, &shape, &params, &Machine::new(2), 3);
        let leaves: Vec<_> = found.iter().map(|(_, leaves)| *leaves).collect();
        let all = knuth_moore_leaves(4, 9);
        assert_eq!(leaves[0], all, "{algorithm}: the main worker finishes the first search");
        assert!(leaves[1] < all / 10, "{algorithm}: the helper was nearly there, {leaves:?}");
        assert!(leaves[2] < all / 10, "{algorithm}: it has been at that depth already");
        let value = End::Value(minimax(&shape));
        for (finished, _) in found {
            assert_eq!(finished.end, value);
            assert_eq!(shape.line_value(finished.line.children()), Some(minimax(&shape)));
        }
    }
}

/// Another root is another iteration: nothing of the last one is taken for a result.
#[test]
fn a_helper_begins_anew_at_another_root() {
    for algorithm in from_root() {
        let arena: Arena<ArtificialNode> = Arena::new(3).unwrap();
        arena.memory().select(algorithm);
        let mut stepped = Stepped::new(&arena, 3, 0);
        stepped.team[0].1.set_deepening(1);
        for seed in 0..20 {
            let shape = Shape { seed, height: 5, ..Shape::default() };
            stepped.begin(&shape, &Params::default());
            stepped.run_until(Common::is_over);
            assert_eq!(arena.outcome().unwrap().value, Some(minimax(&shape)), "{algorithm}");
        }
    }
}

/// On a perfectly ordered tree a worker that is alone visits no leaf that it need not.
#[test]
fn one_worker_visits_the_minimal_tree() {
    for algorithm in from_root() {
        let (found, _) = deepen(algorithm, &even_tree(), &Params::default(), &Machine::new(1), 1);
        assert_eq!(found[0].1, knuth_moore_leaves(4, 9), "{algorithm}");
    }
}

/// Each worker searches its own moves, deepens them while others are still searching theirs, and
/// saves time by the values that others have found.
#[test]
fn uidpabs_deals_the_moves_out() {
    let shape = Shape { branching: 8, height: 6, ..even_tree() };
    let deepen = |workers, iterations| {
        let params = Params::default();
        deepen(Algorithm::Uidpabs, &shape, &params, &Machine::new(workers), iterations)
    };
    let time = |workers| deepen(workers, 4).1.time.0;
    assert!(time(4) < time(1) * 7 / 10, "{} by 4, {} alone", time(4), time(1));
    // Nine workers for eight moves: one of them has nothing to do.
    let finished = &deepen(9, 1).0[0].0;
    let is_idle = |worker: &&WorkerStats| worker.counters.nodes == 0;
    assert_eq!(finished.stats.workers.iter().filter(is_idle).count(), 1);
}

/// A worker marks nodes or jobs, and looks at the marks of others, by atomic operations.
#[test]
fn marks_take_time() {
    let shape = Shape { height: 9, ..Shape::default() };
    let split = |algorithm| {
        let (_, run) = deepen(algorithm, &shape, &Params::default(), &machine(8, 1), 3);
        run.account().split.0
    };
    for (algorithm, without) in [
        (Algorithm::Abdada, Algorithm::SharedTable),
        (Algorithm::AbdadaSimplified, Algorithm::SharedTable),
        (Algorithm::AbdadaApproximate, Algorithm::Lazy),
    ] {
        let [marked, unmarked] = [algorithm, without].map(split);
        assert!(marked > 2 * unmarked, "{algorithm}: {marked}, and {unmarked} without marks");
    }
}

/// Only in the `abdada` family does a worker put off a job that another is searching.
#[test]
fn only_the_abdada_family_puts_jobs_off() {
    let shape = Shape { height: 9, ..Shape::default() };
    for algorithm in from_root() {
        for workers in [1, 8] {
            let (found, _) = deepen(algorithm, &shape, &Params::default(), &machine(workers, 1), 3);
            let of = |(finished, _): &(Finished<_>, _)| {
                finished.stats.sum(|counters| counters.deferrals)
            };
            let deferrals: u64 = found.iter().map(of).sum();
            let puts_off = matches!(
                algorithm,
                Algorithm::Abdada | Algorithm::AbdadaSimplified | Algorithm::AbdadaApproximate
            );
            let expected = puts_off && workers > 1;
            assert_eq!(deferrals > 0, expected, "{algorithm}, {workers}: {deferrals} deferrals");
        }
    }
}

proptest! {
    /// Iterations of one root, by workers that are stepped in any order.
    #[test]
    fn iterations_find_the_minimax_value_in_any_order_of_steps(
        seed: u64, height in 1u16..7, branching in 1u16..6, ragged: bool, ordering in 0u8..=100,
        granularity in 0i32..20, phases: bool, workers in 1usize..17,
        algorithm in proptest::sample::select(from_root()),
    ) {
        let shape =
            Shape { seed, height, branching, ragged, ordering, granularity, phases, work: 0 };
        let arena: Arena<ArtificialNode> = Arena::new(workers).unwrap();
        arena.memory().select(algorithm);
        let mut stepped = Stepped::new(&arena, workers, seed);
        stepped.team[0].1.set_deepening(1);
        for _ in 0..4 {
            stepped.begin(&shape, &Params::default());
            stepped.run_until(Common::is_over);
            prop_assert_eq!(arena.outcome().unwrap().value, Some(minimax(&shape)));
        }
    }
}
