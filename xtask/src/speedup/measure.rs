//! One search, timed.

use std::error::Error;
use std::time::{Duration, Instant};

use cleave_board::Position;
use cleave_search::bench::{self, Undisturbed};
use cleave_search::{Clock, Limits, Program, Root, Searcher, Stats};
use serde::Serialize;

/// A program and the searcher that runs it.
pub(super) struct Contestant {
    searcher: Searcher,
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
}

impl Contestant {
    /// The program, warmed up: forked workers are there.
    pub(super) fn new(program: Program, hash: usize) -> Result<Contestant, Box<dyn Error>> {
        let mut searcher = Searcher::new(hash)?;
        searcher.set_program(program)?;
        let mut contestant = Contestant { searcher };
        contestant.run(&Position::start(), 6);
        Ok(contestant)
    }

    /// Searches a position from an empty memory.
    pub(super) fn run(&mut self, position: &Position, depth: u32) -> Run {
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        self.searcher.new_game();
        let root = Root { position: *position, history: Vec::new() };
        let begin = Instant::now();
        let outcome = self.searcher.search(&root, &limits, &mut Undisturbed);
        let seconds = begin.elapsed().as_secs_f64();
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
        }
    }

    /// The last depth that a search of a position finishes in this time.
    pub(super) fn depth_within(&mut self, position: &Position, time: Duration) -> u32 {
        let limits = Limits {
            clock: Clock::PerMove(time),
            depth: Some(bench::DEPTH * 4),
            ..Limits::default()
        };
        self.searcher.new_game();
        let root = Root { position: *position, history: Vec::new() };
        self.searcher.search(&root, &limits, &mut Undisturbed).depth.max(1)
    }
}

fn sum(stats: &Stats, figure: impl Fn(&cleave_search::Tally) -> u64) -> f64 {
    stats.sum(figure) as f64
}
