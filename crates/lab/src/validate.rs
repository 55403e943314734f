//! `cargo xtask validate`: compares virtual time with real time, on the same positions at the same
//! depths, with one and two workers.

use std::error::Error;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use cleave_search::{Algorithm, Backend};

use crate::bounds::within;
use crate::destination::Destination;
use crate::figures::measurement::{Measurement, Setting, VirtualTime};
use crate::figures::validation::{Pair, Row, Validation};
use crate::speedup::{self, Depths, VirtualSetup};

/// What to compare.
#[derive(Args)]
pub struct Arguments {
    /// The file of positions.
    #[arg(long, value_name = "FILE", default_value = "data/dts24.epd")]
    positions: PathBuf,
    /// Search each position to the depth for which P_seq takes about this time.
    #[arg(long, value_name = "S", default_value = "0.2", value_parser = within(speedup::SECONDS))]
    seconds: f64,
    /// Real searches of each position by P_seq, by one worker and by two workers.
    #[arg(long, value_name = "R", default_value_t = 50, value_parser = clap::value_parser!(u16).range(1..))]
    runs: u16,
    /// Seeds in virtual time. With as many seeds as real searches, P_seq, which searches the same trees
    /// in both, is the same sample.
    #[arg(long, value_name = "K", default_value_t = 50, value_parser = clap::value_parser!(u16).range(1..))]
    seeds: u16,
    /// The kind of real worker.
    #[arg(long, value_enum, default_value_t = RealBackend::Fork)]
    backend: RealBackend,
    /// The cost model of virtual time.
    #[arg(long, value_name = "FILE", default_value = "data/costs.json")]
    costs: PathBuf,
    /// Size of the table, in MiB.
    #[arg(long, value_name = "MIB", default_value_t = 64)]
    hash: usize,
    /// The file to write.
    #[arg(long, value_name = "FILE", default_value = "data/speedup/validation.json", value_parser = Destination::parse)]
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
pub(crate) fn run(arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    let entries = speedup::positions::read(std::slice::from_ref(&arguments.positions))?;
    let (name, backend) = match arguments.backend {
        RealBackend::Fork => ("fork", Backend::Fork),
        RealBackend::Thread => ("thread", Backend::Thread),
    };
    let setting = |backend: &str, runs: u16| Setting {
        backend: backend.into(),
        algorithms: vec![Algorithm::Dts],
        workers: vec![1, 2],
        runs: usize::from(runs),
        seconds: Some(arguments.seconds),
        depth: None,
        hash: arguments.hash,
        split: Vec::new(),
        virtual_time: None,
    };
    let by_time = Depths::Time(Duration::from_secs_f64(arguments.seconds));
    let of_real = setting(name, arguments.runs);
    let real = speedup::real::measure(&entries, &of_real, &by_time, backend)?;
    let depths = Depths::Each(real.iter().map(|searched| searched.depth).collect());
    let costs = speedup::read_costs(&arguments.costs)?;
    let virtual_time = VirtualTime { costs, seed: 0, jitter: None };
    let setup = VirtualSetup { virtual_time, budget: None };
    let mut of_model = setting("virtual", arguments.seeds);
    let model = speedup::in_virtual_time::measure(&entries, &mut of_model, &depths, &setup, None)?;
    let real = Measurement::new(of_real, real);
    let validation = Validation::new(&real, &Measurement::new(of_model, model));
    // The file comes first: printing fails if the reader of a pipe is gone.
    arguments.json.write_json(&validation)?;
    print(&validation);
    Ok(())
}

fn print(validation: &Validation) {
    println!("{:<32} {:>8} {:>8} {:>8}  {:>14}", "", "real", "virtual", "error", "standard error");
    for Row { name, pair, standard_error } in validation.rows() {
        let exact = standard_error.map_or(String::new(), |error| format!("{error:.1}%"));
        let Pair { real, model } = pair;
        println!("{name:<32} {real:>8.3} {model:>8.3} {:>+7.1}%  {exact:>14}", pair.error());
    }
    match &validation.other_trees[..] {
        [] => println!("one worker searches the tree of P_seq in every position"),
        others => println!("one worker does NOT search the tree of P_seq in {}", others.join(", ")),
    }
}
