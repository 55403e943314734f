//! Teams of threads on random trees, with delays at every access to shared memory.
//!
//! `CLEAVE_SOAK=100` runs a hundred times the trees.

use std::panic::catch_unwind;
use std::sync::atomic::Ordering;

use cleave_algorithms::{Algorithm, SetAlgorithm, Team};
use cleave_smp::{Backend, Chaos};
use cleave_virtual_time::artificial::{
    ArtificialNode, Shape, SoakSettings, helper, parallel, soak,
};

use crate::idle_main_worker;
use crate::rounds::{rounds, seed, seed_of};

fn search_many(algorithm: Algorithm, plan: SoakSettings) {
    let mut team = Team::new(16, Backend::Thread).unwrap();
    team.set_algorithm(algorithm);
    let happened = soak(&mut team, &plan).unwrap();
    println!("{algorithm}: {happened:?}");
    assert!(
        happened.joins > 0 && happened.stops > 0,
        "{algorithm}: nobody helped, or none stopped"
    );
}

#[test]
fn threads_find_the_minimax_value() {
    let (seed, sessions, chaos) = (seed(1), rounds(10), Chaos::default());
    let plan = SoakSettings { seed, sessions, roots: 25, most_leaves: 100_000, chaos };
    search_many(Algorithm::Dts, plan);
}

/// 300 roots for each algorithm, by teams of 1 to 16 drawn 20 times; some are stopped midway. A helper may
/// wake too late for a tree as small as these, but not for all of them.
#[test]
fn threads_find_it_in_chaos_by_every_algorithm() {
    for algorithm in Algorithm::ALL {
        // Its own trees, teams and delays.
        let seed = seed_of(6, algorithm);
        let chaos = Chaos { seed, delay_one_in: 5, die_one_in: 0 };
        let sessions = rounds(20);
        search_many(
            algorithm,
            SoakSettings { seed, sessions, roots: 15, most_leaves: 10_000, chaos },
        );
    }
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

#[test]
fn an_idle_main_worker_stops_the_search_of_a_thread() {
    idle_main_worker::stops_the_search(Backend::Thread);
}

/// A helper that panics ends the session, but no worker hangs. The main worker reports it while it has work for a long
/// time to come: its message precedes the one from joining the threads.
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
