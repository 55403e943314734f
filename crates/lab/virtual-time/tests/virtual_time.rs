//! Teams in virtual time: exactly repeatable, right, and N = 1 is the recursive driver.
//!
//! `CLEAVE_SOAK=20` tries 10,000 seeds, `CLEAVE_REPLAY=N` the one of this number.

use cleave_algorithms::Algorithm;
use cleave_smp::random::Rng;
use cleave_smp::{End, Params};
use cleave_virtual_time::artificial::{
    Shape, Virtual, random_params, random_shape, run_virtual, run_virtual_by, sequential,
    virtual_trial,
};
use cleave_virtual_time::virtual_time::Machine;
use proptest::prelude::*;

use crate::rounds::{number, rounds, seed};

fn search(shape: &Shape, params: &Params, machine: &Machine) -> Virtual {
    run_virtual(shape, params, machine).expect("there is memory for it")
}

fn search_by(algorithm: Algorithm, shape: &Shape, params: &Params, machine: &Machine) -> Virtual {
    run_virtual_by(algorithm, shape, params, machine).expect("there is memory for it")
}

fn shape() -> Shape {
    Shape { height: 10, branching: 5, ..Shape::default() }
}

fn machine(workers: usize, seed: u64) -> Machine {
    Machine { seed, jitter: 10, is_checked: true, ..Machine::new(workers) }
}

#[test]
fn the_same_seed_gives_the_same_run_and_another_seed_another() {
    for algorithm in Algorithm::ALL {
        let params = Params::default();
        let run = |seed| search_by(algorithm, &shape(), &params, &machine(8, seed)).run;
        let first = run(1);
        assert_eq!(run(1), first, "{algorithm}");
        assert_ne!(run(2).hash, first.hash, "{algorithm}");
    }
}

#[test]
fn without_jitter_all_seeds_are_the_same() {
    let run = |seed| {
        let machine = Machine { seed, jitter: 0, ..Machine::new(8) };
        search(&shape(), &Params::default(), &machine).run
    };
    assert_eq!(run(1), run(2));
}

#[test]
fn every_tick_of_every_worker_is_accounted_for() {
    let by_dts = [1, 2, 7, 64].map(|workers| (Algorithm::Dts, workers));
    let by_each = Algorithm::ALL.map(|algorithm| (algorithm, 3));
    for (algorithm, workers) in by_dts.into_iter().chain(by_each) {
        let params = Params::default();
        let run = search_by(algorithm, &shape(), &params, &machine(workers, 3)).run;
        assert_eq!(run.accounts.len(), workers);
        assert_eq!(run.accounts[0].total(), run.time, "the main worker sees the end");
        for account in &run.accounts {
            // A worker may be in the middle of a step when the main worker has seen the end.
            let beyond = account.total().0.checked_sub(run.time.0);
            assert!(beyond.is_some_and(|ticks| ticks < 20_000), "{account:?}, {:?}", run.time);
        }
    }
}

/// A worker that joins or leaves writes its place. The main worker is there from the beginning.
#[test]
fn every_coming_and_going_is_charged() {
    for algorithm in Algorithm::ALL {
        let found = search_by(algorithm, &shape(), &Params::default(), &machine(5, 3));
        let [_, pool_marks, whereabouts, trails, owner_marks] = found.run.writes;
        assert!(whereabouts % 2 == 1, "{algorithm}: the last to come has gone");
        let helps_anybody = matches!(algorithm, Algorithm::Crafty22 | Algorithm::Crafty25);
        assert_eq!(owner_marks > 0, helps_anybody, "{algorithm}");
        assert!(owner_marks % 2 == 0, "{algorithm}: an owner has begun to wait, and ended");
        if algorithm == Algorithm::Dts {
            let joins = found.finished.stats.sum(|counters| counters.joins);
            let offers = found.finished.stats.sum(|counters| counters.offers);
            assert_eq!(whereabouts, 1 + 2 * joins);
            assert!(pool_marks > 0);
            assert!(trails > offers, "each block made is written to a trail, and each path joined");
        }
    }
}

/// Under `root` the main worker owns the only block: it never leaves the tree before the end.
#[test]
fn an_owner_is_idle_while_it_waits() {
    let found = search_by(Algorithm::Root, &shape(), &Params::default(), &machine(4, 1));
    let main_worker = found.finished.stats.workers[0].counters;
    assert!(main_worker.waits > 0);
    assert!(found.run.accounts[0].idle.0 > 0);
}

/// A timeline has no gaps: each event of a worker begins where the last one ended.
#[test]
fn the_events_of_a_worker_follow_each_other() {
    let machine = Machine { events: usize::MAX, ..machine(8, 1) };
    let run = search(&shape(), &Params::default(), &machine).run;
    for worker in 0..8 {
        let events: Vec<_> = run.events.iter().filter(|event| event.worker == worker).collect();
        assert!(events.len() > 10, "worker {worker} did nothing");
        assert_eq!(events[0].from.0, 0);
        for pair in events.windows(2) {
            assert_eq!(pair[0].to, pair[1].from, "{pair:?}");
        }
    }
    let few = Machine { events: 5, ..machine };
    assert_eq!(search(&shape(), &Params::default(), &few).run.events, run.events[..5]);
}

