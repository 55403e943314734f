//! `cargo xtask speedup`: time to depth of a team against the sequential program.
//!
//! Speed-up is time to the same depth, never nodes per second. P_seq, the recursive driver, and teams of each size
//! search every position in turn (P 1 2 4 P 1 2 4 ...). A machine that is busy for a while is then busy for all of
//! them. Nothing disturbs virtual time, so there all processors measure at once. In the first run all programs begin
//! with an empty memory; in later ones a short search of another position precedes each ([`cleave_window::perturbation`]).

pub(crate) mod real;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use cleave_cluster::Sharing;
use cleave_kit::experiment;
use cleave_kit::files::Destination;
use cleave_kit::options::Game;
use cleave_kit::options::bounds::within;
use cleave_kit::{Error, Result};
use cleave_search::Searcher;
use cleave_search::team::Algorithm;

use crate::options::{Check, DEFAULT_HASH, Json, Positions, SECONDS, costs, split};
use crate::searches::{DepthSearcher, Goal, Links, Team, TestPosition, xiangqi};
use crate::time_to_depth::backend::BackendKind;
use crate::time_to_depth::{Conditions, Figures, Measurement, Searches, Setting, Traffic, Work};
use crate::virtual_cluster::Network;

/// The arguments of `speedup`.
#[derive(Args)]
pub struct Arguments {
    /// Sizes of the teams, up to 1024. A team of one is always measured.
    #[arg(long, value_delimiter = ',', default_value = "1,2", value_name = "N,N,...",
          value_parser = clap::value_parser!(u16).range(1..=cleave_smp::MAX_WORKERS as i64))]
    workers: Vec<u16>,
    /// The game. Chinese chess has positions and prices of its own.
    #[arg(long, value_enum, default_value_t = Game::Chess)]
    game: Game,
    /// The algorithms of the teams; several are measured together.
    #[arg(long, value_delimiter = ',', default_value = "dts", value_name = "NAME,NAME,...")]
    algorithm: Vec<Algorithm>,
    /// The kind of worker.
    #[arg(long, value_enum, default_value_t = BackendKind::Fork)]
    backend: BackendKind,
    #[command(flatten)]
    positions: Positions,
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
    /// In virtual time: the cost model. By default data/costs.json, or data/xiangqi/costs.json.
    #[arg(long, value_name = "FILE")]
    costs: Option<PathBuf>,
    /// In virtual time: the first seed. By default 0.
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// In virtual time: by how many percent costs vary at random. By default 5; with 0 equal workers run in
    /// step.
    #[arg(long, value_name = "P", value_parser = clap::value_parser!(u32).range(..=100))]
    jitter: Option<u32>,
    /// In virtual time: begin no search after this time. Positions that not all programs or clusters have searched with a
    /// seed are left out with this seed.
    #[arg(long, value_name = "SECONDS", value_parser = within(SECONDS))]
    budget: Option<f64>,
    /// In virtual time: numbers of ranks of a cluster, each with a team of each size, against one rank.
    #[arg(long, value_delimiter = ',', value_name = "N,N,...",
          value_parser = clap::value_parser!(u16).range(1..=64))]
    ranks: Vec<u16>,
    /// The network of the cluster: sockets, 1gbe, 10gbe, infiniband, ideal, or latency in microseconds and
    /// megabytes a second. By default 1gbe.
    #[arg(long, value_name = "NAME|LATENCY,BANDWIDTH", requires = "ranks")]
    net: Option<Network>,
    /// Of a thousand messages this many are lost, and the same number repeated, late, and garbled.
    #[arg(long, value_name = "PERMILLE", requires = "ranks",
          value_parser = clap::value_parser!(u16).range(..=1000))]
    faults: Option<u16>,
    /// Ranks send entries of nodes that are at most this many plies less deep than the root.
    #[arg(long, value_name = "PLIES", requires = "ranks",
          value_parser = clap::value_parser!(u32).range(1..=99))]
    span: Option<u32>,
    /// All ranks search the depth of the first; by default every other one is a ply ahead.
    #[arg(long, requires = "ranks")]
    same_depth: bool,
    /// The ranks are groups of one machine: each splits a tree of its own, and all share one table. The network is then
    /// 'sockets' unless --net says otherwise.
    #[arg(long, requires = "ranks", conflicts_with_all = ["span", "faults"])]
    one_table: bool,
    /// The ranks share a distributed table: an entry goes to the home of its position only, and ranks ask the homes of
    /// nodes from this depth on, by default 6. Without this option all ranks get each entry.
    #[arg(long, value_name = "DEPTH", requires = "ranks", conflicts_with = "one_table",
          num_args = 0..=1, require_equals = true, default_missing_value = "6",
          value_parser = clap::value_parser!(u32).range(1..=99))]
    home_table: Option<u32>,
    /// The file that keeps the searches, a line each. In virtual time it gets the searches as they are done, and does
    /// not repeat searches that it has. It must be of the same program. With real workers it is written anew at the
    /// end.
    #[arg(long, value_name = "FILE", value_parser = Destination::parse)]
    out: Option<Destination>,
    #[command(flatten)]
    check: Check,
    #[command(flatten)]
    json: Json,
}

