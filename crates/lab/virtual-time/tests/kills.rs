//! Processes killed from outside, at any moment of a search. Other tests kill the parent of a team, or let a team idle.
//! A program of its own, since it forks.
//!
//! `CLEAVE_SOAK=100` kills thousands of workers.

mod alone;
mod helper_panics;
mod rounds;

use std::fs;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use cleave_algorithms::{Algorithm, MainWorker, SetAlgorithm, Team};
use cleave_smp::instrument::sleepers;
use cleave_smp::random::Rng;
use cleave_smp::{Backend, Chaos, End};
use cleave_virtual_time::artificial::{
    ArtificialNode, Explorer, Shape, faulty_helper, helper, minimax, parallel, sequential,
};
use rounds::{rounds, seed, seed_of};

fn main() {
    if std::env::args().nth(1).as_deref() == Some("parent") {
        return search_for_ever();
    }
    helper_panics::run(&[
        ("a_death_is_noticed_and_the_search_done_again", noticed),
        ("a_death_is_noticed_by_every_algorithm", noticed_by_every_algorithm),
        ("a_stopped_worker_is_as_good_as_dead", stopped),
        ("a_worker_killed_asleep_is_not_counted_as_asleep", killed_asleep),
        ("with_many_deaths_the_team_shrinks_and_goes_on", shrinks),
        ("workers_that_cannot_be_restarted_are_dropped", unreplaced),
        ("workers_die_with_their_parent", die_with_parent),
        ("a_team_with_nothing_to_do_uses_no_time", idle),
    ])
}

/// Returns a tree that takes a team a good tenth of a second.
fn large_tree(seed: u64) -> Shape {
    Shape { seed, height: 14, branching: 5, work: 1000, ..Shape::default() }
}

fn team_of(workers: usize) -> Team<ArtificialNode> {
    let mut team = Team::new(workers, Backend::Fork).unwrap();
    // However few this machine has: all workers shall meet.
    team.set_processors(workers);
    team
}

/// Starts a process that sends a signal after some milliseconds and prints when it did.
fn signal_later(signal: &str, pid: &str, milliseconds: u64) -> Child {
    let script = format!("sleep 0.{milliseconds:03}; date +%s.%N; kill -{signal} {pid}");
    Command::new("sh").args(["-c", &script]).stdout(Stdio::piped()).spawn().unwrap()
}

/// When the signal was sent, in seconds since 1970.
fn sent_at(killer: Child) -> f64 {
    let output = killer.wait_with_output().unwrap();
    String::from_utf8(output.stdout).unwrap().trim().parse().unwrap()
}

fn now() -> f64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs_f64()
}

fn noticed() {
    let trees = with_values((0..5).map(large_tree));
    let median = kill_one_after_another(team_of(4), Rng::new(seed(7)), 5, &trees);
    // On a machine with time to spare it is 100 ms at most; a test cannot count on that.
    assert!(median < 0.1, "deaths are noticed too late");
}

fn noticed_by_every_algorithm() {
    // Some algorithms share so little of a tree that they take five times as long as others.
    let smaller = |seed| Shape { height: 13, work: 300, ..large_tree(seed) };
    let trees = with_values((0..4).map(smaller));
    for algorithm in Algorithm::ALL.into_iter().filter(|&other| other != Algorithm::Dts) {
        println!("{algorithm}:");
        let mut team = team_of(4);
        team.set_algorithm(algorithm);
        kill_one_after_another(team, Rng::new(seed_of(7, algorithm)), 4, &trees);
    }
}

fn with_values(trees: impl Iterator<Item = Shape>) -> Vec<(Shape, End<i32>)> {
    trees.map(|tree| (tree, End::Value(sequential(&tree).value))).collect()
}

