//! `cargo xtask speedup`: time to depth of a team against the sequential program.
//!
//! Speed-up is time to the same depth, never nodes per second. P_seq, the recursive driver, and teams of
//! each size search every position in turn (P 1 2 4 P 1 2 4 ...), so that a machine that is busy for a
//! while is so for all of them. Nothing disturbs virtual time, so there all processors measure at once.
//! In the first run all programs begin with an empty memory; in later ones a short search of another
//! position precedes each (`perturbation.rs`).

mod calibrate_depth;
pub(crate) mod in_virtual_time;
mod kept_searches;
pub(crate) mod perturbation;
pub(crate) mod positions;
mod ranks;
pub(crate) mod real;
mod split;
mod table;
pub(crate) mod timed;

use std::error::Error;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Args, ValueEnum};
use cleave_cluster::Sharing;
use cleave_cluster::virtual_time::Network;
use cleave_search::{Algorithm, Backend, MAX_WORKERS};
use cleave_smp_lab::virtual_time::{CostModel, Ticks};

use crate::bounds::within;
use crate::destination::Destination;
use crate::figures::measurement::{Measurement, Setting, VirtualTime};
use crate::figures::read_text;
pub(crate) use calibrate_depth::depth_for_nodes;
pub(crate) use in_virtual_time::VirtualSetup;
use positions::Entry;

/// What to measure.
#[derive(Args)]
pub struct Arguments {
    /// Sizes of the teams: up to 256, or 1024 in virtual time. A team of one is always measured.
    #[arg(long, value_delimiter = ',', default_value = "1,2", value_name = "N,N,...",
          value_parser = clap::value_parser!(u16).range(1..=cleave_smp::MAX_WORKERS as i64))]
    workers: Vec<u16>,
    /// How teams share the tree; several names are measured beside each other.
    #[arg(long, value_delimiter = ',', default_value = "dts", value_name = "NAME,NAME,...")]
    algorithm: Vec<Algorithm>,
    /// The kind of worker.
    #[arg(long, value_enum, default_value_t = BackendChoice::Fork)]
    backend: BackendChoice,
    /// A file of positions, FEN or EPD; may be given several times. By default the positions of the
    /// DTS article and more varied ones.
    #[arg(long, value_name = "FILE")]
    positions: Vec<PathBuf>,
    /// Search every position to this depth.
    #[arg(long, value_name = "D", conflicts_with = "seconds", value_parser = clap::value_parser!(u32).range(1..=200))]
    depth: Option<u32>,
    /// Search each position to the depth for which the sequential program takes about this time.
    #[arg(long, value_name = "S", default_value = "3", value_parser = within(SECONDS))]
    seconds: f64,
    /// Searches of each position by each program, summarised by the median. In virtual time, seeds,
    /// summarised by the geometric mean.
    #[arg(long, visible_alias = "seeds", value_name = "R", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    runs: u16,
    /// Size of the table, in MiB.
    #[arg(long, value_name = "MIB", default_value_t = DEFAULT_HASH)]
    hash: usize,
    /// Change a parameter of splitting, named as in the engine's menu without 'Split' ('Share=50',
    /// 'Weight ALL=40000'). May be given several times.
    #[arg(long, value_name = "NAME=VALUE", value_parser = split::change)]
    split: Vec<String>,
    /// In virtual time: the cost model. By default data/costs.json.
    #[arg(long, value_name = "FILE")]
    costs: Option<PathBuf>,
    /// In virtual time: the first seed. By default 0.
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// In virtual time: by how many percent costs vary at random. By default 0 for seed 0, the
    /// reference run, and 5 for others.
    #[arg(long, value_name = "P", value_parser = clap::value_parser!(u32).range(..=100))]
    jitter: Option<u32>,
    /// In virtual time: begin no search after this time. Incomplete seeds are left out; with --ranks,
    /// positions that not all clusters and seeds have searched.
    #[arg(long, value_name = "SECONDS", value_parser = within(SECONDS))]
    budget: Option<f64>,
    /// In virtual time: numbers of ranks of a cluster, each with a team of each size, against one rank.
    #[arg(long, value_delimiter = ',', value_name = "N,N,...",
          value_parser = clap::value_parser!(u16).range(1..=64))]
    ranks: Vec<u16>,
    /// The network of the cluster: 1gbe, 10gbe, infiniband, ideal, or latency in microseconds and
    /// megabytes a second. By default 1gbe.
    #[arg(long, value_name = "NAME|LATENCY,BANDWIDTH", requires = "ranks")]
    net: Option<Network>,
    /// So many messages of a thousand are lost, and as many repeated, late, and garbled.
    #[arg(long, value_name = "PERMILLE", requires = "ranks",
          value_parser = clap::value_parser!(u16).range(..=1000))]
    faults: Option<u16>,
    /// Ranks send entries of nodes that are at most so many plies less deep than the root.
    #[arg(long, value_name = "PLIES", requires = "ranks",
          value_parser = clap::value_parser!(u32).range(1..=99))]
    span: Option<u32>,
    /// All ranks search the depth of the first; by default every other one is a ply ahead.
    #[arg(long, requires = "ranks")]
    same_depth: bool,
    /// In virtual time: the file that keeps the searches, a line each, as they are done. If it exists,
    /// those that are in it are not done again; it must be of the same program.
    #[arg(long, value_name = "FILE", value_parser = Destination::parse)]
    out: Option<Destination>,
    /// The file to write; by default none.
    #[arg(long, value_name = "FILE", value_parser = Destination::parse)]
    json: Option<Destination>,
}

