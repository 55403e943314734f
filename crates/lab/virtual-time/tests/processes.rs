//! Teams of forked processes on random trees, with delays and deaths at every access to shared
//! memory. A program of its own, since a process with threads must not fork.
//!
//! `CLEAVE_SOAK=100` runs a hundred times the trees.

mod alone;
mod helper_panics;
mod idle_main_worker;
mod rounds;

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

use cleave_algorithms::{Algorithm, MainWorker, SetAlgorithm, Team};
use cleave_smp::random::Rng;
use cleave_smp::{Backend, Chaos, End};
use cleave_sync::affinity::{self, ProcessorSet};
use cleave_virtual_time::artificial::{
    ArtificialNode, Explorer, Happened, Shape, SoakSettings, faulty_helper, helper, minimax,
    parallel, random_deepening, random_params_ahead, soak,
};
use rounds::{rounds, seed, seed_of};

type Forest = Team<ArtificialNode>;

fn main() {
    let with_any_workers: &[(&str, fn())] = &[
        ("processes_find_the_minimax_value", processes_find_the_minimax_value),
        ("processes_find_it_in_chaos", processes_find_it_in_chaos),
        ("an_idle_main_worker_stops_the_search", an_idle_main_worker_stops_the_search),
        ("many_workers_do_not_crawl", many_workers_do_not_crawl),
    ];
    let with_processes: &[(&str, fn())] = &[
        ("processes_find_it_although_they_die", processes_find_it_although_they_die),
        ("processes_search_ahead_although_they_die", processes_search_ahead_although_they_die),
        ("a_search_left_behind_is_cleared_away", a_search_left_behind_is_cleared_away),
        ("no_process_outlives_its_team", no_process_outlives_its_team),
        ("a_team_changes_what_its_workers_are", a_team_changes_what_its_workers_are),
        ("each_process_is_bound_to_its_processors", each_process_is_bound_to_its_processors),
        ("no_worker_is_started_without_a_processor", no_worker_is_started_without_a_processor),
    ];
    // In a portable build `Backend::Fork` means threads.
    let can_fork = Backend::default() == Backend::Fork;
    let of_processes = if can_fork { with_processes } else { &[] };
    helper_panics::run(&[with_any_workers, of_processes].concat())
}

/// Returns a team of 16, all of them started, with any number of processors.
fn team() -> Forest {
    let mut team = Team::new(16, Backend::Fork).unwrap();
    team.set_processors(16);
    team
}

/// The least number of sessions by each algorithm.
const SESSIONS: u64 = 8;

/// The most sessions until everything under test has happened. On a busy machine helpers may sleep through one, and an
/// algorithm that shares little seldom loses a helper.
const MOST_SESSIONS: u64 = 1000;

/// Searches random trees by every algorithm until all has happened that is to be tested.
fn search_by_all(test: u64, most_leaves: u64, chaos: Chaos, is_tested: impl Fn(&Happened) -> bool) {
    for algorithm in Algorithm::ALL {
        let mut seeds = Rng::new(seed_of(test, algorithm));
        let mut happened = Happened::default();
        let mut sessions = 0;
        while sessions < rounds(SESSIONS) || !is_tested(&happened) {
            assert!(sessions < rounds(MOST_SESSIONS), "{algorithm}: {happened:?} is not enough");
            let chaos = Chaos { seed: seeds.below(u64::MAX), ..chaos };
            let seed = seeds.below(u64::MAX);
            let plan = SoakSettings { seed, sessions: 1, roots: 25, most_leaves, chaos };
            let mut team = team();
            team.set_algorithm(algorithm);
            let more = soak(&mut team, &plan);
            happened += more.unwrap_or_else(|wrong| panic!("{algorithm}: {wrong}"));
            assert!(chaos.die_one_in > 0 || happened.deaths == 0, "{algorithm}: a helper has died");
            sessions += 1;
        }
        println!("{algorithm}: {sessions} sessions, {happened:?}");
    }
}

/// Helpers have taken part, and searches have been stopped.
fn has_parallel_searches(happened: &Happened) -> bool {
    happened.joins >= 50 && happened.stops > 0
}

fn processes_find_the_minimax_value() {
    search_by_all(3, 100_000, Chaos::default(), has_parallel_searches);
}

fn processes_find_it_in_chaos() {
    let chaos = Chaos { delay_one_in: 5, ..Chaos::default() };
    search_by_all(4, 3_000, chaos, has_parallel_searches);
}

