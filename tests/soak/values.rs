//! The value of a position does not depend on who searches it.

use cleave_board::Value;
use cleave_search::setup::Width;
use cleave_search::{Backend, Limits, Program, Root, Searcher, bench};

/// Deep enough for splits below splits: with every node a split block, and all its moves searched.
const DEPTH: u32 = 3;

/// Rounds at most, until somebody has joined. All positions together are soon searched:
/// on a machine busy with other things the helper of a team of two may sleep through one round.
const ROUNDS: u32 = 1_000;

/// Without selectivity and table (history then orders moves, and no more) the value is that of
/// minimax, whoever has searched what.
pub(crate) fn teams_find_the_sequential_value() {
    let mut alone = searcher(Program::Sequential);
    let expected: Vec<Value> = values(&mut alone).map(|(value, _)| value).collect();
    for backend in [Backend::Fork, Backend::Thread] {
        for workers in 2..=8 {
            let mut team = searcher(Program::Parallel { workers, backend });
            team.split_params().min_thread_depth = 1;
            let somebody_joined = (0..ROUNDS).any(|_| {
                let (found, joins): (Vec<Value>, Vec<u64>) = values(&mut team).unzip();
                assert_eq!(found, expected, "{workers} workers, {backend:?}");
                joins.iter().sum::<u64>() > 0
            });
            assert!(somebody_joined, "nobody joined anybody: nothing was tested");
        }
    }
}

fn searcher(program: Program) -> Searcher {
    let mut searcher = Searcher::new(1).expect("a MiB of memory");
    searcher.set_width(Width::Full);
    searcher.set_program(program).expect("room for eight");
    // However few this machine has: all workers shall meet.
    searcher.set_processors(8);
    searcher
}

/// The value of each position, and how often a worker joined another.
fn values(searcher: &mut Searcher) -> impl Iterator<Item = (Value, u64)> {
    let limits = Limits { depth: Some(DEPTH), ..Limits::default() };
    bench::positions().step_by(4).map(move |position| {
        let root = Root { position, history: Vec::new() };
        let outcome = searcher.search(&root, &limits, &mut bench::Undisturbed);
        let joins = outcome.stats.map_or(0, |stats| stats.sum(|tally| tally.joins));
        (outcome.value, joins)
    })
}