/// Default size of the table, in MiB.
pub(crate) const DEFAULT_HASH: usize = 64;

/// The default cost model.
const DEFAULT_COSTS: &str = "data/costs.json";

/// The kind of worker.
#[derive(ValueEnum, Clone, Copy)]
enum BackendChoice {
    /// Forked processes.
    Fork,
    /// Threads.
    Thread,
    /// Workers stepped by one thread in virtual time, exactly repeatable.
    Virtual,
}

impl BackendChoice {
    fn name(self) -> &'static str {
        match self {
            BackendChoice::Fork => "fork",
            BackendChoice::Thread => "thread",
            BackendChoice::Virtual => "virtual",
        }
    }
}

/// The depths to which positions are searched.
pub(crate) enum Depths {
    /// One for all positions.
    Same(u32),
    /// One for each position.
    Each(Vec<u32>),
    /// For each position the depth at which P_seq takes about this time.
    Time(Duration),
}

/// A length of time on the command line, in seconds.
pub(crate) const SECONDS: RangeInclusive<f64> = 0.001..=100_000.0;

/// Measures, and prints a table.
pub(crate) fn run(arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    arguments.refuse_options_that_conflict()?;
    arguments.refuse_teams_too_large()?;
    let positions = positions::read(&arguments.positions)?;
    let mut setting = arguments.setting();
    let depths = arguments.depths();
    if !arguments.ranks.is_empty() {
        return arguments.run_clusters(&positions, &depths);
    }
    let searched = match arguments.backend {
        BackendChoice::Fork => real::measure(&positions, &setting, &depths, Backend::Fork)?,
        BackendChoice::Thread => real::measure(&positions, &setting, &depths, Backend::Thread)?,
        BackendChoice::Virtual => {
            let setup = arguments.virtual_setup()?;
            let out = arguments.out.as_ref();
            in_virtual_time::measure(&positions, &mut setting, &depths, &setup, out)?
        }
    };
    if setting.runs < usize::from(arguments.runs) {
        eprintln!("the budget sufficed for {} of {} seeds", setting.runs, arguments.runs);
    }
    let measurement = Measurement::new(setting, searched);
    // The file comes first: printing fails if the reader of a pipe is gone.
    if let Some(json) = &arguments.json {
        json.write_json(&measurement)?;
    }
    print!("{}", table::Table(&measurement));
    Ok(())
}

