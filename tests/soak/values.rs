//! Tests that the value of a position does not depend on the team.

use cleave_board::Value;
use cleave_search::settings::Width;
use cleave_search::team::{Algorithm, Backend};
use cleave_search::{Limits, Root, SearchMode, Searcher, Undisturbed, bench};

/// Deep enough for splits below splits. Every node is a split block and searches all its moves.
const DEPTH: u32 = 3;

/// The maximum number of rounds until a worker has joined another. The searches are short. On a
/// busy machine the helper of a team of two may sleep during a whole round.
const ROUNDS: u32 = 1_000;

/// Tests without selectivity and table. Then history only orders moves, and the value is that of
/// minimax.
pub(crate) fn teams_find_the_sequential_value() {
    let alone = Expected::new();
    for backend in [Backend::Fork, Backend::Thread] {
        for workers in 2..=8 {
            alone.check(Algorithm::Dts, workers, backend);
        }
    }
    for (algorithm, workers) in Algorithm::ALL.into_iter().zip((2..=8).cycle()) {
        alone.check(algorithm, workers, Backend::Fork);
    }
}

/// The values of the positions, by depth from [`DEPTH`] on.
struct Expected([Vec<Value>; 3]);

impl Expected {
    fn new() -> Expected {
        let mut alone = searcher(SearchMode::Sequential);
        Expected(
            [DEPTH, DEPTH + 1, DEPTH + 2]
                .map(|depth| searched(&mut alone, depth).map(|(value, _)| value).collect()),
        )
    }

    /// Searches all positions until a worker has joined another.
    fn check(&self, algorithm: Algorithm, workers: usize, backend: Backend) {
        let mut team = searcher(SearchMode::Parallel { workers, backend });
        team.set_algorithm(algorithm);
        team.split_params().min_thread_depth = 1;
        // At a lower depth aphid gives no work to helpers.
        let deeper = if algorithm == Algorithm::Aphid { 2 } else { 0 };
        let ahead = usize::from(may_be_ahead(algorithm));
        let depths = &self.0[deeper..=deeper + ahead];
        let has_joined = (0..ROUNDS).any(|_| {
            let mut joins = 0;
            for (place, (found, more)) in searched(&mut team, DEPTH + deeper as u32).enumerate() {
                // In `lazy-texel` the value of each move may come from a search one ply deeper.
                let is_right = algorithm == Algorithm::LazyTexel
                    || depths.iter().any(|values| values[place] == found);
                assert!(is_right, "{algorithm}, {workers} workers, {backend:?}: {place}, {found}");
                joins += more;
            }
            joins > 0
        });
        assert!(has_joined, "{algorithm}: no worker joined another, so the test is invalid");
    }
}

/// Returns true if a helper may finish a search one ply deeper before the main worker has finished
/// its own. A share of `uidpabs` gets ahead only at greater depths.
fn may_be_ahead(algorithm: Algorithm) -> bool {
    matches!(algorithm, Algorithm::Lazy | Algorithm::AbdadaApproximate)
}

fn searcher(program: SearchMode) -> Searcher {
    let mut searcher = Searcher::new(1).expect("a MiB of memory");
    searcher.set_width(Width::Full);
    searcher.set_mode(program).expect("room for eight");
    // All workers must run, even if this machine has fewer processors.
    searcher.set_processors(8);
    searcher
}

/// Returns the value of each position, and the number of joins.
fn searched(searcher: &mut Searcher, depth: u32) -> impl Iterator<Item = (Value, u64)> {
    bench::positions().step_by(4).map(move |position| {
        let root = Root::from(position);
        let outcome = searcher.search(&root, &Limits::to_depth(depth), &mut Undisturbed);
        let joins = outcome.stats.map_or(0, |stats| stats.sum(|counters| counters.joins));
        (outcome.value, joins)
    })
}
