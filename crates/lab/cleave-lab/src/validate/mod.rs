//! `cargo xtask validate`: compares virtual time with real time, on the same positions at the same
//! depths, with one worker and with a team.

pub(crate) mod ranks;
mod resampling;
pub(crate) mod rows;
pub(crate) mod validation;

use std::path::PathBuf;

use clap::Args;
use cleave_kit::Result;
use cleave_kit::files::Destination;
use cleave_kit::options::bounds::within;
use cleave_search::Searcher;
use cleave_search::team::Backend;

use crate::options::{Costs, DEFAULT_HASH, SECONDS};
use crate::searches::{Goal, positions};
use crate::speedup::backend::BackendKind;
use crate::speedup::design::{Design, VirtualTime};
use crate::speedup::measurement::Measurement;
use crate::speedup::{real, searches};
use crate::time_to_depth::Work;
use validation::Validation;

/// What to compare.
#[derive(Args)]
pub struct Arguments {
    /// The file of positions.
    #[arg(long, value_name = "FILE", default_value = "data/dts24.epd")]
    positions: PathBuf,
    /// Search each position to the depth for which P_seq takes about this time.
    #[arg(long, value_name = "S", default_value = "0.2", value_parser = within(SECONDS))]
    seconds: f64,
    /// Size of the team, for which this machine should have processors.
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u16).range(2..=cleave_smp::MAX_WORKERS as i64))]
    workers: u16,
    /// Real searches of each position by P_seq, by one worker and by the team.
    #[arg(long, value_name = "R", default_value_t = 50, value_parser = clap::value_parser!(u16).range(1..))]
    runs: u16,
    /// Seeds in virtual time. With as many seeds as real searches, P_seq, which searches the same trees
    /// in both, is the same sample.
    #[arg(long, value_name = "K", default_value_t = 50, value_parser = clap::value_parser!(u16).range(1..))]
    seeds: u16,
    /// The kind of real worker.
    #[arg(long, value_enum, default_value_t = RealBackend::Fork)]
    backend: RealBackend,
    #[command(flatten)]
    costs: Costs,
    /// Size of the table, in MiB.
    #[arg(long, value_name = "MIB", default_value_t = DEFAULT_HASH)]
    hash: usize,
    /// The file to write.
    #[arg(long, value_name = "FILE", default_value = "measurements/validation.json",
          value_parser = Destination::parse_and_create)]
    json: Destination,
}

/// The kind of real worker.
#[derive(clap::ValueEnum, Clone, Copy)]
enum RealBackend {
    /// Forked processes.
    Fork,
    /// Threads.
    Thread,
}

/// Measures twice, compares, and writes the comparison.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let positions = positions::read(std::slice::from_ref(&arguments.positions))?;
    let backend = match arguments.backend {
        RealBackend::Fork => Backend::Fork,
        RealBackend::Thread => Backend::Thread,
    };
    let design = |backend: BackendKind, runs: u16| Design {
        runs: usize::from(runs),
        workers: vec![1, arguments.workers.into()],
        hash: arguments.hash,
        ..Design::new(backend, Goal::Seconds { seconds: arguments.seconds })
    };
    let of_real = design(backend.into(), arguments.runs);
    let virtual_time = VirtualTime { costs: arguments.costs.read()?, seed: 0, jitter: None };
    let real = real::measure::<Searcher>(&positions, &of_real, backend)?;
    let of_model = design(BackendKind::Virtual, arguments.seeds);
    let mut searches = searches::<Searcher, Work>(&positions, &of_model, virtual_time)?;
    searches.set_depths(&real);
    let model = searches.complete(None, None)?;
    let real = Measurement::new(of_real, real);
    let validation = Validation::new(&real, &Measurement::new(of_model, model));
    // The file comes first: printing fails if the reader of a pipe is gone.
    arguments.json.write_json(&validation)?;
    print!("{}", validation.text());
    match &validation.other_trees[..] {
        [] => println!("one worker searches the tree of P_seq in every position"),
        others => println!("one worker does NOT search the tree of P_seq in {}", others.join(", ")),
    }
    println!("all figures are in {}", arguments.json.path().display());
    Ok(())
}
