//! `cargo xtask record`: one search in virtual time as a log of events, and a page to look at it.
//!
//! The file is one line of JSON ([`About`]), and behind it the events, in the format that
//! [`cleave_smp_lab::recording`] describes. The page is one file that holds the same, with script and style.

mod about;
mod page;
#[cfg(test)]
mod tests;

use std::path::PathBuf;

use clap::Args;
use cleave_search::team::Algorithm;
use cleave_search::{Host, Limits, Root, Searcher, Signal, Status, Thinking};
use cleave_smp_lab::recording::{Moment, Recording, Replay};
use cleave_smp_lab::virtual_time::Machine;

use crate::chess::VirtualSearch;
use crate::error::{Error, Result};
use crate::files::Destination;
use crate::options::Costs;
use crate::searches::{positions, search};
pub(crate) use about::About;
use about::{Counted, Line, Sequential};

/// The search to record.
#[derive(Args)]
pub struct Arguments {
    /// The position, instead of one from a file.
    #[arg(long, value_name = "FEN", conflicts_with_all = ["positions", "id"])]
    fen: Option<String>,
    /// The file that holds the position.
    #[arg(long, value_name = "FILE", default_value = "data/broad.epd")]
    positions: PathBuf,
    /// The position's id in the file.
    #[arg(long, value_name = "ID", default_value = "BRD.08")]
    id: String,
    /// Depth of the search.
    #[arg(long, value_name = "D", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=200))]
    depth: u32,
    /// How the workers share the tree.
    #[arg(long, value_name = "NAME", default_value = "dts")]
    algorithm: Algorithm,
    /// Number of workers.
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u16).range(1..=256))]
    workers: u16,
    /// Seed of the jitter.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Percentage by which prices vary at random.
    #[arg(long, value_name = "PERCENT", default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=100))]
    jitter: u32,
    #[command(flatten)]
    costs: Costs,
    /// Size of the table, in MiB.
    #[arg(long, value_name = "MB", default_value_t = 16)]
    hash: usize,
    /// The recording to write.
    #[arg(long, value_name = "FILE", value_parser = Destination::parse_and_create)]
    out: Option<Destination>,
    /// The page to write: one file, which any browser opens, without a network.
    #[arg(long, value_name = "FILE", value_parser = Destination::parse_and_create)]
    html: Option<Destination>,
}

/// The largest recording that is written.
const MOST_BYTES: usize = 64 << 20;

/// Searches once, checks that the recording tells what the search has counted, and writes it.
///
/// # Errors
/// A file cannot be read or written, there is no such position, or the search is too long to be kept.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    if arguments.out.is_none() && arguments.html.is_none() {
        return Err(Error::refused(
            "nothing to write; expected --out FILE or --html FILE, or both",
        ));
    }
    let (about, recording) = record(arguments)?;
    if recording.bytes().len() > MOST_BYTES {
        let size = recording.bytes().len() >> 20;
        let reason = format!("the recording has {size} MiB; a smaller --depth is needed");
        return Err(Error::refused(reason));
    }
    if let Some(out) = &arguments.out {
        out.write_bytes(&about.with(&recording)?)?;
        println!("{} bytes: {}", recording.bytes().len(), out.path().display());
    }
    if let Some(html) = &arguments.html {
        html.write(&page::of(&about, &recording)?)?;
        println!("a page with {} moments: {}", about.moments.len(), html.path().display());
    }
    Ok(())
}

/// Searches by P_seq, and then by the team, which is recorded.
fn record(arguments: &Arguments) -> Result<(About, Recording)> {
    let position = match &arguments.fen {
        Some(fen) => {
            let of_text = positions::parse("position", fen).map_err(Error::refused)?;
            of_text.into_iter().next().ok_or_else(|| Error::refused("no position in --fen"))?
        }
        None => positions::with_id(&arguments.positions, &arguments.id)?,
    };
    let workers = usize::from(arguments.workers);
    let costs = arguments.costs.read()?;
    let mut searcher = Searcher::new(arguments.hash)?;
    let alone = search(&mut searcher, &position.position, arguments.depth);
    searcher.new_game();
    searcher.set_algorithm(arguments.algorithm);
    let Arguments { seed, jitter, depth, .. } = *arguments;
    let machine = Machine { costs, seed, jitter, is_recorded: true, ..Machine::new(workers) };
    let mut watcher = Watcher { root: Root::from(position.position), lines: Vec::new() };
    let (root, limits) = (Root::from(position.position), Limits::to_depth(depth));
    let virtual_search = VirtualSearch::on(machine);
    let (outcome, run) = virtual_search.run(&mut searcher, &root, &limits, &mut watcher)?;
    let recording = run.recording.expect("it is switched on");
    let stats = Replay::stats_of(&recording).map_err(|error| Error::refused(error.to_string()))?;
    let about = About {
        version: cleave_smp_lab::recording::VERSION,
        algorithm: arguments.algorithm,
        id: position.id,
        fen: position.position.to_string(),
        depth,
        workers,
        seed,
        jitter,
        time: run.time.0,
        nodes: outcome.nodes,
        value: outcome.value.get(),
        sequential: Sequential { nodes: alone.nodes, time: costs.sequential(alone.nodes).0 },
        lines: watcher.lines,
        counted: Counted::of(&stats),
        moments: Moment::all(&recording).map_err(|error| Error::refused(error.to_string()))?,
    };
    match outcome.stats.as_ref().map(Counted::of) {
        Some(counted) if counted != about.counted => Err(Error::refused(format!(
            "the recording tells {:?}, but the search has counted {counted:?}",
            about.counted
        ))),
        _ => Ok((about, recording)),
    }
}

/// Keeps the lines that the search shows.
struct Watcher {
    root: Root,
    lines: Vec<Line>,
}

impl Host for Watcher {
    fn poll(&mut self, _: &Status) -> Signal {
        Signal::Continue
    }

    fn thinking(&mut self, thinking: &Thinking) {
        self.lines.push(Line::of(&self.root.position, thinking));
    }
}
