//! `cleave bench`: searches a fixed set of positions; how many nodes that takes identifies the search.

use std::time::{Duration, Instant};

use clap::Args;
use cleave_board::Position;
use cleave_io::{Output, complain};
use cleave_movegen::to_san;
use cleave_search::resources::{missing_processors, missing_workers};
use cleave_search::team::{Algorithm, Backend, MAX_WORKERS};
use cleave_search::{
    Evaluation, Outcome, SearchMode, Searcher, SearcherError, TreeCounts, Undisturbed, bench,
};

use crate::ToolError;
use crate::searching::{algorithm, backend, mebibytes};

/// The command line of `cleave bench`.
#[derive(Args, Clone, Debug)]
pub struct Arguments {
    /// Depth of each search, in plies.
    #[arg(long, default_value_t = bench::DEPTH, value_parser = clap::value_parser!(u32).range(1..=100))]
    depth: u32,

    /// Size of the transposition table.
    #[arg(long, value_name = "MB", default_value_t = bench::TABLE_MIB, value_parser = mebibytes)]
    hash: usize,

    /// Search with a team of at most this many workers, one on each processor, instead of the
    /// sequential program.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=MAX_WORKERS as i64))]
    workers: Option<u16>,

    /// Start all workers, even if there are fewer processors.
    #[arg(long, requires = "workers")]
    oversubscribe: bool,

    /// What the workers are.
    #[arg(long, default_value = "fork", value_parser = backend())]
    backend: Backend,

    /// Evaluate by the built-in network, as games do. The signature is that of the evaluation written by
    /// hand, so that another network does not change it.
    #[arg(long)]
    network: bool,

    /// How the workers share the tree.
    #[arg(long, default_value_t, value_parser = algorithm())]
    algorithm: Algorithm,
}

/// Searches the positions, prints a row for each, and the sum.
///
/// # Errors
/// The system refuses the memory or the workers, or some workers were missing.
pub fn run(arguments: &Arguments, output: &mut Output) -> Result<(), ToolError> {
    let mode = arguments.workers.map_or(SearchMode::Sequential, |workers| SearchMode::Parallel {
        workers: usize::from(workers),
        backend: arguments.backend,
    });
    let mut searcher = Searcher::new(arguments.hash)?;
    searcher.set_processors(arguments.oversubscribe.then_some(usize::MAX));
    searcher.set_mode(mode).map_err(SearcherError::from)?;
    if let Some(warning) = missing_processors(&searcher) {
        complain(warning);
    }
    searcher.set_algorithm(arguments.algorithm);
    if arguments.network {
        searcher.set_evaluation(Evaluation::by_built_in_network());
    }
    let mut report = Report::begin();
    let mut smallest_team = usize::MAX;
    for position in bench::positions() {
        let outcome = bench::search(&mut searcher, &position, arguments.depth, &mut Undisturbed);
        output.line(report.row(&position, &outcome));
        smallest_team = smallest_team.min(outcome.stats.map_or(1, |stats| stats.workers.len()));
        if !output.is_open() {
            return Ok(());
        }
    }
    report.total().iter().for_each(|line| output.line(line));
    match mode {
        SearchMode::Parallel { .. } if smallest_team < searcher.team_size() => {
            Err(missing_workers(smallest_team, &searcher).into())
        }
        _ => Ok(()),
    }
}

/// The report of a bench, row by row.
pub struct Report {
    start: Instant,
    positions: u32,
    nodes: u64,
    tree: TreeCounts,
}

impl Report {
    /// Starts the clock.
    pub fn begin() -> Report {
        Report { start: Instant::now(), positions: 0, nodes: 0, tree: TreeCounts::default() }
    }

    /// The row of a position that has been searched.
    pub fn row(&mut self, position: &Position, outcome: &Outcome) -> String {
        self.positions += 1;
        self.nodes += outcome.nodes;
        self.tree += outcome.tree;
        let best = outcome.best.map_or_else(|| "-".into(), |mv| to_san(position, mv));
        let (number, nodes, value) = (self.positions, outcome.nodes, outcome.value.to_string());
        format!("{number:3} {nodes:12} {value:>10} {best}")
    }

    /// Returns the last lines: cutoffs and table hits; the signature of the search, and its speed.
    pub fn total(&self) -> [String; 2] {
        [self.tree.to_string(), total(self.nodes, self.start.elapsed())]
    }
}

fn total(nodes: u64, time: Duration) -> String {
    let per_second = nodes as f64 / time.as_secs_f64().max(1e-9);
    format!("{nodes} nodes {per_second:.0} nps")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_line_has_nodes_and_speed() {
        assert_eq!(total(3_000_000, Duration::from_millis(1500)), "3000000 nodes 2000000 nps");
    }
}
