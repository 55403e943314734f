//! `cargo xtask validate-ranks`: compares a cluster in virtual time with real ranks, two of one worker on
//! this machine.
//!
//! Nodes to depth are compared as well as time. On a busy machine two ranks with equal shares of it search the same
//! trees as on a quiet one, in more time.

mod comparison;
mod conversation;
mod pairs;

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use cleave_cluster::Sharing;
use cleave_kit::Result;
use cleave_kit::{processors, progress};
use cleave_search::Searcher;
use cleave_search::team::Algorithm;
use cleave_virtual_time::virtual_time::{CostModel, Machine};

use super::validation::{Compared, Validation};
use crate::options::{Costs, Json};
use crate::searches::depth::Time;
use crate::searches::{DepthSearcher, Goal, Team, TestPosition, positions};
use crate::virtual_cluster::{ClusterModel, Faults, Network};
use comparison::{Comparison, Conditions};
use conversation::Conversation;
use pairs::{Pairs, Taken};

/// The arguments of `validate-ranks`.
#[derive(Args)]
pub struct Arguments {
    /// The file of positions.
    #[arg(long, value_name = "FILE", default_value = "data/dts24.epd")]
    positions: PathBuf,
    /// Search each position to the depth at which P_seq's tree has about this many nodes.
    #[arg(long, value_name = "N", default_value_t = 300_000, value_parser = clap::value_parser!(u64).range(1_000..))]
    nodes: u64,
    /// Real searches of each position by one rank and by two.
    #[arg(long, value_name = "R", default_value_t = 5, value_parser = clap::value_parser!(u16).range(1..))]
    runs: u16,
    /// Seeds in virtual time.
    #[arg(long, value_name = "K", default_value_t = 5, value_parser = clap::value_parser!(u16).range(1..))]
    seeds: u16,
    /// The network of the virtual ranks. The carriers of real ranks look at MPI every millisecond, so
    /// that a message takes half of one even within a machine.
    #[arg(long, value_name = "NAME|LATENCY,BANDWIDTH", default_value = "500,1000")]
    net: Network,
    /// By how many percent the prices of virtual time vary at random.
    #[arg(long, value_name = "P", default_value_t = 5, value_parser = clap::value_parser!(u32).range(..=100))]
    jitter: u32,
    /// Size of each rank's table, in MiB.
    #[arg(long, value_name = "MIB", default_value_t = 16, value_parser = clap::value_parser!(u16).range(1..))]
    hash: u16,
    /// The program of the real ranks.
    #[arg(long, value_name = "FILE", default_value = "target/release/cleave-cluster")]
    program: PathBuf,
    #[command(flatten)]
    costs: Costs,
    #[command(flatten)]
    json: Json,
}

/// Ranks of the cluster.
const RANKS: u16 = 2;

/// Workers of a rank.
const WORKERS: usize = 1;

/// Measures twice, compares, and writes the comparison.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    processors::warn_if_fewer_than(RANKS.into());
    let entries = positions::read(std::slice::from_ref(&arguments.positions))?;
    let model = Model::new(arguments)?;
    let mut searchers = Vec::new();
    for _ in 0..RANKS {
        searchers.push(Searcher::new(arguments.hash.into())?);
    }
    let real = measure_real(arguments, &entries, &mut searchers[0])?;
    // Virtual time does not depend on the load of the machine.
    processors::yield_to_others();
    let mut validation = Validation {
        backend: "mpi".into(),
        workers: RANKS.into(),
        runs: arguments.runs.into(),
        seeds: arguments.seeds.into(),
        seconds: Duration::from(model.costs.sequential(arguments.nodes)).as_secs_f64(),
        other_trees: Vec::new(),
        one: None,
        positions: Vec::new(),
    };
    let bar = progress::bar("virtual ranks", entries.len() as u64);
    for (entry, real) in entries.iter().zip(real) {
        let Real { depth, pairs: real } = real;
        let model = model.measure(&mut searchers, entry, depth, arguments.seeds)?;
        if !real.have_one_tree(&model) {
            validation.other_trees.push(entry.id.clone());
        }
        let (id, real, model) = (entry.id.clone(), real.sample, model.sample);
        validation.positions.push(Compared { id, depth, real, model });
        bar.inc(1);
    }
    bar.finish_and_clear();
    let comparison = Comparison { conditions: arguments.conditions(model.costs), validation };
    arguments.json.write(&comparison)?;
    print!("{comparison}");
    Ok(())
}

impl Arguments {
    fn conditions(&self, costs: CostModel) -> Conditions {
        Conditions {
            positions: self.positions.display().to_string(),
            nodes: self.nodes,
            ranks: RANKS,
            workers: WORKERS,
            hash: self.hash,
            network: self.net.to_string(),
            jitter: self.jitter,
            costs,
        }
    }
}

/// The searches of a position by real ranks.
struct Real {
    depth: u32,
    pairs: Pairs,
}

/// Searches all positions with one rank and with two, in turn.
fn measure_real(
    arguments: &Arguments,
    entries: &[TestPosition],
    searcher: &mut Searcher,
) -> Result<Vec<Real>> {
    let start = |ranks| Conversation::start(&arguments.program, ranks, arguments.hash);
    let (mut one, mut two) = (start(1)?, start(RANKS)?);
    let bar = progress::bar("real ranks", entries.len() as u64);
    let mut measured = Vec::new();
    for entry in entries {
        let goal = Goal::Nodes { nodes: arguments.nodes };
        let depth = searcher.depth(&entry.position, goal, Time::Real);
        let mut real = Real { depth, pairs: Pairs::default() };
        for _ in 0..arguments.runs {
            let alone = one.search(&entry.fen, depth)?;
            real.pairs.add(&alone, &two.search(&entry.fen, depth)?);
        }
        measured.push(real);
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(measured)
}

/// The cluster in virtual time.
struct Model {
    costs: CostModel,
    jitter: u32,
    network: Network,
}

impl Model {
    fn new(arguments: &Arguments) -> Result<Model> {
        let costs = arguments.costs.read()?;
        Ok(Model { costs, jitter: arguments.jitter, network: arguments.net })
    }

    /// Searches with one rank and with all, once for each seed.
    fn measure(
        &self,
        searchers: &mut [Searcher],
        entry: &TestPosition,
        depth: u32,
        seeds: u16,
    ) -> Result<Pairs> {
        let mut pairs = Pairs::default();
        for seed in 1..=seeds.into() {
            let alone = self.search(&mut searchers[..1], entry, depth, seed)?;
            pairs.add(&alone, &self.search(searchers, entry, depth, seed)?);
        }
        Ok(pairs)
    }

    /// Searches with a rank of one worker for each searcher, and empty tables.
    fn search(
        &self,
        searchers: &mut [Searcher],
        entry: &TestPosition,
        depth: u32,
        seed: u64,
    ) -> Result<Taken> {
        let machine =
            Machine { costs: self.costs, seed, jitter: self.jitter, ..Machine::new(WORKERS) };
        let ranks = u16::try_from(searchers.len()).ok();
        let team = Team { ranks, ..Team::new(Algorithm::default(), WORKERS) };
        let (faults, sharing) = (Faults::default(), Sharing::default());
        let model = ClusterModel { machine, network: self.network, faults, sharing };
        let found =
            Searcher::search_virtual(searchers, team, &[], &model, 0, &entry.position, depth)?;
        let time = found.time();
        Ok(Taken {
            seconds: Duration::from(time).as_secs_f64().max(1e-6),
            nodes: found.parts[0].nodes,
        })
    }
}