/// Kills one worker after another, and searches until the death is noticed. Each search must come out right, and the
/// time from the death to a team ready again must be short. Returns the median of that time in seconds.
///
/// The searches of a tree are iterations of one deepening, so that workers keep something from one to the next. Every
/// second death comes in a later search than the first. The search in which a death comes is done again, and another
/// follows.
fn kill_one_after_another(
    mut team: Team<ArtificialNode>,
    mut rng: Rng,
    deaths: u64,
    trees: &[(Shape, End<i32>)],
) -> f64 {
    let mut latencies = Vec::new();
    team.session(&helper, |main_worker| {
        let mut explorer = Explorer::new(main_worker.shared());
        for (number, tree) in (0..rounds(deaths)).zip(trees.iter().cycle()) {
            explorer.set_deepening(number);
            if number % 2 == 1 {
                assert!(is_searched(main_worker, &mut explorer, tree), "nobody has been killed");
            }
            let victims = main_worker.helper_processes();
            let victim = victims[rng.below(victims.len() as u64) as usize].to_string();
            let killer = signal_later("KILL", &victim, rng.below(80));
            let start = Instant::now();
            while is_searched(main_worker, &mut explorer, tree) {
                assert!(start.elapsed() < Duration::from_secs(60), "nobody notices the death");
            }
            latencies.push(now() - sent_at(killer));
            for _ in 0..2 {
                assert!(is_searched(main_worker, &mut explorer, tree), "one death, noticed twice");
            }
        }
        assert_eq!(main_worker.team_size(), 4, "one death at a time is made good");
    });
    latencies.sort_by(f64::total_cmp);
    let (median, most) = (latencies[(latencies.len() - 1) / 2], latencies[latencies.len() - 1]);
    println!(
        "{} deaths in searches, ready again after {:.1} ms (median), {:.1} ms (at most)",
        latencies.len(),
        1000.0 * median,
        1000.0 * most
    );
    assert!(most < 1.0, "deaths are noticed too late");
    median
}

/// Searches a tree; the result must be its value. Returns false if a worker has died.
fn is_searched(
    main_worker: &mut MainWorker<'_, ArtificialNode>,
    explorer: &mut Explorer<'_>,
    &(shape, value): &(Shape, End<i32>),
) -> bool {
    explorer.prepare(&shape);
    let root = ArtificialNode::root(explorer);
    let end = main_worker.search(explorer, &root, &shape).end;
    assert!(end == value || end == End::WorkerDied, "{end:?}, not {value:?}");
    end != End::WorkerDied
}

/// A worker that is stopped (SIGSTOP) is killed and replaced.
fn stopped() {
    let mut team = team_of(3);
    let shape = large_tree(1);
    let value = sequential(&shape).value;
    team.session(&helper, |main_worker| {
        let victim = main_worker.helper_processes()[0];
        let killer = signal_later("STOP", &victim.to_string(), 20);
        assert_eq!(parallel(main_worker, &shape).finished.end, End::Value(value));
        sent_at(killer);
        assert_eq!(parallel(main_worker, &shape).finished.end, End::Value(value));
        assert!(!main_worker.helper_processes().contains(&victim));
    });
}

/// A worker is killed between two searches: no worker goes on making system calls to wake it.
fn killed_asleep() {
    for is_sent_home in [true, false] {
        let mut team = team_of(3);
        let shape = Shape::default();
        let search = |team: &mut Team<ArtificialNode>| {
            team.session(&helper, |main_worker| {
                let end = parallel(main_worker, &shape).finished.end;
                assert_eq!(end, End::Value(minimax(&shape)));
                main_worker.helper_processes()
            })
        };
        let victim = search(&mut team)[0].to_string();
        let patience = Instant::now() + Duration::from_secs(10);
        while sleepers(team.arena()) < 2 && Instant::now() < patience {
            sleep(Duration::from_millis(1));
        }
        assert_eq!(sleepers(team.arena()), 2, "the helpers have no work");
        assert!(Command::new("kill").args(["-KILL", &victim]).status().unwrap().success());
        // It dies when it is given a processor.
        while is_running(&victim) && Instant::now() < patience {
            sleep(Duration::from_millis(1));
        }
        if !is_sent_home {
            assert!(!search(&mut team).iter().any(|pid| pid.to_string() == victim));
        }
        team.dismiss();
        assert_eq!(sleepers(team.arena()), 0, "{is_sent_home}");
    }
}