/// Measures, and prints tables; or checks a file.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    arguments.refuse_options_that_conflict()?;
    match arguments.game {
        Game::Chess => arguments.measure::<Searcher>(&arguments.positions.read()?),
        Game::Xiangqi => {
            let positions = arguments.positions.read_by(&xiangqi::POSITIONS, xiangqi::parse)?;
            arguments.measure::<cleave_xiangqi::search::Searcher>(&positions)
        }
    }
}

impl Arguments {
    /// A seed for real workers would suggest that the run can be repeated. One file cannot hold both the summary and
    /// the searches.
    fn refuse_options_that_conflict(&self) -> Result<()> {
        let of_virtual_time = [
            ("costs", self.costs.is_some()),
            ("seed", self.seed.is_some()),
            ("jitter", self.jitter.is_some()),
            ("budget", self.budget.is_some()),
            ("ranks", !self.ranks.is_empty()),
            ("check", self.check.of_each.is_some()),
        ];
        if let (Some(json), Some(out)) = (&self.json.json, &self.out)
            && json.is_same_as(out)
        {
            return Err(Error::refused("--json and --out name the same file; expected two"));
        }
        if self.check.of_each.is_some() && self.out.is_none() {
            return Err(Error::refused("--check needs the file of the searches, --out"));
        }
        if self.game == Game::Xiangqi && !self.ranks.is_empty() {
            return Err(Error::refused("--ranks is for --game chess"));
        }
        let given = of_virtual_time.iter().find(|(_, is_given)| *is_given);
        match (self.backend, given) {
            (BackendKind::Fork | BackendKind::Thread, Some((name, _))) => {
                Err(Error::refused(format!("--{name} needs --backend virtual")))
            }
            _ => Ok(()),
        }
    }

    /// Measures teams, or clusters, and prints their tables; or checks a file.
    fn measure<P: DepthSearcher>(&self, positions: &[TestPosition<P::Position>]) -> Result<()> {
        let setting = self.setting()?;
        if !self.ranks.is_empty() {
            return self.measure_virtually::<P, Traffic>(positions, setting);
        }
        if setting.goal.backend.is_virtual() {
            return self.measure_virtually::<P, Work>(positions, setting);
        }
        let measurement = real::measure::<P>(positions, setting, &self.teams(), self.runs.into())?;
        if let Some(file) = &self.out {
            measurement.write(file)?;
        }
        self.show(&measurement)?;
        if let Some(warning) = real::warning(&measurement) {
            eprintln!("{warning}");
        }
        Ok(())
    }

    fn measure_virtually<P: DepthSearcher, F: Figures>(
        &self,
        positions: &[TestPosition<P::Position>],
        setting: Setting,
    ) -> Result<()> {
        let seeds = (self.seed.unwrap_or(0), self.runs.into());
        let mut searches = Searches::<P, F>::new(positions, setting, self.teams(), seeds)?;
        if let (Some(file), Some(of_each)) = (&self.out, self.check.of_each) {
            let keys = searches.keys();
            return experiment::check(&mut searches, file.path(), &keys, of_each);
        }
        let budget = self.budget.map(Duration::from_secs_f64);
        self.show(&searches.complete(self.out.as_ref(), budget)?)
    }

    fn show<F: Figures>(&self, measurement: &Measurement<F>) -> Result<()> {
        self.json.write(&measurement.summary())?;
        if self.ranks.is_empty() {
            print!("{}", measurement.positions_as_text());
        }
        print!("{}", measurement.text());
        Ok(())
    }

