//! The conditions of the games of a match and of a tuning, as options of the commands.

use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use cleave_kit::games::clock::TimeControl;
use cleave_kit::games::game::Adjudication;

use super::contestant::{Limit, Timing};

/// The conditions of games.
#[derive(clap::Args)]
pub(crate) struct Conditions {
    /// Size of each engine's table, in MiB.
    #[arg(long, value_name = "MIB", default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) hash: u32,
    #[command(flatten)]
    limit: LimitArguments,
    /// An engine may overstep its time by this much.
    #[arg(long, value_name = "MS", default_value_t = 20)]
    pub(crate) margin: u64,
    /// An engine that is so late has hung.
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..))]
    patience: u64,
    /// Plays every game to its end by the rules. By default five values beyond 10 pawns decide it, and ten
    /// within 0.08 from move 35 on make it a draw, if both engines agree.
    #[arg(long)]
    pub(crate) to_the_end: bool,
    /// The openings, one EPD a line.
    #[arg(long, value_name = "FILE", default_value = "data/openings/balanced.epd")]
    pub(crate) openings: PathBuf,
    /// Number of games at once; by default one for each processor.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: Option<u16>,
}

/// The limit of a search.
#[derive(clap::Args)]
#[group(required = true, multiple = false)]
struct LimitArguments {
    /// Nodes for each move.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Time for each move.
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    movetime: Option<u64>,
    /// A clock: seconds for the game and for each move, as in 2+0.02.
    #[arg(long, value_name = "BASE+INCREMENT", value_parser = TimeControl::parse)]
    tc: Option<TimeControl>,
}

impl Conditions {
    pub(crate) fn timing(&self) -> Timing {
        Timing {
            limit: self.limit(),
            margin: Duration::from_millis(self.margin),
            patience: Duration::from_secs(self.patience),
        }
    }

    pub(crate) fn adjudication(&self) -> Adjudication {
        if self.to_the_end { Adjudication::NEVER } else { Adjudication::EARLY }
    }

    pub(crate) fn concurrency(&self) -> usize {
        let available = || thread::available_parallelism().map_or(1, usize::from);
        self.concurrency.map_or_else(available, usize::from)
    }

    /// Returns the options of an engine: the size of its table first, then these.
    pub(crate) fn options(&self, more: &[(String, String)]) -> Vec<(String, String)> {
        let hash = ("Hash".into(), self.hash.to_string());
        [hash].into_iter().chain(more.iter().cloned()).collect()
    }

    /// Returns true if the same opening gives the same game.
    pub(crate) fn has_fixed_nodes(&self) -> bool {
        matches!(self.limit(), Limit::Nodes(_))
    }

    fn limit(&self) -> Limit {
        match (self.limit.nodes, self.limit.movetime, self.limit.tc) {
            (Some(nodes), ..) => Limit::Nodes(nodes),
            (_, Some(time), _) => Limit::MoveTime(Duration::from_millis(time)),
            (.., Some(control)) => Limit::Clock(control),
            _ => unreachable!("one of them is required"),
        }
    }

    /// Returns the limit as in the command: `nodes 5000`.
    pub(crate) fn limit_text(&self) -> String {
        match self.limit() {
            Limit::Nodes(nodes) => format!("nodes {nodes}"),
            Limit::MoveTime(time) => format!("movetime {}", time.as_millis()),
            Limit::Clock(TimeControl { base, increment }) => {
                format!("tc {}+{}", base.as_secs_f64(), increment.as_secs_f64())
            }
        }
    }
}

/// Returns an option of an engine, as in `Hash=16`.
pub(crate) fn parse_option(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("expected an option, as in Hash=16")?;
    Ok((name.trim().into(), value.trim().into()))
}
