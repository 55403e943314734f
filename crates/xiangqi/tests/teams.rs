//! Compares teams of every algorithm to the sequential program.

use cleave_algorithms::Algorithm;
use cleave_smp::Params;
use cleave_virtual_time::virtual_time::{Machine, VirtualTeam};
use cleave_xiangqi::search::{DriverParts, Limits, Outcome, Searcher, Width};
use cleave_xiangqi::{Game, Position};

use crate::positions::{self, searcher};

/// Searches in virtual time without a table. Returns the outcome, a hash of all events, and the
/// helpers' nodes.
fn run_virtual(
    algorithm: Algorithm,
    workers: usize,
    position: Position,
    depth: u32,
    width: Width,
) -> (Outcome, u64, u64) {
    let mut searcher = searcher(workers, width);
    searcher.set_algorithm(algorithm);
    *searcher.split_params() = Params::default().with(|params| {
        params.min_thread_depth = 1;
        params.min_thread_share = 0;
    });
    let machine = Machine { is_checked: true, ..Machine::new(workers) };
    let (root, limits) = (Game::from(position), Limits::to_depth(depth));
    let (found, hash) = searcher.search_by(&root, &limits, &mut |_: &_| {}, |session| {
        let DriverParts { arena, params, helpers, search } = session;
        let mut team = VirtualTeam::new(arena, machine, params, helpers);
        (search.run(&mut team), team.run().hash)
    });
    let stats = found.stats.as_ref().expect("a team counts");
    let of_helpers = stats.workers[1..].iter().map(|worker| worker.counters.nodes).sum();
    (found, hash, of_helpers)
}

fn alone(position: Position, depth: u32, width: Width) -> Outcome {
    let (game, limits) = (Game::from(position), Limits::to_depth(depth));
    searcher(1, width).search_sequentially(&game, &limits, &mut |_: &_| {})
}

#[test]
fn idle_workers_of_a_larger_team_share_smaller_trees() {
    let depth = |workers| searcher(workers, Width::Full).split_params().idle_thread_depth;
    assert_eq!([2, 3, 16].map(depth), [3, 2, 2]);
}

#[test]
fn every_algorithm_finds_the_value_of_the_sequential_program() {
    let depths = [3, 3, 4, 4, 4, 3];
    let cases: Vec<_> = positions::all()
        .zip(depths)
        .map(|(position, depth)| (position, depth, alone(position, depth, Width::Full).value))
        .collect();
    for algorithm in Algorithm::ALL {
        let mut of_helpers = 0;
        for &(position, depth, value) in &cases {
            for workers in [2, 5] {
                let (found, _, nodes) =
                    run_virtual(algorithm, workers, position, depth, Width::Full);
                // In `lazy-texel` each move may have the value of one ply more.
                let may_mix_depths = algorithm == Algorithm::LazyTexel;
                assert!(
                    may_mix_depths || found.value == value,
                    "{algorithm} {workers} {position:?}: {}, not {value}",
                    found.value
                );
                of_helpers += nodes;
            }
        }
        if algorithm == Algorithm::Aphid {
            // The helpers of this algorithm have leaves from depth 5.
            let position = positions::all().nth(4).expect("there are so many");
            let value = alone(position, 5, Width::Full).value;
            let (found, _, nodes) = run_virtual(algorithm, 3, position, 5, Width::Full);
            assert_eq!(found.value, value, "{position:?}");
            of_helpers += nodes;
        }
        assert!(of_helpers > 0, "{algorithm}: nobody helped");
    }
}

#[test]
fn one_worker_searches_the_tree_of_the_sequential_program() {
    for position in positions::all() {
        let (found, _, _) = run_virtual(Algorithm::Dts, 1, position, 6, Width::Selective);
        let sequential = alone(position, 6, Width::Selective);
        assert_eq!((found.nodes, found.value), (sequential.nodes, sequential.value));
        assert_eq!(found.line, sequential.line, "{position:?}");
    }
}

#[test]
fn virtual_runs_repeat() {
    let position = positions::all().next().expect("there are positions");
    let run = || run_virtual(Algorithm::Dts, 4, position, 6, Width::Selective).1;
    assert_eq!(run(), run());
}

#[test]
fn threads_with_a_table_play_legal_lines() {
    let mut searcher = Searcher::new(3).unwrap();
    searcher.oversubscribe();
    for position in positions::all() {
        let found = searcher.search(&Game::from(position), &Limits::to_depth(7), &mut |_: &_| {});
        let make = |position: Position, &mv: &_| position.is_legal(mv).then(|| position.make(mv));
        let end = found.line.iter().try_fold(position, make);
        assert!(end.is_some() && !found.line.is_empty(), "{position:?} {:?}", found.line);
    }
}

/// Workers that search from the root learn separately, so that they diverge. Workers that share
/// nodes learn together, or separately if they are few.
#[test]
fn workers_have_separate_histories_if_the_algorithm_requires() {
    let position = positions::all().nth(1).expect("there are positions");
    let learns_alone = [(Algorithm::Lazy, true), (Algorithm::Dts, true), (Algorithm::Ybwc, false)];
    for (algorithm, learns_alone) in learns_alone {
        let mut searcher = Searcher::new(3).unwrap();
        searcher.set_algorithm(algorithm);
        let (root, limits) = (Game::from(position), Limits::to_depth(5));
        searcher.search_by(&root, &limits, &mut |_: &_| {}, |session| {
            for helper in session.helpers {
                let learns_in_shared = helper.learns_in(session.arena.shared());
                assert_eq!(!learns_in_shared, learns_alone, "{algorithm}");
            }
        });
    }
}
