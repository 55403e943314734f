//! `cargo xtask speedup`: time to depth of a team against the sequential program.
//!
//! Speed-up is time to the same depth, never nodes per second. Every position is searched by
//! P_seq, the recursive driver, and by teams of each size, in turn (P 1 2 4 P 1 2 4 ...), so that a
//! machine that is busy with other things for a while is so for all of them. In virtual time nothing
//! disturbs anything, and all processors measure at once. The first time all begin with an empty
//! memory; later each time with that of another short search (`prelude.rs`).

pub(crate) mod contestant;
pub(crate) mod in_virtual_time;
pub(crate) mod parallel;
pub(crate) mod positions;
mod prelude;
pub(crate) mod real;
mod scout;
mod split;
mod table;

use std::error::Error;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Args, ValueEnum};
use cleave_search::virtual_time::{CostModel, Ticks};
use cleave_search::{Backend, MAX_WORKERS};

use crate::destination::Destination;
use crate::figures::measurement::{Measurement, Setting, VirtualTime};
use crate::figures::read_text;
pub(crate) use in_virtual_time::Plan;

/// What to measure.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Sizes of the teams to measure, to 256, or 1024 in virtual time; a team of one is always
    /// among them.
    #[arg(long, value_delimiter = ',', default_value = "1,2", value_name = "N,N,...",
          value_parser = clap::value_parser!(u16).range(1..=cleave_smp::MAX_WORKERS as i64))]
    workers: Vec<u16>,
    /// What the workers are made of.
    #[arg(long, value_enum, default_value_t = Make::Fork)]
    backend: Make,
    /// A file of positions, FEN or EPD; may be given several times. By default those of the DTS
    /// article and varied ones.
    #[arg(long, value_name = "FILE")]
    positions: Vec<PathBuf>,
    /// Search every position to this depth.
    #[arg(long, value_name = "D", conflicts_with = "seconds", value_parser = clap::value_parser!(u32).range(1..=200))]
    depth: Option<u32>,
    /// Search each position to the depth for which the sequential program needs about this time.
    #[arg(long, value_name = "S", default_value = "3", value_parser = positive_seconds)]
    seconds: f64,
    /// Searches of each position by each program; the median counts. In virtual time, seeds, and
    /// their geometric mean.
    #[arg(long, visible_alias = "seeds", value_name = "R", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    runs: u16,
    /// Size of the table, in MiB.
    #[arg(long, value_name = "MB", default_value_t = USUAL_HASH)]
    hash: usize,
    /// Split otherwise than usual: a threshold as in the menu of the engine, without its 'Split'
    /// ('Share=50', 'Weight ALL=40000'). May be given several times.
    #[arg(long, value_name = "NAME=VALUE", value_parser = split::change)]
    split: Vec<String>,
    /// In virtual time: the file of what things cost. By default data/costs.json.
    #[arg(long, value_name = "FILE")]
    costs: Option<PathBuf>,
    /// In virtual time: the first seed. By default 0.
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// In virtual time: by how many percent costs vary at random. By default 0 for seed 0, which is
    /// the reference run, and 5 for others.
    #[arg(long, value_name = "P", value_parser = clap::value_parser!(u32).range(..=100))]
    jitter: Option<u32>,
    /// In virtual time: begin no search after so long. Seeds that are not complete then are left
    /// out.
    #[arg(long, value_name = "SECONDS", value_parser = positive_seconds)]
    budget: Option<f64>,
    /// Write everything to this file.
    #[arg(long, value_name = "FILE", value_parser = Destination::parse)]
    json: Option<Destination>,
}

/// Size of the table, in MiB, unless told.
pub(crate) const USUAL_HASH: usize = 64;

/// What things cost, unless told.
const USUAL_COSTS: &str = "data/costs.json";

/// What workers are made of.
#[derive(ValueEnum, Clone, Copy)]
enum Make {
    /// Forked processes.
    Fork,
    /// Threads.
    Thread,
    /// Steps of one thread in virtual time, exactly repeatable.
    Virtual,
}