#[test]
fn more_workers_are_faster() {
    let params = Params::default().with(|params| params.min_thread_depth = 4);
    let time = |workers| {
        let of_seed = |seed| search(&shape(), &params, &machine(workers, seed)).run.time.0;
        (0..10).map(of_seed).sum::<u64>()
    };
    assert!(time(2) < time(1) * 62 / 100, "{} {}", time(2), time(1));
    assert!(time(8) < time(2) * 5 / 10, "{} {}", time(8), time(2));
}

/// The check between two steps sees a group that is larger than its limit; and a block that is full comes back when a
/// worker leaves.
#[test]
fn a_group_is_never_larger_than_its_limit() {
    let joins = |group| {
        let params = Params::default().with(|params| {
            params.max_thread_group = group;
            params.min_thread_depth = 2;
        });
        let search = |seed| search(&shape(), &params, &machine(8, seed)).finished;
        (0..20).map(|seed| search(seed).stats.sum(|counters| counters.joins)).sum::<u64>()
    };
    assert_eq!(joins(1), 0);
    assert!(joins(2) > 1000);
}

/// In a tree this small no worker joins a block twice: with one to join, every join splits a block. The first of them
/// is the first thing the helper does in the search, and counts as the others do.
#[test]
fn the_first_join_of_a_worker_counts() {
    let shape = Shape { height: 4, ..shape() };
    let params = Params::default().with(|params| params.min_thread_depth = 4);
    for seed in 0..50 {
        let stats = search(&shape, &params, &machine(2, seed)).finished.stats;
        let [main_worker, helper] = [0, 1].map(|worker: usize| stats.workers[worker].counters);
        assert_eq!(main_worker.joins, 0);
        assert!(helper.joins > 0 && helper.scans >= helper.joins, "{helper:?}");
        assert_eq!(helper.splits, helper.joins);
    }
}

#[test]
fn every_seed_finds_the_minimax_value_and_breaks_nothing() {
    try_seeds(Algorithm::Dts, rounds(500), 64);
}

#[test]
fn every_algorithm_finds_the_minimax_value_and_breaks_nothing() {
    for algorithm in Algorithm::ALL {
        try_seeds(algorithm, rounds(120), 16);
    }
}

/// A failure prints its seed; `CLEAVE_REPLAY` with that seed repeats it.
fn try_seeds(algorithm: Algorithm, seeds: u64, most_workers: usize) {
    let (mut joins, mut cutoffs, mut stops) = (0, 0, 0);
    let first = seed(6) << 32;
    let replayed = number("CLEAVE_REPLAY");
    for seed in replayed.map_or(first..first + seeds, |seed| seed..seed + 1) {
        let replay = format!("CLEAVE_REPLAY={seed} ({algorithm})");
        let trial = std::panic::catch_unwind(|| virtual_trial(algorithm, seed, most_workers));
        let found = trial.unwrap_or_else(|_| panic!("{replay}: see above"));
        let finished = found.unwrap_or_else(|wrong| panic!("{replay}: {wrong}")).finished;
        joins += finished.stats.sum(|counters| counters.joins);
        cutoffs += finished.stats.sum(|counters| counters.cutoffs);
        stops += u64::from(finished.end == End::Stopped);
    }
    // The nodes of the leftmost branch have an open window: none of them is cut off.
    let shares_the_branch_only = matches!(algorithm, Algorithm::Root | Algorithm::PvSplit);
    let has_cutoffs = algorithm.has_split_blocks() && !shares_the_branch_only;
    let is_tested = joins > 0 && stops > 0 && (cutoffs > 0 || !has_cutoffs);
    let tested = format!("{algorithm}: {joins} joins, {cutoffs} cutoffs, {stops} stops");
    assert!(is_tested || replayed.is_some(), "{tested}: nothing was tested");
}

proptest! {
    #[test]
    fn one_worker_searches_the_tree_of_the_recursive_driver(
        seed: u64, algorithm in proptest::sample::select(&Algorithm::ALL[..]),
    ) {
        let mut rng = Rng::new(seed);
        let (shape, params) = (random_shape(&mut rng, 3_000), random_params(&mut rng));
        let found = search_by(algorithm, &shape, &params, &machine(1, seed));
        let alone = sequential(&shape);
        prop_assert_eq!(found.visits, alone.visits);
        prop_assert_eq!(found.finished.end, End::Value(alone.value));
        prop_assert_eq!(found.run.accounts[0].idle.0, 0);
    }
}