impl Arguments {
    /// A seed for real workers would suggest that the run can be repeated; one file cannot hold both the
    /// summary and the searches.
    fn refuse_options_that_conflict(&self) -> Result<(), String> {
        let of_virtual_time = [
            ("costs", self.costs.is_some()),
            ("seed", self.seed.is_some()),
            ("jitter", self.jitter.is_some()),
            ("budget", self.budget.is_some()),
            ("ranks", !self.ranks.is_empty()),
            ("out", self.out.is_some()),
        ];
        if let (Some(json), Some(out)) = (&self.json, &self.out)
            && json.is_same_as(out)
        {
            return Err("--json and --out name the same file; expected two".into());
        }
        let given = of_virtual_time.iter().find(|(_, is_given)| *is_given);
        match (self.backend, given) {
            (BackendChoice::Fork | BackendChoice::Thread, Some((name, _))) => {
                Err(format!("--{name} needs --backend virtual"))
            }
            _ => Ok(()),
        }
    }

    /// Virtual time allows more workers than real time does.
    fn refuse_teams_too_large(&self) -> Result<(), String> {
        let most = match self.backend {
            BackendChoice::Fork | BackendChoice::Thread => MAX_WORKERS,
            BackendChoice::Virtual => cleave_smp::MAX_WORKERS,
        };
        match self.workers.iter().find(|&&workers| usize::from(workers) > most) {
            Some(workers) => {
                let backend = self.backend.name();
                Err(format!("--workers {workers}: --backend {backend} has at most {most}"))
            }
            None => Ok(()),
        }
    }

    /// Measures clusters, and prints their table.
    fn run_clusters(&self, positions: &[Entry], depths: &Depths) -> Result<(), Box<dyn Error>> {
        let default = Sharing::default();
        let sharing = Sharing {
            span: self.span.unwrap_or(default.span),
            staggered: !self.same_depth,
            ..default
        };
        let network = self.net.unwrap_or(Network::GIGABIT);
        let setup = self.virtual_setup()?;
        let mut ranks: Vec<usize> = self.ranks.iter().map(|&ranks| ranks.into()).collect();
        ranks.push(1);
        ranks.sort_unstable();
        ranks.dedup();
        let setting = ranks::Setting {
            algorithms: self.algorithm.clone(),
            workers: self.workers.iter().map(|&workers| workers.into()).collect(),
            ranks,
            network,
            sharing,
            runs: self.runs.into(),
            split: split::params(&self.split)?,
            conditions: ranks::Conditions {
                network: network.to_string(),
                faults: self.faults.unwrap_or(0),
                span: sharing.span,
                staggered: sharing.staggered,
                hash: self.hash,
                split: self.split.clone(),
                costs: setup.virtual_time.costs,
                jitter: self.jitter,
                seconds: self.depth.is_none().then_some(self.seconds),
                depth: self.depth,
            },
        };
        let out = self.out.as_ref();
        let found = ranks::measure(positions, &setting, depths, &setup, out)?;
        if let Some(json) = &self.json {
            json.write_json(&found)?;
        }
        print!("{found}");
        Ok(())
    }

    fn depths(&self) -> Depths {
        match self.depth {
            Some(depth) => Depths::Same(depth),
            None => Depths::Time(Duration::from_secs_f64(self.seconds)),
        }
    }