impl Make {
    fn name(self) -> &'static str {
        match self {
            Make::Fork => "fork",
            Make::Thread => "thread",
            Make::Virtual => "virtual",
        }
    }
}

/// How deep positions are searched.
pub(crate) enum Aim {
    /// All to this depth.
    Depth(u32),
    /// Each to its own.
    Depths(Vec<u32>),
    /// To the depth that P_seq needs about this time for.
    Time(Duration),
}

/// Reads a length of time.
pub(crate) fn positive_seconds(text: &str) -> Result<f64, String> {
    let seconds: f64 = text.parse().map_err(|_| "a number of seconds is expected")?;
    if (0.001..=100_000.0).contains(&seconds) {
        Ok(seconds)
    } else {
        Err("between 0.001 and 100000 seconds, please".into())
    }
}

/// Measures, and prints a table.
///
/// # Errors
/// A file cannot be read or written, or there cannot be such a team.
pub(crate) fn run(arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    arguments.refuse_what_has_no_effect()?;
    arguments.refuse_teams_too_large()?;
    let positions = positions::read(&arguments.positions)?;
    let mut setting = arguments.setting();
    let aim = arguments.aim();
    let searched = match arguments.backend {
        Make::Fork => real::measure(&positions, &setting, &aim, Backend::Fork)?,
        Make::Thread => real::measure(&positions, &setting, &aim, Backend::Thread)?,
        Make::Virtual => {
            let plan = arguments.plan()?;
            in_virtual_time::measure(&positions, &mut setting, &aim, &plan)?
        }
    };
    if setting.runs < usize::from(arguments.runs) {
        eprintln!("the budget was enough for {} of {} seeds", setting.runs, arguments.runs);
    }
    let measurement = Measurement::new(setting, searched);
    // First the file: who reads what is printed may stop reading.
    if let Some(json) = &arguments.json {
        json.write_json(&measurement)?;
    }
    print!("{}", table::Table(&measurement));
    Ok(())
}

impl Arguments {
    /// Who gives a seed to real workers believes that the run can be repeated.
    fn refuse_what_has_no_effect(&self) -> Result<(), String> {
        let of_virtual_time = [
            ("costs", self.costs.is_some()),
            ("seed", self.seed.is_some()),
            ("jitter", self.jitter.is_some()),
            ("budget", self.budget.is_some()),
        ];
        let given = of_virtual_time.iter().find(|(_, is_given)| *is_given);
        match (self.backend, given) {
            (Make::Fork | Make::Thread, Some((name, _))) => {
                Err(format!("--{name} means something with --backend virtual only"))
            }
            _ => Ok(()),
        }
    }

    /// Virtual time knows more processors than the search has workers for in real time.
    fn refuse_teams_too_large(&self) -> Result<(), String> {
        let most = match self.backend {
            Make::Fork | Make::Thread => MAX_WORKERS,
            Make::Virtual => cleave_smp::MAX_WORKERS,
        };
        match self.workers.iter().find(|&&workers| usize::from(workers) > most) {
            Some(workers) => {
                let make = self.backend.name();
                Err(format!("--workers {workers}: --backend {make} has at most {most}"))
            }
            None => Ok(()),
        }
    }

    fn aim(&self) -> Aim {
        match self.depth {
            Some(depth) => Aim::Depth(depth),
            None => Aim::Time(Duration::from_secs_f64(self.seconds)),
        }
    }

    fn plan(&self) -> Result<Plan, Box<dyn Error>> {
        Ok(Plan {
            virtual_time: VirtualTime {
                costs: read_costs(self.costs.as_deref().unwrap_or(Path::new(USUAL_COSTS)))?,
                seed: self.seed.unwrap_or(0),
                jitter: self.jitter,
            },
            budget: self.budget.map(Duration::from_secs_f64),
        })
    }

