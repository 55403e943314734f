//! The options of the searches.

use std::num::{NonZeroU32, NonZeroU64};
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use cleave_io::complain;
use cleave_search::team::{Algorithm, Backend, MAX_WORKERS};
use cleave_search::{Clock, Limits, Searcher, SearcherError, resources};
use cleave_tablebase::Syzygy;

use super::arguments::{algorithm, backend, mebibytes};
use super::evaluated_by::EvaluatedBy;
use crate::ToolError;

/// The time for a position if no limit is given, in seconds.
const DEFAULT_SECONDS: u64 = 1;

/// How long and with what each position is searched. The first limit that is reached ends a search.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Searching")]
pub struct SearchOptions {
    /// Search each position for this long, in seconds, with decimals; 1 if no limit is given.
    #[arg(short, long, value_name = "SECONDS", value_parser = seconds)]
    pub time: Option<Duration>,

    /// Search each position to this depth, in plies.
    #[arg(short, long, value_name = "PLIES")]
    pub depth: Option<NonZeroU32>,

    /// Search this many nodes of each position.
    #[arg(short, long, value_name = "N")]
    pub nodes: Option<NonZeroU64>,

    /// Size of the transposition table; if not given, as the configuration says, or 64, or less where the system refuses that.
    #[arg(long, value_name = "MB", value_parser = mebibytes)]
    pub hash: Option<usize>,

    /// Search with at most this many workers, one on each processor; if not given, as many as the configuration says, or 1.
    #[arg(short, long, value_name = "N",
          value_parser = clap::value_parser!(u16).range(1..=MAX_WORKERS as i64))]
    pub workers: Option<u16>,

    /// What the workers are; if not given, as the configuration says, or fork.
    #[arg(long, value_parser = backend())]
    pub backend: Option<Backend>,

    /// Use the Syzygy endgame tables in these directories, separated as in PATH, instead of those of the configuration.
    #[arg(long, value_name = "DIRS")]
    pub syzygy: Option<String>,

    /// How the workers share the tree; if not given, as the configuration says, or dts.
    #[arg(long, value_parser = algorithm())]
    pub algorithm: Option<Algorithm>,

    /// What evaluates positions.
    #[arg(skip)]
    pub evaluated_by: EvaluatedBy,

    /// The search goes on without tables if there are none.
    #[arg(skip)]
    pub tables_may_be_missing: bool,
}

impl SearchOptions {
    /// Takes from settings what is not given. Tables that only those name may be missing.
    pub fn complete_by(&mut self, settings: SearchOptions) {
        if self.time.is_none() && self.depth.is_none() && self.nodes.is_none() {
            (self.time, self.depth, self.nodes) = (settings.time, settings.depth, settings.nodes);
        }
        self.hash = self.hash.or(settings.hash);
        self.workers = self.workers.or(settings.workers);
        self.backend = self.backend.or(settings.backend);
        self.algorithm = self.algorithm.or(settings.algorithm);
        self.evaluated_by = settings.evaluated_by;
        self.tables_may_be_missing = self.syzygy.is_none();
        self.syzygy = self.syzygy.take().or(settings.syzygy);
    }

    /// The limits of each search.
    pub fn limits(&self) -> Limits {
        let is_unlimited = self.time.is_none() && self.depth.is_none() && self.nodes.is_none();
        let time = self.time.or(is_unlimited.then_some(Duration::from_secs(DEFAULT_SECONDS)));
        Limits {
            depth: self.depth.map(NonZeroU32::get),
            nodes: self.nodes.map(NonZeroU64::get),
            clock: time.map_or(Clock::Unlimited, Clock::PerMove),
            ..Limits::default()
        }
    }

    /// The limits in words: `1 s, depth 12`.
    pub fn describe(&self) -> String {
        let limits = self.limits();
        let time = match limits.clock {
            Clock::PerMove(time) => Some(format!("{} s", time.as_secs_f64())),
            _ => None,
        };
        let depth = limits.depth.map(|depth| format!("depth {depth}"));
        let nodes = limits.nodes.map(|nodes| format!("{nodes} nodes"));
        time.into_iter().chain(depth).chain(nodes).collect::<Vec<_>>().join(", ")
    }

    /// A searcher for these options.
    ///
    /// # Errors
    /// The system refuses its memory, there are no endgame tables, or the network cannot be read.
    pub fn searcher(&self) -> Result<Searcher, ToolError> {
        let (mut searcher, _) = resources::searcher(self.hash)?;
        searcher.set_evaluation(self.evaluated_by.evaluation()?);
        let (workers, backend) = (self.workers.unwrap_or(1), self.backend.unwrap_or_default());
        searcher.set_workers(workers.into(), backend).map_err(SearcherError::from)?;
        let missing_processors = resources::missing_processors(&searcher);
        for warning in missing_processors.into_iter().chain(backend.missing().map(String::from)) {
            complain(warning);
        }
        searcher.set_algorithm(self.algorithm.unwrap_or_default());
        if let Some(directories) = &self.syzygy {
            let (tables, problems) = Syzygy::open(directories);
            let named = problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ");
            if tables.tables() == 0 && !self.tables_may_be_missing {
                return Err(named.into());
            }
            if !named.is_empty() {
                complain(named);
            }
            if tables.tables() > 0 {
                searcher.set_tablebase(Some(Arc::new(tables)));
            }
        }
        Ok(searcher)
    }
}

/// The longest time of a search: a year.
const LONGEST: Duration = Duration::from_secs(31_000_000);

fn seconds(text: &str) -> Result<Duration, String> {
    let number = text.parse().ok().filter(|n| (0.001..=LONGEST.as_secs_f64()).contains(n));
    number
        .map(Duration::from_secs_f64)
        .ok_or_else(|| "expected a number of seconds, at least 0.001".into())
}