    /// Returns `None` for P_seq, and the teams of all sizes for each algorithm; or the clusters.
    fn teams(&self) -> Vec<Option<Team>> {
        let (is_cluster, sizes) = (!self.ranks.is_empty(), self.workers.iter().copied());
        let sizes = if is_cluster { sizes.collect() } else { with_one(sizes) };
        let ranks = with_one(self.ranks.iter().copied()).into_iter().map(Some);
        let ranks: Vec<_> = if is_cluster { ranks.collect() } else { vec![None] };
        let mut teams = BTreeSet::new();
        for &algorithm in &self.algorithm {
            for &workers in &sizes {
                let team = Team::new(algorithm, workers.into());
                teams.extend(ranks.iter().map(|&ranks| Team { ranks, ..team }));
            }
        }
        let alone = (!is_cluster).then_some(None);
        alone.into_iter().chain(teams.into_iter().map(Some)).collect()
    }

    /// How the ranks of the clusters are connected.
    fn links(&self) -> Links {
        let &Arguments { one_table, same_depth, .. } = self;
        let network = if one_table { Network::SOCKETS } else { Network::GIGABIT };
        Links {
            network: self.net.unwrap_or(network),
            faults: self.faults.unwrap_or(0),
            span: self.span.unwrap_or(Sharing::default().span),
            staggered: !same_depth,
            one_table,
            home_from: self.home_table,
        }
    }

    /// Returns the settings of all searches.
    fn setting(&self) -> Result<Setting> {
        let default = match self.game {
            Game::Chess => costs::DEFAULT,
            Game::Xiangqi => xiangqi::COSTS,
        };
        let costs = match self.backend.is_virtual() {
            true => Some(costs::read(self.costs.as_deref().unwrap_or(Path::new(default)))?),
            false => None,
        };
        let goal = match self.depth {
            Some(depth) => Goal::Depth { depth },
            None => Goal::Seconds { seconds: self.seconds },
        };
        let links = (!self.ranks.is_empty()).then(|| self.links());
        let goal = Conditions { game: self.game, backend: self.backend, links, goal };
        let (hash, jitter, split) = (self.hash, self.jitter, self.split.clone());
        Ok(Setting { goal, hash, jitter, split, costs, bench: None })
    }
}

/// These sizes and one, in order.
fn with_one(sizes: impl Iterator<Item = u16>) -> BTreeSet<u16> {
    sizes.chain([1]).collect()
}

#[cfg(test)]
mod tests {
    use cleave_kit::files::scratch::Scratch;
    use cleave_kit::options::words::parse;

    use super::*;

    #[test]
    fn options_that_conflict_are_refused() {
        let refused = |words: &str| {
            let arguments: Arguments = parse(words.split(' ')).unwrap();
            arguments.refuse_options_that_conflict().err().map(|error| error.to_string())
        };
        for option in ["costs=x", "seed=1", "jitter=5", "budget=9", "ranks=2"] {
            let error = refused(&format!("speedup --backend thread --{option}")).expect(option);
            assert!(error.contains("--backend virtual"), "{error}");
            assert_eq!(refused(&format!("speedup --backend virtual --{option}")), None);
        }
        assert_eq!(refused("speedup --workers 1,2"), None);
        assert_eq!(refused("speedup --game xiangqi"), None);
        let error = refused("speedup --backend virtual --game xiangqi --ranks=2").expect("chess");
        assert!(error.contains("--game chess"), "{error}");
        let scratch = Scratch::new("one-file");
        let files = |json, out| {
            let (json, out) = (scratch.option("--json", json), scratch.option("--out", out));
            format!("speedup --backend virtual --ranks=2 {json} {out}")
        };
        assert!(refused(&files("a", "./a")).is_some_and(|error| error.contains("same file")));
        assert_eq!(refused(&files("a", "b")), None);
        let error = refused("speedup --backend virtual --check 1").expect("no file");
        assert!(error.contains("--out"), "{error}");
    }

    #[test]
    fn a_team_has_1_to_1024_workers() {
        let parsed = |workers: &str| parse::<Arguments>(["speedup", "--workers", workers]);
        assert!(parsed("1,1024").is_ok() && parsed("0").is_err());
        let error = parsed("1025").err().expect("too many");
        assert!(error.contains("1025 is not in 1..=1024"), "{error}");
    }
}
