//! One search, timed: by the clock on the wall, or in virtual time.

use std::error::Error;
use std::time::{Duration, Instant};

use cleave_board::Position;
use cleave_search::bench::{self, Undisturbed};
use cleave_search::virtual_time::{Account, CostModel, Ticks, VirtualRun};
use cleave_search::{Clock, Limits, Program, Root, Searcher, Stats};
use serde::Serialize;

/// A program and the searcher that runs it.
pub(super) struct Contestant {
    searcher: Searcher,
    /// What things cost, if time is virtual.
    costs: Option<CostModel>,
}

/// What a search has taken.
#[derive(Serialize)]
pub(super) struct Run {
    pub(super) seconds: f64,
    pub(super) nodes: f64,
    /// Centipawns.
    pub(super) value: i32,
    pub(super) idle_share: f64,
    pub(super) load_balance: f64,
    pub(super) splits: f64,
    pub(super) joins: f64,
    pub(super) join_bytes: f64,
    /// Where the time of all workers together went, in virtual time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) account: Option<Account>,
    /// A hash over all steps of all workers, in virtual time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) trace: Option<String>,
}

impl Contestant {
    /// The program, warmed up: forked workers are there.
    pub(super) fn new(
        program: Program,
        hash: usize,
        costs: Option<CostModel>,
    ) -> Result<Contestant, Box<dyn Error>> {
        let mut searcher = Searcher::new(hash)?;
        searcher.set_program(program)?;
        let mut contestant = Contestant { searcher, costs };
        if costs.is_none() {
            contestant.run(&Position::start(), 6);
        }
        Ok(contestant)
    }

    /// Searches a position from an empty memory.
    pub(super) fn run(&mut self, position: &Position, depth: u32) -> Run {
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        self.searcher.new_game();
        let root = Root { position: *position, history: Vec::new() };
        let begin = Instant::now();
        let outcome = self.searcher.search(&root, &limits, &mut Undisturbed);
        let seconds = match (&outcome.virtual_run, self.costs) {
            (Some(run), _) => seconds(run.time),
            (None, Some(costs)) => seconds(costs.sequential(outcome.nodes)),
            (None, None) => begin.elapsed().as_secs_f64(),
        };
        let stats = outcome.stats.unwrap_or_default();
        Run {
            seconds: seconds.max(1e-6),
            nodes: outcome.nodes as f64,
            value: outcome.value.get(),
            idle_share: if stats.workers.is_empty() { 0.0 } else { stats.idle_share() },
            load_balance: stats.load_balance(),
            splits: sum(&stats, |tally| tally.splits),
            joins: sum(&stats, |tally| tally.joins),
            join_bytes: sum(&stats, |tally| tally.join_bytes),
            account: outcome.virtual_run.as_ref().map(VirtualRun::account),
            trace: outcome.virtual_run.map(|run| format!("{:016x}", run.hash)),
        }
    }

    /// The last depth that a search of a position finishes in this time.
    pub(super) fn depth_within(&mut self, position: &Position, time: Duration) -> u32 {
        let depth = Some(bench::DEPTH * 4);
        let limits = match self.costs {
            None => Limits { clock: Clock::PerMove(time), depth, ..Limits::default() },
            Some(costs) => {
                let nodes = time.as_nanos() as u64 / costs.sequential(1).0.max(1);
                Limits { nodes: Some(nodes), depth, ..Limits::default() }
            }
        };
        self.searcher.new_game();
        let root = Root { position: *position, history: Vec::new() };
        self.searcher.search(&root, &limits, &mut Undisturbed).depth.max(1)
    }
}

fn seconds(ticks: Ticks) -> f64 {
    Duration::from(ticks).as_secs_f64()
}

fn sum(stats: &Stats, figure: impl Fn(&cleave_search::Tally) -> u64) -> f64 {
    stats.sum(figure) as f64
}
