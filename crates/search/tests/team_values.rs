//! Teams of every algorithm against the sequential program, full width. Without selectivity, history and table, a value
//! does not depend on the order of results.
//!
//! The trees come from endings, so that they are deep enough for each algorithm's own features: `aphid` has leaves for
//! its helpers from depth 5, and the busy bits of `abdada-approximate` begin at depth 7.

use cleave_board::{Position, Value};
use cleave_search::settings::Width;
use cleave_search::team::{Algorithm, Stats};
use cleave_search::{Limits, Outcome, Root, Searcher, Undisturbed, bench};

use crate::program::Program;

/// A position of the bench whose tree is small.
struct Case {
    position: Position,
    /// The value at the requested depth, and one ply deeper.
    values: [Value; 2],
}

/// Returns positions whose trees of this depth have at most this many nodes.
fn cases(depth: u32, most_nodes: u64) -> Vec<Case> {
    let mut alone = full_width(Program::Sequential);
    let of_small_tree = |position| {
        let limits = Limits { nodes: Some(most_nodes + 1), ..Limits::to_depth(depth) };
        if search(Program::Sequential, &mut alone, &position, &limits).nodes > most_nodes {
            return None;
        }
        let value = |depth| {
            search(Program::Sequential, &mut alone, &position, &Limits::to_depth(depth)).value
        };
        Some(Case { position, values: [depth, depth + 1].map(value) })
    };
    bench::positions().filter_map(of_small_tree).collect()
}

fn full_width(program: Program) -> Searcher {
    let mut searcher = Searcher::new(1).unwrap();
    searcher.set_width(Width::Full);
    program.set_up(&mut searcher);
    // Independent of this machine, so that all workers take part.
    searcher.set_processors(4);
    searcher.split_params().min_thread_depth = 1;
    searcher
}

fn search(
    program: Program,
    searcher: &mut Searcher,
    position: &Position,
    limits: &Limits,
) -> Outcome {
    searcher.new_game();
    program.search(searcher, &Root::from(*position), limits, &mut Undisturbed)
}

#[test]
fn every_algorithm_finds_the_value_of_the_sequential_program() {
    let (to_6, to_9) = (cases(6, 60_000), cases(9, 60_000));
    assert!(to_6.len() >= 12 && to_9.len() >= 5, "{} and {} positions", to_6.len(), to_9.len());
    println!("algorithm          N, joins of threads and in virtual time, deferrals there");
    for algorithm in Algorithm::ALL {
        let (depth, cases) = match algorithm {
            Algorithm::AbdadaApproximate => (9, &to_9),
            _ => (6, &to_6),
        };
        let joins_of_threads = [1, 4].map(|workers| {
            let team = |program| find_values(algorithm, program, depth, cases);
            let threads = team(Program::Threads(workers));
            let run_virtual = team(Program::Virtual(workers));
            let joins = [&threads, &run_virtual].map(|stats| stats.sum(|counters| counters.joins));
            let deferrals = run_virtual.sum(|counters| counters.deferrals);
            println!("{:18} {workers} {joins:5?} {deferrals:5}", algorithm.name());
            assert_eq!(joins[1] > 0, workers > 1, "{algorithm}, {workers}: {joins:?} joins");
            let puts_off = workers > 1 && puts_jobs_off(algorithm);
            assert_eq!(deferrals > 0, puts_off, "{algorithm}, {workers}: {deferrals} deferrals");
            joins[0]
        });
        // The number of joins by threads depends on the machine.
        assert!(joins_of_threads.iter().sum::<u64>() > 0, "{algorithm}: nobody helped");
    }
}

/// Groups stop at the requested depth, so no group can return the value of another depth.
#[test]
fn groups_find_the_value_of_the_sequential_program() {
    let cases = cases(6, 60_000);
    for (workers, size) in [(2, 1), (4, 2), (5, 1)] {
        find_values(Algorithm::Dts, Program::Groups(workers, size), 6, &cases);
    }
}

/// The order in which root moves are divided does not change the value.
#[test]
fn a_team_that_searches_best_moves_together_finds_the_value() {
    let cases = cases(6, 60_000);
    for program in [Program::Threads(3), Program::Virtual(16)] {
        let mut team = full_width(program);
        team.set_best_together(true);
        for Case { position, values } in &cases {
            let found = search(program, &mut team, position, &Limits::to_depth(6));
            assert_eq!(found.value, values[0], "{program:?} in {position:?}");
        }
    }
}

fn puts_jobs_off(algorithm: Algorithm) -> bool {
    use Algorithm::{Abdada, AbdadaApproximate, AbdadaSimplified};
    matches!(algorithm, Abdada | AbdadaSimplified | AbdadaApproximate)
}

fn find_values(algorithm: Algorithm, program: Program, depth: u32, cases: &[Case]) -> Stats {
    let mut team = full_width(program);
    team.set_algorithm(algorithm);
    let mut stats = Stats::default();
    for Case { position, values } in cases {
        let found = search(program, &mut team, position, &Limits::to_depth(depth));
        if let Some(right) = allowed(algorithm, program, values) {
            assert!(
                right.contains(&found.value),
                "{algorithm}, {program:?}: {}, not one of {right:?} in {position:?}",
                found.value
            );
        }
        stats += found.stats.expect("a team keeps statistics");
    }
    stats
}

/// Returns the values that a team may find; `None` if any value is allowed. One worker finds the value of the requested
/// depth, as most teams do. A helper that iterates by itself may return the value of one ply more. A share of the moves
/// of `uidpabs` may be ahead as well, in real time by any number of plies. On a busy machine one worker may have to
/// wait for a processor while the others continue. A root of `lazy-texel` may mix the values of moves at two depths.
/// Only a mate stays what it is.
fn allowed(algorithm: Algorithm, program: Program, values: &[Value; 2]) -> Option<&[Value]> {
    let (workers, is_virtual) = match program {
        Program::Sequential => (1, false),
        Program::Threads(workers) | Program::Processes(workers) | Program::Groups(workers, _) => {
            (workers, false)
        }
        Program::Virtual(workers) => (workers, true),
    };
    match algorithm {
        _ if workers == 1 || values[0].is_mate() => Some(&values[..1]),
        Algorithm::Lazy | Algorithm::AbdadaApproximate => Some(values),
        Algorithm::Uidpabs | Algorithm::LazyTexel => is_virtual.then_some(values),
        _ => Some(&values[..1]),
    }
}
