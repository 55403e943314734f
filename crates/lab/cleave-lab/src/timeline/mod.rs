//! `cargo xtask timeline`: records an interval of one search in virtual time, for the report.

pub(crate) mod last_out;
pub(crate) mod stretches;

use std::path::PathBuf;

use clap::Args;
use cleave_kit::files::Destination;
use cleave_kit::options::bounds::within;
use cleave_kit::progress;
use cleave_kit::{Error, Result};
use cleave_search::{Host, Limits, Root, Searcher, Signal, Status, Thinking};
use cleave_virtual_time::virtual_time::Machine;
use indicatif::ProgressBar;

use crate::chess::VirtualSearch;
use crate::options::{Costs, DEFAULT_HASH};
use crate::searches::positions;
use last_out::LastOut;
use stretches::Timeline;

/// The search, and the interval of it.
#[derive(Args)]
pub struct Arguments {
    /// The file that holds the position.
    #[arg(long, value_name = "FILE", default_value = "data/broad.epd")]
    positions: PathBuf,
    /// The position's id in the file.
    #[arg(long, value_name = "ID", default_value = "BRD.08")]
    id: String,
    /// Depth of the search.
    #[arg(long, value_name = "D", default_value_t = 18, value_parser = clap::value_parser!(u32).range(1..=200))]
    depth: u32,
    /// Number of workers; each is a row of the picture.
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = clap::value_parser!(u16).range(1..=64))]
    workers: u16,
    #[command(flatten)]
    costs: Costs,
    /// Beginning of the interval, as a share of the search.
    #[arg(long, value_name = "SHARE", default_value_t = 0.7, value_parser = within(0.0..=0.999))]
    from: f64,
    /// Length of the interval.
    #[arg(long, value_name = "MICROSECONDS", default_value_t = 500, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    length: u64,
    /// Size of the table, in MiB.
    #[arg(long, value_name = "MIB", default_value_t = DEFAULT_HASH)]
    hash: usize,
    /// The file to write.
    #[arg(long, value_name = "FILE", default_value = "measurements/timeline.json",
          value_parser = Destination::parse_and_create)]
    json: Destination,
}

/// The most events recorded in a search: enough for one of some seconds.
const EVENTS: usize = 20_000_000;

/// Searches once, and writes the interval.
///
/// # Errors
/// A file cannot be read or written, it lacks the position, or the search is too long.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let entry = positions::with_id(&arguments.positions, &arguments.id)?;
    let workers = usize::from(arguments.workers);
    let costs = arguments.costs.read()?;
    let mut searcher = Searcher::new(arguments.hash)?;
    let machine = Machine { costs, events: EVENTS, is_recorded: true, ..Machine::new(workers) };
    let mut watcher = Watcher { bar: progress::bar("search", arguments.depth.into()) };
    let (root, limits) = (Root::from(entry.position), Limits::to_depth(arguments.depth));
    let search = VirtualSearch::on(machine);
    let (_, run) = search.run(&mut searcher, &root, &limits, &mut watcher)?;
    watcher.bar.finish_and_clear();
    if run.events.len() == EVENTS {
        let reason = format!("more than {EVENTS} events; a smaller --depth is needed");
        return Err(Error::refused(reason));
    }
    let from = (run.time.0 as f64 * arguments.from) as u64;
    let window = (from, (from + 1000 * arguments.length).min(run.time.0));
    let last_out = match &run.recording {
        Some(recording) => {
            LastOut::best(recording, window).map_err(|error| Error::refused(error.to_string()))?
        }
        None => None,
    };
    let timeline = Timeline {
        id: entry.id,
        fen: entry.fen,
        depth: arguments.depth,
        workers,
        time: run.time.0,
        window,
        last_out,
        stretches: Timeline::stretches(workers, &run.events, window),
    };
    arguments.json.write_json(&timeline)?;
    let count: usize = timeline.stretches.iter().map(Vec::len).sum();
    println!(
        "{count} stretches from {} to {} ns of {}: {}",
        window.0,
        window.1,
        run.time.0,
        arguments.json.path().display()
    );
    Ok(())
}

/// Shows the iteration that the search is in.
struct Watcher {
    bar: ProgressBar,
}

impl Host for Watcher {
    fn poll(&mut self, status: &Status) -> Signal {
        self.bar.set_position(u64::from(status.depth.saturating_sub(1)));
        Signal::Continue
    }

    fn thinking(&mut self, _line: &Thinking) {}
}
