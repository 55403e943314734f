//! A searcher, warmed up, whose searches are timed.
//!
//! The time is that of `Searcher::search`, from call to return: an engine needs it from the position to the move. For a
//! team of threads it includes starting them (0.1 ms). Forked workers persist from search to search, so that a fork
//! belongs to a game, not to a move.
//!
//! Every search begins with an empty table and an empty history, except for the [perturbation](perturb). Writing zeros
//! empties them, so no page has to be obtained from the system while the clock runs. Forked workers have page tables of
//! their own, so each touches the whole table in the warm-up. Otherwise its first searches would take some thousand
//! page faults that P_seq does not take.

use std::time::{Duration, Instant};

use cleave_board::Position;

use cleave_search::team::{Algorithm, Backend, Stats};
use cleave_search::{Limits, Outcome, Root, SearchMode, Searcher, Undisturbed, bench};
use cleave_virtual_time::virtual_time::Machine;
use cleave_window::perturbation::perturb;
use nix::time::ClockId;

use crate::chess::VirtualSearch;
use cleave_kit::Result;

/// Nodes that each worker searches in the warm-up for each MiB of the table. A MiB has 256 pages; a
/// page that expects 16 probes gets none once in ten million.
pub(super) const WARM_UP_PER_MIB: u64 = 256 * 32;

/// A searcher with its program, warmed up.
pub(crate) struct TimedSearcher {
    searcher: Searcher,
    /// The machine on which it searches, if that is in virtual time.
    machine: Option<Machine>,
}

/// A timed search.
pub(crate) struct TimedRun {
    pub(crate) nodes: u64,
    /// By the wall.
    pub(crate) time: Duration,
    /// Processor time of the calling thread: of the whole search if it has one worker. Excludes what
    /// the machine did for others meanwhile.
    pub(crate) processor: Duration,
    /// The statistics of the team; empty for P_seq.
    pub(crate) stats: Stats,
}

impl TimedSearcher {
    /// P_seq, warmed up.
    pub(crate) fn sequential(hash: usize) -> Result<TimedSearcher> {
        TimedSearcher::new(Algorithm::default(), SearchMode::Sequential, hash)
    }

    /// Returns a team, warmed up.
    pub(crate) fn team(
        algorithm: Algorithm,
        workers: usize,
        backend: Backend,
        hash: usize,
    ) -> Result<TimedSearcher> {
        TimedSearcher::new(algorithm, SearchMode::Parallel { workers, backend }, hash)
    }

    /// Returns a team in virtual time, warmed up.
    pub(crate) fn new_virtual(
        algorithm: Algorithm,
        machine: Machine,
        hash: usize,
    ) -> Result<TimedSearcher> {
        let mut searcher = Searcher::new(hash)?;
        searcher.set_algorithm(algorithm);
        searcher.make_room_for(machine.workers)?;
        Ok(TimedSearcher { searcher, machine: Some(machine) }.warmed_up(machine.workers, hash))
    }

    /// Returns the searcher, for callers with another clock.
    pub(crate) fn into_searcher(self) -> Searcher {
        self.searcher
    }

    fn new(algorithm: Algorithm, program: SearchMode, hash: usize) -> Result<TimedSearcher> {
        let workers = match program {
            SearchMode::Sequential => 1,
            SearchMode::Parallel { workers, .. } => workers,
        };
        let mut searcher = Searcher::new(hash)?;
        searcher.set_algorithm(algorithm);
        // A row has a fixed number of workers, however many the machine has processors for.
        searcher.set_processors(workers);
        // And all of them split one tree.
        searcher.set_group_size(workers);
        searcher.set_mode(program)?;
        Ok(TimedSearcher { searcher, machine: None }.warmed_up(workers, hash))
    }

    /// Returns the searcher after a search of several positions.
    fn warmed_up(mut self, workers: usize, hash: usize) -> TimedSearcher {
        let nodes = workers as u64 * WARM_UP_PER_MIB * hash as u64;
        let positions: Vec<_> = bench::positions().take(8).collect();
        for position in &positions {
            let nodes = Some(nodes / positions.len() as u64);
            let limits = Limits { nodes, ..Limits::default() };
            self.search(&Root::from(*position), &limits);
        }
        self
    }

    fn search(&mut self, root: &Root, limits: &Limits) -> Outcome {
        let TimedSearcher { searcher, machine } = self;
        let Some(machine) = *machine else {
            return searcher.search(root, limits, &mut Undisturbed);
        };
        let found = VirtualSearch::on(machine).run(searcher, root, limits, &mut Undisturbed);
        found.expect("there is room for the workers").0
    }

    /// Searches a position to this depth after the perturbation of this number.
    pub(crate) fn run(&mut self, position: &Position, depth: u32, perturbation: u64) -> TimedRun {
        perturb(&mut self.searcher, perturbation);
        let processor_before = processor_time();
        let begin = Instant::now();
        let outcome = self.search(&Root::from(*position), &Limits::to_depth(depth));
        let time = begin.elapsed();
        let processor = processor_time().saturating_sub(processor_before);
        let (nodes, stats) = (outcome.nodes, outcome.stats.unwrap_or_default());
        TimedRun { nodes, time, processor, stats }
    }
}

/// Returns the processor time of this thread so far; zero if the system does not report it.
fn processor_time() -> Duration {
    ClockId::CLOCK_THREAD_CPUTIME_ID.now().map_or(Duration::ZERO, Duration::from)
}
