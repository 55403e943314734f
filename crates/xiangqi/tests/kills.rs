//! Kills forked workers in the middle of a search. This test is a program of its own because it
//! forks.

mod positions;

use std::fs::read_to_string;
use std::process::Command;
use std::time::{Duration, Instant};

use cleave_algorithms::Algorithm;
use cleave_clock::Clock;
use cleave_smp::Backend;
use cleave_xiangqi::search::{Host, Limits, Outcome, Searcher, Signal, Thinking, Width};
use cleave_xiangqi::{Game, Position};
use libtest_mimic::{Arguments, Trial};
use positions::searcher;

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
    // The tests run in the main thread, the only thread of this process.
    let arguments = Arguments { test_threads: Some(1), ..Arguments::from_args() };
    libtest_mimic::run(&arguments, tests.map(trial).into()).exit()
}

/// The number of workers of a team. All except one are forked.
const WORKERS: usize = 3;

/// A time in which the main worker checks the others several times. A search that ends at once may
/// not notice a death.
const TO_BE_MISSED: Duration = Duration::from_millis(50);

/// Returns the processes that this process has forked.
fn helpers() -> Vec<String> {
    let list = read_to_string("/proc/thread-self/children").expect("Linux tells");
    list.split_whitespace().map(str::to_owned).collect()
}

/// Kills some helpers after the team has searched a number of nodes.
struct Killer {
    at_node: u64,
    count: usize,
    killed: Vec<String>,
}

impl Killer {
    fn new(at_node: u64, count: usize) -> Killer {
        Killer { at_node, count, killed: Vec::new() }
    }
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

/// Searches and loses helpers meanwhile. Checks that the next search has a whole team again.
fn search(searcher: &mut Searcher, root: &Game, limits: &Limits, mut killer: Killer) -> Outcome {
    let found = searcher.search(root, limits, &mut killer);
    assert_eq!(killer.killed.len(), killer.count, "too short a search");
    let next = Limits { clock: Clock::PerMove(TO_BE_MISSED), ..Limits::default() };
    searcher.search(root, &next, &mut |_: &_| {});
    let helpers = helpers();
    assert_eq!(helpers.len(), WORKERS - 1);
    assert!(
        helpers.iter().all(|helper| !killer.killed.contains(helper)),
        "the killed helpers are dead"
    );
    found
}

fn team(algorithm: Algorithm, mut team: Searcher) -> Searcher {
    team.set_workers(WORKERS, Backend::Fork).expect("memory for three");
    team.oversubscribe();
    team.set_algorithm(algorithm);
    team
}

/// Without selectivity and table, history only orders moves, and the value equals minimax.
///
/// A helper that iterates by itself may return the value of one ply more. A share of the moves of
/// `uidpabs` may be any number of plies ahead, except at the first depth with shares.
fn values() {
    const DEPTH: u32 = 5;
    const FIRST_WITH_SHARES: u32 = 3;
    let position = positions::all().nth(4).expect("there are so many");
    let root = Game::from(position);
    let mut alone = searcher(1, Width::Full);
    let mut value =
        |depth| alone.search_sequentially(&root, &Limits::to_depth(depth), &mut |_: &_| {}).value;
    let [first, expected, deeper] = [FIRST_WITH_SHARES, DEPTH, DEPTH + 1].map(&mut value);
    for algorithm in Algorithm::ALL {
        let (depth, at_node, possible) = match algorithm {
            Algorithm::Uidpabs => (FIRST_WITH_SHARES, 500, [first; 2]),
            Algorithm::Lazy | Algorithm::AbdadaApproximate => (DEPTH, 2_000, [expected, deeper]),
            _ => (DEPTH, 2_000, [expected; 2]),
        };
        let mut team = team(algorithm, searcher(1, Width::Full));
        let found = search(&mut team, &root, &Limits::to_depth(depth), Killer::new(at_node, 1));
        // In `lazy-texel` each move may have the value of one ply more.
        let is_possible = algorithm == Algorithm::LazyTexel || possible.contains(&found.value);
        assert!(is_possible, "{algorithm}: {} of {possible:?}", found.value);
    }
}

fn in_time() {
    const TIME: Duration = Duration::from_millis(600);
    let root = Game::from(Position::start());
    let limits = Limits { clock: Clock::PerMove(TIME), ..Limits::default() };
    for algorithm in [Algorithm::Dts, Algorithm::Lazy, Algorithm::Ybwc] {
        let mut team = team(algorithm, Searcher::new(1).expect("memory for one"));
        let begun = Instant::now();
        let found = search(&mut team, &root, &limits, Killer::new(2_000, WORKERS - 1));
        // A search that gives up ends early.
        let taken = begun.elapsed();
        assert!((TIME / 2..2 * TIME).contains(&taken), "{algorithm}: {taken:?}");
        assert!(root.position().is_legal(found.line[0]) && found.depth > 3, "{algorithm}");
    }
}