/// Helpers die at random moments, some of each algorithm with a lock in hand. If that lock were not freed, every
/// algorithm would hang.
fn processes_find_it_although_they_die() {
    let chaos = Chaos { delay_one_in: 20, die_one_in: 1000, ..Chaos::default() };
    search_by_all(5, 3_000, chaos, |happened| {
        has_parallel_searches(happened) && happened.deaths >= 20
    });
}

/// As above, while idle workers search the next iteration: the team also recovers from a death there.
fn processes_search_ahead_although_they_die() {
    let (mut rng, mut team) = (Rng::new(seed(6)), team());
    let (mut adopted, mut given_up, mut deaths) = (0, 0, 0);
    for _ in 0..rounds(10) {
        team.set_workers(2 + rng.below(15) as usize).unwrap();
        team.params = random_params_ahead(&mut rng);
        let chaos = Chaos { seed: rng.below(u64::MAX), delay_one_in: 20, die_one_in: 2000 };
        Chaos { die_one_in: 0, ..chaos }.begin();
        team.session(&faulty_helper(chaos), |main_worker| {
            let mut explorer = Explorer::new(main_worker.shared());
            for _ in 0..10 {
                let deepening = random_deepening(&mut rng, 3_000);
                let deepened = deepening.run(main_worker, &mut explorer, &mut rng);
                let deepened = deepened.unwrap_or_else(|wrong| panic!("{wrong}"));
                adopted += deepened.adopted;
                given_up += deepened.given_up;
                deaths += deepened.deaths;
            }
        });
        Chaos::default().begin();
        assert_eq!(team.arena().memory().blocks_in_use(), 0, "blocks have leaked");
    }
    println!("{adopted} adopted, {given_up} given up, {deaths} deaths");
    assert!(adopted > 0 && given_up > 0 && deaths > 0, "nothing was tested");
}

/// The main worker panics in the middle of a search, with claims that no other worker brings back. The helpers stay,
/// and the next session begins afresh.
fn a_search_left_behind_is_cleared_away() {
    Algorithm::ALL.into_iter().for_each(a_search_by_this_algorithm_is_cleared_away);
}

fn a_search_by_this_algorithm_is_cleared_away(algorithm: Algorithm) {
    let mut team = team();
    team.set_algorithm(algorithm);
    team.set_workers(3).unwrap();
    let large = Shape { height: 40, ..Shape::default() };
    // The main worker of aphid visits the plies near the root only.
    let nodes = if algorithm == Algorithm::Aphid { 5 } else { 10_000 };
    let panics = |main_worker: &mut MainWorker<'_, ArtificialNode>| {
        let control = main_worker.shared();
        let mut explorer = Explorer::new(control);
        explorer.prepare(&large);
        let root = ArtificialNode::root(&mut explorer);
        explorer.panic_after(nodes);
        main_worker.search(&mut explorer, &root, &large);
    };
    for _ in 0..2 {
        let session = catch_unwind(AssertUnwindSafe(|| team.session(&helper, panics)));
        assert!(session.is_err());
        let before = children();
        let shape = Shape::default();
        let (end, size) = team.session(&helper, |main_worker| {
            (parallel(main_worker, &shape).finished.end, main_worker.team_size())
        });
        assert_eq!((end, size), (End::Value(minimax(&shape)), 3), "{algorithm}");
        assert_eq!(children(), before, "{algorithm}: the helpers are the same");
        assert_eq!(team.arena().memory().blocks_in_use(), 0, "{algorithm}: blocks have leaked");
    }
}

/// A team ends all its processes.
fn no_process_outlives_its_team() {
    let mut team = team();
    for workers in [4, 1, 3, 8] {
        team.set_workers(workers).unwrap();
        let shape = Shape::default();
        let pids = team.session(&helper, |main_worker| {
            assert!(matches!(parallel(main_worker, &shape).finished.end, End::Value(_)));
            main_worker.helper_processes()
        });
        assert_eq!(pids.len(), workers - 1);
        assert_eq!(children(), workers - 1);
    }
    drop(team);
    assert_eq!(children(), 0);
}

/// From processes to threads, which must not fork any more, and back.
fn a_team_changes_what_its_workers_are() {
    let mut team = team();
    team.set_workers(3).unwrap();
    let helpers = |team: &mut Forest| {
        team.session(&helper, |main_worker| {
            assert!(matches!(parallel(main_worker, &Shape::default()).finished.end, End::Value(_)));
            (main_worker.helper_processes().len(), children())
        })
    };
    assert_eq!(helpers(&mut team), (2, 2));
    team.set_backend(Backend::Thread);
    assert_eq!(helpers(&mut team), (0, 0));
    alone::wait_until_alone();
    team.set_backend(Backend::Fork);
    assert_eq!(helpers(&mut team), (2, 2));
}