    fn setting(&self) -> Setting {
        let mut workers: Vec<usize> = self.workers.iter().copied().map(usize::from).collect();
        workers.push(1);
        workers.sort_unstable();
        workers.dedup();
        Setting {
            backend: self.backend.name().into(),
            workers,
            runs: usize::from(self.runs),
            seconds: self.depth.is_none().then_some(self.seconds),
            depth: self.depth,
            hash: self.hash,
            split: self.split.clone(),
            virtual_time: None,
        }
    }
}

/// Reads what things cost in virtual time.
///
/// # Errors
/// The file cannot be read, or is no cost model.
pub(crate) fn read_costs(path: &Path) -> Result<CostModel, Box<dyn Error>> {
    Ok(parse_costs(&read_text(path)?).map_err(|e| format!("{}: {e}", path.display()))?)
}

/// A second, in nanoseconds.
const HIGHEST_PRICE: u64 = 1_000_000_000;

/// With nodes for nothing P_seq would take no time, and no depth would be deep enough; above some
/// price the sums would not fit their words.
fn parse_costs(text: &str) -> Result<CostModel, Box<dyn Error>> {
    let costs: CostModel = serde_json::from_str(text)?;
    if costs.node == Ticks::ZERO {
        return Err("a node must cost something".into());
    }
    let prices = serde_json::to_value(costs)?;
    for (name, price) in prices.as_object().into_iter().flatten() {
        if price.as_u64().is_none_or(|price| price > HIGHEST_PRICE) {
            return Err(format!("{name} costs {price} ns; more than a second is too much").into());
        }
    }
    Ok(costs)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        arguments: Arguments,
    }

    #[test]
    fn a_seed_for_real_workers_is_refused() {
        let refused = |words: &str| {
            let line = Line::parse_from(words.split(' '));
            line.arguments.refuse_what_has_no_effect().err()
        };
        for option in ["costs=x", "seed=1", "jitter=5", "budget=9"] {
            let error = refused(&format!("speedup --backend thread --{option}")).expect(option);
            assert!(error.contains("--backend virtual"), "{error}");
            assert_eq!(refused(&format!("speedup --backend virtual --{option}")), None);
        }
        assert_eq!(refused("speedup --workers 1,2"), None);
    }

    #[test]
    fn a_team_is_as_large_as_its_make_allows() {
        let refused = |words: &str| {
            let line = Line::try_parse_from(words.split(' ')).map_err(|error| error.to_string());
            line.and_then(|line| line.arguments.refuse_teams_too_large()).err()
        };
        for make in ["fork", "thread"] {
            let error = refused(&format!("speedup --backend {make} --workers 2,300")).expect(make);
            assert!(error.contains(&format!("--backend {make} has at most 256")), "{error}");
            assert_eq!(refused(&format!("speedup --backend {make} --workers 1,256")), None);
        }
        assert_eq!(refused("speedup --backend virtual --workers 300,1024"), None);
        let error = refused("speedup --backend virtual --workers 1025").expect("too many");
        assert!(error.contains("1025 is not in 1..=1024"), "{error}");
        assert!(refused("speedup --workers 0").is_some());
    }

    #[test]
    fn a_cost_model_that_time_could_not_pass_with_is_refused() {
        let with = |name: &str, price: u64| {
            let mut costs = serde_json::to_value(CostModel::default()).unwrap();
            costs[name] = price.into();
            parse_costs(&costs.to_string()).map(|_| ()).map_err(|error| error.to_string())
        };
        assert_eq!(with("join", 0), Ok(()));
        assert_eq!(with("node", 0).unwrap_err(), "a node must cost something");
        assert!(with("join", u64::MAX).unwrap_err().contains("join costs 18446744073709551615 ns"));
        let mut old = serde_json::to_value(CostModel::default()).unwrap();
        old.as_object_mut().unwrap().remove("sharing");
        let sharing = parse_costs(&old.to_string()).unwrap().sharing;
        assert_eq!(sharing, Ticks::ZERO, "models from before there was this price have none");
        assert!(with("jion", 1).unwrap_err().contains("unknown field `jion`"));
    }
}
