//! An analyst: searches one position after the other.

use std::time::{Duration, Instant};

use cleave_board::Move;
use cleave_io::{Interrupts, complain};
use cleave_search::resources::{missing_tables, missing_workers};
use cleave_search::{Host, Limits, Outcome, Root, Searcher, Signal, Status, Thinking};

use super::best_lines::{BestLine, Collector};
use super::options::SearchOptions;
use crate::ToolError;

/// Searches positions with the same limits, until the user interrupts.
pub struct Analyst<'a> {
    /// The search.
    pub searcher: Searcher,
    /// When each search ends.
    pub limits: Limits,
    interrupts: Interrupts,
    /// The workers that the user knows of.
    known_workers: usize,
    /// Called while searching, some hundred times a second: redraws a progress bar.
    tick: Box<dyn FnMut() + 'a>,
}

/// What a search has found.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// The move to play; `None` if there is no legal move.
    pub best: Option<Move>,
    /// The best lines, best first. None if there is no legal move; one of depth 0 if no iteration was
    /// finished.
    pub lines: Vec<BestLine>,
    /// The last iteration finished, in plies.
    pub depth: u32,
    /// Nodes searched.
    pub nodes: u64,
    /// How long it took.
    pub elapsed: Duration,
}

/// Whether a search is to go on after a line that it has shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Judgement {
    /// Search on.
    GoOn,
    /// That is enough.
    Enough,
}

impl<'a> Analyst<'a> {
    /// An analyst with this searcher. `tick` is called while it searches.
    pub fn new(
        searcher: Searcher,
        limits: Limits,
        interrupts: Interrupts,
        tick: impl FnMut() + 'a,
    ) -> Analyst<'a> {
        let known_workers = searcher.team_size();
        Analyst { searcher, limits, interrupts, known_workers, tick: Box::new(tick) }
    }

    /// An analyst with these options, for this many best lines, which SIGINT and SIGTERM interrupt.
    ///
    /// # Errors
    /// The system refuses the memory, or the signals.
    pub fn with_options(
        options: &SearchOptions,
        multi_pv: usize,
        tick: impl FnMut() + 'a,
    ) -> Result<Analyst<'a>, ToolError> {
        let interrupts = Interrupts::watch().map_err(|error| error.to_string())?;
        let limits = Limits { multi_pv, ..options.limits() };
        Ok(Analyst::new(options.searcher()?, limits, interrupts, tick))
    }

    /// True once the user has interrupted: what is found then is of less worth.
    pub fn is_interrupted(&mut self) -> bool {
        self.interrupts.is_raised()
    }

    /// Searches a position for its best lines.
    pub fn analyse(&mut self, root: &Root) -> Analysis {
        self.analyse_watched(root, |_| Judgement::GoOn)
    }

    /// Searches only this move of a position, to this depth or for this many nodes, whatever the
    /// time.
    pub fn analyse_move(&mut self, root: &Root, mv: Move, depth: u32, nodes: u64) -> Analysis {
        let (depth, nodes) = (Some(depth.max(1)), Some(nodes.max(1)));
        let limits = Limits { depth, nodes, included: vec![mv], multi_pv: 1, ..Limits::default() };
        self.run(root, &limits, |_| Judgement::GoOn)
    }

    /// As [`Analyst::analyse`]; each line that the search shows decides whether it goes on.
    pub fn analyse_watched(
        &mut self,
        root: &Root,
        watch: impl FnMut(&Thinking) -> Judgement,
    ) -> Analysis {
        let limits = self.limits.clone();
        self.run(root, &limits, watch)
    }

    fn run(
        &mut self,
        root: &Root,
        limits: &Limits,
        watch: impl FnMut(&Thinking) -> Judgement,
    ) -> Analysis {
        let mut observer = Observer {
            interrupts: &mut self.interrupts,
            tick: &mut self.tick,
            watch,
            lines: Collector::default(),
            is_enough: false,
        };
        let start = Instant::now();
        let outcome: Outcome = self.searcher.search(root, limits, &mut observer);
        for problem in self.searcher.take_tablebase_problems() {
            complain(problem);
        }
        let lines = observer.lines.finish(&outcome, limits.multi_pv.max(1));
        self.report_missing_workers(&outcome);
        Analysis {
            best: outcome.best,
            lines,
            depth: outcome.depth,
            nodes: outcome.nodes,
            elapsed: start.elapsed(),
        }
    }

    /// Says so if the team has become smaller, or lacks memory.
    fn report_missing_workers(&mut self, outcome: &Outcome) {
        if let Some(missing) = missing_tables(&mut self.searcher) {
            complain(missing);
        }
        let workers = outcome.stats.as_ref().map_or(self.known_workers, |it| it.workers.len());
        if workers < self.known_workers {
            complain(missing_workers(workers, &self.searcher));
            self.known_workers = workers;
        }
    }
}

/// The host of a search.
struct Observer<'a, W> {
    interrupts: &'a mut Interrupts,
    tick: &'a mut dyn FnMut(),
    watch: W,
    lines: Collector,
    is_enough: bool,
}

impl<W: FnMut(&Thinking) -> Judgement> Host for Observer<'_, W> {
    fn poll(&mut self, _: &Status) -> Signal {
        (self.tick)();
        if self.is_enough || self.interrupts.is_raised() { Signal::Stop } else { Signal::Continue }
    }

    fn thinking(&mut self, line: &Thinking) {
        self.lines.add(line);
        self.is_enough |= (self.watch)(line) == Judgement::Enough;
    }
}
