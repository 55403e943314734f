//! `cargo xtask validate`: is virtual time right? One and two workers, virtual and real, on the same
//! positions at the same depths.

use std::error::Error;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use cleave_search::Backend;

use crate::destination::Destination;
use crate::figures::measurement::{Measurement, Setting, VirtualTime};
use crate::figures::validation::{Pair, Row, Validation};
use crate::speedup::{self, Aim, Plan};

/// What to compare.
#[derive(Args)]
pub(crate) struct Arguments {
    /// A file of positions.
    #[arg(long, value_name = "FILE", default_value = "data/dts24.epd")]
    positions: PathBuf,
    /// Depths are those that P_seq needs about this time for.
    #[arg(long, value_name = "S", default_value = "0.2", value_parser = speedup::positive_seconds)]
    seconds: f64,
    /// Real searches of each position by P_seq, by one worker and by two.
    #[arg(long, value_name = "R", default_value_t = 50, value_parser = clap::value_parser!(u16).range(1..))]
    runs: u16,
    /// Seeds in virtual time. As many as real searches: then P_seq, whose tree is the same in both, is
    /// the same sample as well.
    #[arg(long, value_name = "K", default_value_t = 50, value_parser = clap::value_parser!(u16).range(1..))]
    seeds: u16,
    /// What the real workers are.
    #[arg(long, value_enum, default_value_t = Make::Fork)]
    backend: Make,
    /// What things cost in virtual time.
    #[arg(long, value_name = "FILE", default_value = "data/costs.json")]
    costs: PathBuf,
    /// Size of the table, in MiB.
    #[arg(long, value_name = "MB", default_value_t = 64)]
    hash: usize,
    /// The file to write.
    #[arg(long, value_name = "FILE", default_value = "data/speedup/validation.json", value_parser = Destination::parse)]
    json: Destination,
}

/// What real workers are made of.
#[derive(clap::ValueEnum, Clone, Copy)]
enum Make {
    /// Forked processes.
    Fork,
    /// Threads.
    Thread,
}

/// Measures twice, compares, and writes the comparison.
///
/// # Errors
/// A file cannot be read or written, or there cannot be such a team.
pub(crate) fn run(arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    let entries = speedup::positions::read(std::slice::from_ref(&arguments.positions))?;
    let (name, backend) = match arguments.backend {
        Make::Fork => ("fork", Backend::Fork),
        Make::Thread => ("thread", Backend::Thread),
    };
    let setting = |backend: &str, runs: u16| Setting {
        backend: backend.into(),
        workers: vec![1, 2],
        runs: usize::from(runs),
        seconds: Some(arguments.seconds),
        depth: None,
        hash: arguments.hash,
        split: Vec::new(),
        virtual_time: None,
    };
    let aim = Aim::Time(Duration::from_secs_f64(arguments.seconds));
    let of_real = setting(name, arguments.runs);
    let real = speedup::real::measure(&entries, &of_real, &aim, backend)?;
    let depths: Vec<u32> = real.iter().map(|searched| searched.depth).collect();
    let aim = Aim::Depths(depths);
    let costs = speedup::read_costs(&arguments.costs)?;
    let plan = Plan { virtual_time: VirtualTime { costs, seed: 0, jitter: None }, budget: None };
    let mut of_model = setting("virtual", arguments.seeds);
    let model = speedup::in_virtual_time::measure(&entries, &mut of_model, &aim, &plan)?;
    let real = Measurement::new(of_real, real);
    let validation = Validation::new(&real, &Measurement::new(of_model, model));
    // First the file: who reads what is printed may stop reading.
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
        [] => println!("one worker searched the tree of P_seq in every position"),
        others => println!("one worker searched ANOTHER tree than P_seq in {}", others.join(", ")),
    }
}
