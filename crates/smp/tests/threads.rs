//! Teams of threads on random trees, with delays at every access to shared memory.
//!
//! `CLEAVE_SOAK=100` runs a hundred times as many.

use std::panic::catch_unwind;
use std::sync::atomic::Ordering;

use cleave_smp::{Algorithm, Backend, Chaos, Team};
use cleave_smp_lab::artificial::{ArtificialNode, Happened, Plan, Shape, helper, parallel, soak};

use crate::rounds::{rounds, seed, seed_of};

fn search_many(test: u64, most_leaves: u64, chaos: Chaos) {
    let happened = search_some(Algorithm::Dts, seed(test), 10, most_leaves, chaos);
    assert!(happened.joins > 0 && happened.stops > 0);
}

fn search_some(
    algorithm: Algorithm,
    seed: u64,
    sessions: u64,
    most_leaves: u64,
    chaos: Chaos,
) -> Happened {
    let mut team = Team::new(16, Backend::Thread).unwrap();
    team.set_algorithm(algorithm);
    let plan = Plan { seed, sessions: rounds(sessions), roots: 25, most_leaves, chaos };
    let happened = soak(&mut team, &plan).unwrap();
    println!("{algorithm}: {happened:?}");
    happened
}

#[test]
fn threads_find_the_minimax_value() {
    search_many(1, 100_000, Chaos::default());
}

#[test]
fn threads_find_it_in_chaos() {
    search_many(2, 3_000, Chaos { seed: seed(2), delay_one_in: 5, die_one_in: 0 });
}

#[test]
fn threads_find_it_in_chaos_by_every_algorithm() {
    let search = |algorithm| {
        let seed = seed_of(6, algorithm);
        search_some(algorithm, seed, 4, 10_000, Chaos { seed, delay_one_in: 5, die_one_in: 0 })
    };
    let others = Algorithm::ALL.into_iter().filter(|&other| other != Algorithm::Dts);
    let happened: Vec<_> = others.map(search).collect();
    // On a busy machine few helpers wake in time for trees as small as these.
    assert!(happened.iter().map(|happened| happened.joins).sum::<u64>() > 0);
    assert!(happened.iter().all(|happened| happened.stops > 0));
}

#[test]
fn no_thread_is_started_without_a_processor() {
    let mut team: Team<ArtificialNode> = Team::new(5, Backend::Thread).unwrap();
    for (processors, workers) in [(2, 2), (9, 5), (1, 1)] {
        team.set_processors(processors);
        let stats = team.session(&helper, |main_worker| {
            parallel(main_worker, &Shape::default()).finished.stats
        });
        assert_eq!(stats.workers.len(), workers, "{processors} processors");
    }
}

/// A helper that panics takes the session down, but nobody hangs. The main worker reports it while it
/// has work for a long time to come: its message precedes the one from joining the threads.
#[test]
fn a_panic_is_passed_on() {
    let outcome = catch_unwind(|| {
        let mut team: Team<ArtificialNode> = Team::new(3, Backend::Thread).unwrap();
        team.set_processors(3);
        team.arena().shared().stop_after.store(50_000_000, Ordering::Relaxed);
        let shape = Shape { height: 40, ..Shape::default() };
        team.session(&|_| panic!("on purpose"), |main_worker| parallel(main_worker, &shape).deaths)
    });
    let message = outcome.unwrap_err().downcast::<&str>().unwrap();
    assert_eq!(*message, "a worker thread has panicked");
}