    fn virtual_setup(&self) -> Result<VirtualSetup, Box<dyn Error>> {
        Ok(VirtualSetup {
            virtual_time: VirtualTime {
                costs: read_costs(self.costs.as_deref().unwrap_or(Path::new(DEFAULT_COSTS)))?,
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
        let mut algorithms = self.algorithm.clone();
        algorithms.sort_by_key(|algorithm| algorithm.index());
        algorithms.dedup();
        Setting {
            backend: self.backend.name().into(),
            algorithms,
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

/// Reads a cost model of virtual time.
pub(crate) fn read_costs(path: &Path) -> Result<CostModel, Box<dyn Error>> {
    Ok(parse_costs(&read_text(path)?).map_err(|e| format!("{}: {e}", path.display()))?)
}

/// A second, in nanoseconds.
const MAX_PRICE: u64 = 1_000_000_000;

/// If nodes cost nothing P_seq takes no time, whatever the depth; if prices are too high the sums
/// overflow.
fn parse_costs(text: &str) -> Result<CostModel, Box<dyn Error>> {
    let costs: CostModel = serde_json::from_str(text)?;
    if costs.node == Ticks::ZERO {
        return Err("the price of a node is 0; expected at least 1 ns".into());
    }
    let prices = serde_json::to_value(costs)?;
    for (name, price) in prices.as_object().into_iter().flatten() {
        if price.as_u64().is_none_or(|price| price > MAX_PRICE) {
            return Err(format!("{name} costs {price} ns; expected at most a second").into());
        }
    }
    Ok(costs)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command_line::parse;

    #[test]
    fn options_that_conflict_are_refused() {
        let refused = |words: &str| {
            let arguments: Arguments = parse(words.split(' ')).unwrap();
            arguments.refuse_options_that_conflict().err()
        };
        for option in ["costs=x", "seed=1", "jitter=5", "budget=9", "ranks=2", "out=x"] {
            let error = refused(&format!("speedup --backend thread --{option}")).expect(option);
            assert!(error.contains("--backend virtual"), "{error}");
            assert_eq!(refused(&format!("speedup --backend virtual --{option}")), None);
        }
        assert_eq!(refused("speedup --workers 1,2"), None);
        let files = |json, out| {
            let folder = std::env::temp_dir();
            let path = |name| format!("{}/{name}-{}", folder.display(), std::process::id());
            let (json, out) = (path(json), path(out));
            format!("speedup --backend virtual --ranks=2 --json={json} --out={out}")
        };
        assert!(refused(&files("a", "./a")).is_some_and(|error| error.contains("same file")));
        assert_eq!(refused(&files("a", "b")), None);
    }

    #[test]
    fn the_backend_limits_the_size_of_a_team() {
        let refused = |words: &str| {
            let arguments: Result<Arguments, _> = parse(words.split(' '));
            arguments.and_then(|arguments| arguments.refuse_teams_too_large()).err()
        };
        for backend in ["fork", "thread"] {
            let line = format!("speedup --backend {backend} --workers");
            let error = refused(&format!("{line} 2,300")).expect(backend);
            assert!(error.contains(&format!("--backend {backend} has at most 256")), "{error}");
            assert_eq!(refused(&format!("{line} 1,256")), None);
        }
        assert_eq!(refused("speedup --backend virtual --workers 300,1024"), None);
        let error = refused("speedup --backend virtual --workers 1025").expect("too many");
        assert!(error.contains("1025 is not in 1..=1024"), "{error}");
        assert!(refused("speedup --workers 0").is_some());
    }

    #[test]
    fn impossible_prices_are_refused() {
        let with = |name: &str, price: u64| {
            let mut costs = serde_json::to_value(CostModel::default()).unwrap();
            costs[name] = price.into();
            parse_costs(&costs.to_string()).map(|_| ()).map_err(|error| error.to_string())
        };
        assert_eq!(with("join", 0), Ok(()));
        assert!(with("node", 0).unwrap_err().contains("at least 1 ns"));
        assert!(with("join", u64::MAX).unwrap_err().contains("join costs 18446744073709551615 ns"));
        let mut old = serde_json::to_value(CostModel::default()).unwrap();
        old.as_object_mut().unwrap().remove("sharing");
        let sharing = parse_costs(&old.to_string()).unwrap().sharing;
        assert_eq!(sharing, Ticks::ZERO, "older models lack this price");
        assert!(with("jion", 1).unwrap_err().contains("unknown field `jion`"));
    }
}
