//! A program, warmed up, whose searches are timed.
//!
//! The time begins with the call of `Searcher::search` and ends with its return: what an engine
//! takes from the position to the move. For a team of threads that includes starting them, some 0.1
//! ms. Forked workers are there before: they stay from search to search, so that a fork belongs to
//! a game, not to a move.
//!
//! Every search begins with an empty table and empty history, but for the [`prelude`]. Both are
//! emptied by writing zeros, so that no page of them has to be had from the system within the time.
//! Forked workers have page tables of their own: in the warm-up each of them must have touched all of
//! the table, or its first searches would take some thousand page faults that P_seq does not.

use std::error::Error;
use std::time::{Duration, Instant};

use cleave_board::Position;
use cleave_search::bench::{self, Undisturbed};
use cleave_search::virtual_time::Machine;
use cleave_search::{Backend, Limits, Program, Root, Searcher, SplitParams, Stats};
use nix::time::ClockId;

use super::prelude;
use crate::figures::run::{Run, TeamRun, round};

/// Nodes that each worker searches in the warm-up for each MiB of the table. A MiB has 256 pages, and
/// a page on which 16 probes are expected is touched by none of them once in ten million.
const WARM_UP_PER_MIB: u64 = 256 * 32;

/// A program and the searcher that runs it.
pub(crate) struct Contestant {
    searcher: Searcher,
}

/// A run, and what only calibration wants to know.
pub(crate) struct CloseRun {
    pub(crate) run: Run,
    /// Processor time of the calling thread: of the whole search, if it has one worker. Does not
    /// count what the machine did for others meanwhile.
    pub(crate) processor: Duration,
    /// All that the team has to say; nothing of P_seq.
    pub(crate) stats: Stats,
}

impl Contestant {
    /// P_seq, warmed up.
    pub(crate) fn sequential(hash: usize) -> Result<Contestant, Box<dyn Error>> {
        Contestant::new(Program::Sequential, 1, hash)
    }

    /// A team, warmed up.
    pub(crate) fn team(
        workers: usize,
        backend: Backend,
        hash: usize,
    ) -> Result<Contestant, Box<dyn Error>> {
        Contestant::new(Program::Parallel { workers, backend }, workers, hash)
    }

    /// A team in virtual time, warmed up.
    pub(crate) fn virtually(machine: Machine, hash: usize) -> Result<Contestant, Box<dyn Error>> {
        Contestant::new(Program::Virtual(machine), machine.workers, hash)
    }

    /// The same team, but where and when it splits.
    pub(super) fn splitting(mut self, params: SplitParams) -> Contestant {
        *self.searcher.split_params() = params;
        self
    }

    fn new(program: Program, workers: usize, hash: usize) -> Result<Contestant, Box<dyn Error>> {
        let mut searcher = Searcher::new(hash)?;
        searcher.set_program(program)?;
        let mut contestant = Contestant { searcher };
        contestant.warm_up(workers as u64 * WARM_UP_PER_MIB * hash as u64);
        Ok(contestant)
    }

    /// Searches this many nodes of several positions.
    fn warm_up(&mut self, nodes: u64) {
        let positions: Vec<_> = bench::positions().take(8).collect();
        for position in &positions {
            let nodes = Some(nodes / positions.len() as u64);
            let root = Root { position: *position, history: Vec::new() };
            let limits = Limits { nodes, ..Limits::default() };
            self.searcher.search(&root, &limits, &mut Undisturbed);
        }
    }

    /// Searches a position to the end of this depth, with nothing in memory but the prelude of this
    /// number.
    pub(crate) fn run(&mut self, position: &Position, depth: u32, prelude: u64) -> Run {
        self.run_closely(position, depth, prelude).run
    }

    /// The same, with more figures.
    pub(crate) fn run_closely(
        &mut self,
        position: &Position,
        depth: u32,
        prelude: u64,
    ) -> CloseRun {
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        prelude::play(&mut self.searcher, prelude);
        let root = Root { position: *position, history: Vec::new() };
        let processor_before = processor_time();
        let begin = Instant::now();
        let outcome = self.searcher.search(&root, &limits, &mut Undisturbed);
        let time = begin.elapsed().max(Duration::from_micros(1));
        let processor = processor_time().saturating_sub(processor_before);
        let run = Run {
            seconds: round(time.as_secs_f64(), 6),
            nodes: outcome.nodes,
            value: outcome.value.get(),
            team: outcome.stats.as_ref().map(TeamRun::of),
            in_virtual_time: None,
        };
        CloseRun { run, processor, stats: outcome.stats.unwrap_or_default() }
    }
}

/// Processor time of this thread so far. A system that does not say counts none.
fn processor_time() -> Duration {
    ClockId::CLOCK_THREAD_CPUTIME_ID.now().map_or(Duration::ZERO, Duration::from)
}
