//! `cargo xtask validate`: compares virtual time with real time, on the same positions at the same
//! depths, with one worker and with a team.

pub(crate) mod ranks;
mod resampling;
mod rows;
pub(crate) mod validation;

use std::path::PathBuf;

use clap::Args;
use cleave_kit::Result;
use cleave_kit::files::Destination;
use cleave_kit::options::bounds::within;
use cleave_search::Searcher;
use cleave_search::team::Algorithm;
use cleave_virtual_time::virtual_time::CostModel;

use crate::options::{Costs, DEFAULT_HASH, SECONDS};
use crate::searches::{Goal, Team, positions};
use crate::speedup::real;
use crate::time_to_depth::backend::BackendKind;
use crate::time_to_depth::{Searches, Setting, Work};
use validation::Validation;

/// The arguments of `validate`.
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
    /// Seeds in virtual time. P_seq searches the same trees in both worlds. If the seeds and the real searches are
    /// equal in number, it is the same sample.
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
    let setting = |backend: BackendKind, costs: Option<CostModel>| {
        let setting = Setting::new(backend, Goal::Seconds { seconds: arguments.seconds });
        Setting { hash: arguments.hash, costs, ..setting }
    };
    let team = |workers: u16| Some(Team::new(Algorithm::Dts, workers.into()));
    let teams = vec![None, team(1), team(arguments.workers)];
    let of_model = setting(BackendKind::Virtual, Some(arguments.costs.read()?));
    let of_real = match arguments.backend {
        RealBackend::Fork => setting(BackendKind::Fork, None),
        RealBackend::Thread => setting(BackendKind::Thread, None),
    };
    let real = real::measure::<Searcher>(&positions, of_real, &teams, arguments.runs.into())?;
    let seeds = (0, arguments.seeds.into());
    let mut searches = Searches::<Searcher, Work>::new(&positions, of_model, teams, seeds)?;
    searches.set_depths(&real.cells);
    let validation = Validation::new(&real, &searches.complete(None, None)?);
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
