//! `cargo xtask record`: one search in virtual time as a log of events, and a page to look at it.
//!
//! The file is one line of JSON ([`cleave_window::About`]), and behind it the events, in the format that
//! [`cleave_virtual_time::recording`] describes. The page is one file that holds the same, with script and style.

#[cfg(test)]
mod tests;

use std::path::PathBuf;

use clap::Args;
use cleave_kit::files::{Destination, read_bytes};
use cleave_kit::{Error, Result};
use cleave_search::Undisturbed;
use cleave_search::team::Algorithm;
use cleave_smp::{MAX_WORKERS, WorkerId};
use cleave_virtual_time::virtual_time::{Death, Machine, Ticks};
use cleave_window::{Page, RecordingOrder};

use crate::options::Costs;
use crate::searches::positions;

/// The most bytes of the module by which a page records: ten times those of ours.
const MOST_OF_MODULE: u64 = 64 << 20;

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
    /// Kills a worker: 3@12.5 is worker 3 after 12.5 ms of virtual time. Worker 0, the main worker, cannot be killed.
    #[arg(long, value_name = "WORKER@MS", value_parser = death)]
    kill: Option<Death>,
    /// Size of the table, in MiB.
    #[arg(long, value_name = "MIB", default_value_t = 16)]
    hash: usize,
    /// The recording to write.
    #[arg(long, value_name = "FILE", value_parser = Destination::parse_and_create)]
    out: Option<Destination>,
    /// The page to write: one file, which any browser opens, without a network.
    #[arg(long, value_name = "FILE", value_parser = Destination::parse_and_create)]
    html: Option<Destination>,
    /// The module by which the page can record and play, built by `cargo module`.
    #[arg(long, value_name = "FILE", requires = "html")]
    module: Option<PathBuf>,
}

/// Searches once, checks that the recording agrees with the counts of the search, and writes it.
///
/// # Errors
/// A file cannot be read or written, there is no such position, or the search is too long to be kept.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    if arguments.out.is_none() && arguments.html.is_none() {
        return Err(Error::refused(
            "nothing to write; expected --out FILE or --html FILE, or both",
        ));
    }
    let module =
        arguments.module.as_deref().map(|file| read_bytes(file, MOST_OF_MODULE)).transpose()?;
    let recorded = plan(arguments)?.record(&mut Undisturbed);
    let (about, recording) = recorded.map_err(|error| Error::refused(error.to_string()))?;
    if arguments.kill.is_some() && !about.tells_of_a_death() {
        println!("no worker was killed, or missed, before the search ended");
    }
    if let Some(out) = &arguments.out {
        out.write_bytes(&about.with(&recording))?;
        println!("{} bytes: {}", recording.bytes().len(), out.path().display());
    }
    if let Some(html) = &arguments.html {
        let page = Page { about: &about, recording: &recording, module: module.as_deref() };
        html.write(&page.html())?;
        println!("a page with {} moments: {}", about.moments.len(), html.path().display());
    }
    Ok(())
}

/// Returns the search that the arguments describe.
fn plan(arguments: &Arguments) -> Result<RecordingOrder> {
    let (position, id) = match &arguments.fen {
        Some(fen) => {
            let of_text = positions::parse("position", fen).map_err(Error::refused)?;
            let found = of_text.into_iter().next();
            let found = found.ok_or_else(|| Error::refused("no position in --fen"))?;
            (found.position, "position".into())
        }
        None => {
            let found = positions::with_id(&arguments.positions, &arguments.id)?;
            (found.position, found.id)
        }
    };
    let Arguments { seed, jitter, depth, algorithm, hash, kill, .. } = *arguments;
    let workers = usize::from(arguments.workers);
    if let Some(Death { worker, .. }) = kill
        && worker.index() >= workers
    {
        let helpers = workers - 1;
        return Err(Error::refused(format!("no {worker} to kill: the team has {helpers} helpers")));
    }
    let costs = arguments.costs.read()?;
    let machine = Machine { costs, seed, jitter, death: kill, ..Machine::new(workers) };
    Ok(RecordingOrder { position, id, depth, algorithm, machine, hash })
}

/// Parses `WORKER@MS`.
fn death(text: &str) -> std::result::Result<Death, String> {
    let parse = |text: &str| {
        let (worker, ms) = text.split_once('@')?;
        let worker = worker.parse().ok().filter(|worker| (1..MAX_WORKERS).contains(worker))?;
        let ms: f64 = ms.parse().ok().filter(|ms| (0.0..=1e9).contains(ms))?;
        Some(Death { worker: WorkerId::new(worker), at: Ticks((ms * 1e6) as u64) })
    };
    parse(text).ok_or_else(|| "expected a helper and milliseconds, as in 3@12.5".into())
}