/// Also a process that replaces another. A new placement needs new processes.
fn each_process_is_bound_to_its_processors() {
    let allowed = affinity::allowed().expect("Linux reports them");
    let set = |processor| ProcessorSet::from_iter([processor]);
    let mut sets: Vec<ProcessorSet> = allowed.iter().map(set).collect();
    let mut team = team();
    team.set_workers(3).unwrap();
    team.set_processors(3);
    for _ in 0..2 {
        team.set_placement(&sets);
        let mut expected = [1, 2].map(|index| sets[index % sets.len()].to_string());
        expected.sort();
        let check = |team: &mut Forest| {
            team.session(&helper, |main_worker| {
                let search = parallel(main_worker, &Shape::default());
                assert!(matches!(search.finished.end, End::Value(_)));
                assert_eq!(affinity::allowed(), Some(sets[0]));
                await_bound(&main_worker.helper_processes(), &expected);
            });
        };
        check(&mut team);
        assert_eq!(affinity::allowed(), Some(allowed));
        kill_one(&mut team);
        check(&mut team);
        sets.reverse();
    }
}

/// Kills a helper between two sessions.
fn kill_one(team: &mut Forest) {
    let pid = team.session(&helper, |main_worker| main_worker.helper_processes()[0]);
    let killed = Command::new("kill").args(["-KILL", &pid.to_string()]).status().unwrap();
    assert!(killed.success());
}

/// Waits until the processes, in any order, are bound to these processors. A new one may not have run yet.
fn await_bound(processes: &[u32], expected: &[String]) {
    let begun = Instant::now();
    loop {
        let mut bound: Vec<String> = processes.iter().map(|&pid| bound_to(pid)).collect();
        bound.sort();
        if bound == expected {
            return;
        }
        assert!(begun.elapsed() < Duration::from_secs(20), "{bound:?}, not {expected:?}");
        sleep(Duration::from_millis(1));
    }
}

/// Returns the processors on which a process may run, as a list.
fn bound_to(pid: u32) -> String {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).unwrap();
    let list = status.lines().find_map(|line| line.strip_prefix("Cpus_allowed_list:"));
    list.expect("the kernel reports them").trim().to_owned()
}

/// A worker more than there are processors would only take one from the others.
fn no_worker_is_started_without_a_processor() {
    let mut team = team();
    for (processors, workers) in [(2, 2), (64, 16), (1, 1), (0, 1), (3, 3)] {
        team.set_processors(processors);
        let (helpers, workers_seen) = team.session(&helper, |main_worker| {
            assert!(matches!(parallel(main_worker, &Shape::default()).finished.end, End::Value(_)));
            (main_worker.helper_processes().len(), main_worker.team_size())
        });
        assert_eq!((workers_seen, team.size()), (workers, workers), "{processors} processors");
        assert_eq!((helpers, children()), (workers - 1, workers - 1), "{processors} processors");
    }
    team.set_workers(2).unwrap();
    assert_eq!((team.workers(), team.size()), (2, 2), "fewer than there are processors");
}

fn an_idle_main_worker_stops_the_search() {
    idle_main_worker::stops_the_search(Backend::Fork);
}

/// Sixteen workers whose processors are mostly taken by others, here by each other, are hardly slower than two. A
/// worker sleeps for a lock whose holder has lost its processor. A look at the job list leads to a job or to sleep, so
/// there are few more looks than jobs and sleeps.
fn many_workers_do_not_crawl() {
    let mut team = team();
    let shape = Shape { height: 12, branching: 6, work: 300, ..Shape::default() };
    let mut time = |workers| {
        team.set_workers(workers).unwrap();
        team.session(&helper, |main_worker| {
            let mut time = Duration::MAX;
            for _ in 0..5 {
                let stats = parallel(main_worker, &shape).finished.stats;
                let useful = stats.sum(|counters| counters.joins + counters.sleeps);
                let scans = stats.sum(|counters| counters.scans);
                assert!(scans <= 100 + 5 * useful, "{scans} looks, {useful} of use");
                time = time.min(stats.wall);
            }
            time
        })
    };
    // Another program may take a processor during one measurement, but hardly during all three.
    let crawls = (0..3).all(|_| {
        let (few, many) = (time(2), time(16));
        println!("2 workers: {few:.1?}, 16 workers: {many:.1?}");
        many >= 2 * few
    });
    assert!(!crawls, "16 workers crawl");
}

/// Children of this process, zombies included.
fn children() -> usize {
    let me = std::process::id();
    std::fs::read_to_string(format!("/proc/{me}/task/{me}/children"))
        .expect("the kernel tells")
        .split_whitespace()
        .count()
}
