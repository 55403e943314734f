//! The value of a position does not depend on the team that searches it.

use cleave_board::Value;
use cleave_search::setup::Width;
use cleave_search::{Backend, Limits, Root, SearchMode, Searcher, bench};

/// Deep enough for splits below splits, since every node is a split block and searches all its moves.
const DEPTH: u32 = 3;

/// The most rounds until a worker has joined another. All positions are searched so quickly that on a
/// busy machine the helper of a team of two may sleep through a round.
const ROUNDS: u32 = 1_000;

/// Without selectivity and table, history only orders moves, and the value is that of minimax.
pub(crate) fn teams_find_the_sequential_value() {
    let mut alone = searcher(SearchMode::Sequential);
    let expected: Vec<Value> = values(&mut alone).map(|(value, _)| value).collect();
    for backend in [Backend::Fork, Backend::Thread] {
        for workers in 2..=8 {
            let mut team = searcher(SearchMode::Parallel { workers, backend });
            team.split_params().min_thread_depth = 1;
            let has_joined = (0..ROUNDS).any(|_| {
                let (found, joins): (Vec<Value>, Vec<u64>) = values(&mut team).unzip();
                assert_eq!(found, expected, "{workers} workers, {backend:?}");
                joins.iter().sum::<u64>() > 0
            });
            assert!(has_joined, "no worker joined another: nothing was tested");
        }
    }
}

fn searcher(program: SearchMode) -> Searcher {
    let mut searcher = Searcher::new(1).expect("a MiB of memory");
    searcher.set_width(Width::Full);
    searcher.set_mode(program).expect("room for eight");
    // However few this machine has: all workers shall meet.
    searcher.set_processors(8);
    searcher
}

/// The value of each position, and the number of joins.
fn values(searcher: &mut Searcher) -> impl Iterator<Item = (Value, u64)> {
    let limits = Limits { depth: Some(DEPTH), ..Limits::default() };
    bench::positions().step_by(4).map(move |position| {
        let root = Root { position, history: Vec::new() };
        let outcome = searcher.search(&root, &limits, &mut bench::Undisturbed);
        let joins = outcome.stats.map_or(0, |stats| stats.sum(|counters| counters.joins));
        (outcome.value, joins)
    })
}
