//! Forked workers are killed in the middle of a search. A program of its own, since it forks.

mod positions;

use std::fs::read_to_string;
use std::process::Command;
use std::time::{Duration, Instant};

use cleave_clock::Clock;
use cleave_smp::{Algorithm, Backend};
use cleave_xiangqi::Position;
use cleave_xiangqi_search::{Host, Limits, Outcome, Root, Searcher, Signal, Thinking, Width};
use libtest_mimic::{Arguments, Trial};

fn main() {
    let tests = [
        ("every_algorithm_finds_the_sequential_value_although_a_worker_dies", values as fn()),
        ("a_move_comes_in_time_although_all_helpers_die", in_time),
    ];
    let trial = |(name, test): (_, fn())| {
        Trial::test(name, move || {
            test();
            Ok(())
        })
    };
    // In the main thread, the only one of this process.
    let arguments = Arguments { test_threads: Some(1), ..Arguments::from_args() };
    libtest_mimic::run(&arguments, tests.map(trial).into()).exit()
}

/// Workers of a team, of which all but one are forked.
const WORKERS: usize = 3;

/// The processes that this one has forked.
fn helpers() -> Vec<String> {
    let list = read_to_string("/proc/thread-self/children").expect("Linux tells");
    list.split_whitespace().map(str::to_owned).collect()
}

/// Kills some helpers once the main worker has searched so many nodes.
struct Killer {
    at_node: u64,
    count: usize,
    killed: Vec<String>,
}

impl Host for Killer {
    fn poll(&mut self, nodes: u64) -> Signal {
        if self.killed.is_empty() && nodes >= self.at_node {
            self.killed = helpers().into_iter().take(self.count).collect();
            let kill = Command::new("kill").arg("-9").args(&self.killed).status();
            assert!(kill.expect("there is a kill").success());
        }
        Signal::Continue
    }

    fn thinking(&mut self, _: &Thinking) {}
}

/// Searches, loses so many helpers meanwhile, and has a whole team again in the next search.
fn search(searcher: &mut Searcher, root: &Root, limits: &Limits, deaths: usize) -> Outcome {
    let mut killer = Killer { at_node: 2_000, count: deaths, killed: Vec::new() };
    let found = searcher.search(root, limits, &mut killer);
    assert_eq!(killer.killed.len(), deaths, "too short a search");
    searcher.search(root, &Limits::to_depth(2), &mut |_: &_| {});
    let helpers = helpers();
    assert_eq!(helpers.len(), WORKERS - 1);
    assert!(helpers.iter().all(|helper| !killer.killed.contains(helper)), "they are dead");
    found
}

fn team(algorithm: Algorithm) -> Searcher {
    let mut team = Searcher::on(WORKERS, Backend::Fork).expect("memory for three");
    team.oversubscribe();
    team.set_algorithm(algorithm);
    team
}

/// Without selectivity and table, history only orders moves, and the value is that of minimax.
fn values() {
    const DEPTH: u32 = 5;
    let position = positions::all().nth(4).expect("there are so many");
    let root = Root::from(position);
    let full_width = |mut searcher: Searcher| {
        searcher.set_table(0).expect("no memory is needed");
        searcher.set_width(Width::Full);
        searcher
    };
    let mut alone = full_width(Searcher::new(1).expect("memory for one"));
    let expected = [DEPTH, DEPTH + 1].map(|depth| {
        alone.search_sequentially(&root, &Limits::to_depth(depth), &mut |_: &_| {}).value
    });
    for algorithm in Algorithm::ALL {
        let found = search(&mut full_width(team(algorithm)), &root, &Limits::to_depth(DEPTH), 1);
        // A helper of these may finish a search of one ply more before the main worker its own.
        let is_ahead = matches!(algorithm, Algorithm::Lazy | Algorithm::AbdadaApproximate);
        let possible = &expected[..=usize::from(is_ahead)];
        assert!(possible.contains(&found.value), "{algorithm}: {} of {expected:?}", found.value);
    }
}

fn in_time() {
    const TIME: Duration = Duration::from_millis(600);
    let root = Root::from(Position::start());
    let limits = Limits { clock: Clock::PerMove(TIME), ..Limits::default() };
    for algorithm in [Algorithm::Dts, Algorithm::Lazy, Algorithm::Ybwc] {
        let begun = Instant::now();
        let found = search(&mut team(algorithm), &root, &limits, WORKERS - 1);
        // A search that gives up is early.
        let taken = begun.elapsed();
        assert!((TIME / 2..2 * TIME).contains(&taken), "{algorithm}: {taken:?}");
        assert!(root.position.is_legal(found.line[0]) && found.depth > 3, "{algorithm}");
    }
}