/// Workers that die as soon as they have work: the team must get smaller, down to one.
fn shrinks() {
    let mut team = team_of(4);
    team.params.min_thread_depth = 1;
    let chaos = Chaos { seed: 1, delay_one_in: 0, die_one_in: 5 };
    team.session(&faulty_helper(chaos), |main_worker| {
        let shape = large_tree(2);
        let found = parallel(main_worker, &shape);
        assert_eq!(found.finished.end, End::Value(sequential(&shape).value));
        assert_eq!(main_worker.team_size(), 1);
    });
    assert!(!team.is_complete());
    // The deaths of processes do not affect threads.
    team.set_backend(Backend::Thread);
    team.session(&helper, |main_worker| assert_eq!(main_worker.team_size(), 4));
    assert!(team.is_complete());
    alone::wait_until_alone();
    team.set_backend(Backend::Fork);
    // Asking for a number makes a fresh start.
    team.set_workers(4).unwrap();
    team.session(&helper, |main_worker| {
        assert_eq!(main_worker.team_size(), 4);
        let shape = Shape::default();
        assert_eq!(parallel(main_worker, &shape).finished.end, End::Value(minimax(&shape)));
    });
}

/// A worker dies and no other can be forked, since this process has a second thread just now. Those
/// above the gap must not search on where no call reaches them.
fn unreplaced() {
    let mut team = team_of(4);
    let shape = large_tree(3);
    let value = sequential(&shape).value;
    team.session(&helper, |main_worker| {
        let victim = main_worker.helper_processes()[0];
        let (done, wait) = std::sync::mpsc::channel::<()>();
        let second_thread = std::thread::spawn(move || wait.recv().is_err());
        let killer = signal_later("KILL", &victim.to_string(), 20);
        assert_eq!(parallel(main_worker, &shape).finished.end, End::Value(value));
        sent_at(killer);
        assert_eq!(parallel(main_worker, &shape).finished.end, End::Value(value));
        assert_eq!((main_worker.team_size(), main_worker.helper_processes()), (1, Vec::new()));
        drop(done);
        assert!(second_thread.join().unwrap());
    });
    alone::wait_until_alone();
    team.set_workers(4).unwrap();
    team.session(&helper, |main_worker| assert_eq!(main_worker.team_size(), 4));
}

/// Run as a process of its own: prints the ids of its helpers, and searches until it is killed.
fn search_for_ever() {
    team_of(4).session(&helper, |main_worker| {
        let pids: Vec<_> = main_worker.helper_processes().iter().map(ToString::to_string).collect();
        println!("{}", pids.join(" "));
        loop {
            parallel(main_worker, &large_tree(1));
        }
    });
}

fn die_with_parent() {
    use std::io::{BufRead, BufReader};
    let mut parent = Command::new(std::env::current_exe().unwrap())
        .arg("parent")
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(parent.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let helpers: Vec<_> = line.split_whitespace().collect();
    assert_eq!(helpers.len(), 3);
    sleep(Duration::from_millis(50));
    parent.kill().unwrap();
    parent.wait().unwrap();
    let start = Instant::now();
    while helpers.iter().any(|pid| is_running(pid)) {
        assert!(start.elapsed() < Duration::from_secs(30), "workers outlive their parent");
        sleep(Duration::from_millis(5));
    }
}

/// Returns true unless the process is gone, or a zombie that its adopter has not reaped yet.
fn is_running(pid: &str) -> bool {
    fs::read_to_string(format!("/proc/{pid}/stat"))
        .is_ok_and(|stat| !stat.rsplit(") ").next().is_some_and(|rest| rest.starts_with('Z')))
}

fn idle() {
    let mut team = team_of(8);
    let pids = team.session(&helper, |main_worker| {
        parallel(main_worker, &Shape::default());
        main_worker.helper_processes()
    });
    sleep(Duration::from_millis(50));
    let ticks = || pids.iter().map(|pid| processor_ticks(&pid.to_string())).sum::<u64>();
    let before = ticks();
    sleep(Duration::from_millis(500));
    assert_eq!(ticks(), before, "workers without work use the processor");
}

/// Processor time of a process, in ticks of the system's clock.
fn processor_ticks(pid: &str) -> u64 {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).expect("the helper is alive");
    let fields: Vec<_> = stat.rsplit(") ").next().unwrap().split(' ').collect();
    // User and system time are fields 14 and 15 (see proc(5)); the split begins with field 3.
    fields[11].parse::<u64>().unwrap() + fields[12].parse::<u64>().unwrap()
}
