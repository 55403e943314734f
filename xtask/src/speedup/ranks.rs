//! `speedup --ranks`: time to depth of a cluster against one rank of it, in virtual time.
//!
//! All ranks begin with the same perturbation. With jitter each has a seed of its own, as machines
//! differ; without, they differ by what they tell each other alone.

use std::error::Error;
use std::fmt;
use std::time::{Duration, Instant};

use cleave_cluster::virtual_time::{ClusterRun, Faults, Network, search};
use cleave_cluster::{Sharing, Statistics};
use cleave_search::{Algorithm, Limits, Root, SearchMode, Searcher, SplitParams};
use serde::Serialize;

use super::in_virtual_time::find_depth;
use super::perturbation::perturb;
use super::positions::Entry;
use super::{Depths, VirtualSetup};
use crate::figures::run::round;
use crate::figures::statistics::geometric_mean;
use crate::{parallel, processors, progress};

/// What to measure.
pub(super) struct Setting {
    pub(super) algorithms: Vec<Algorithm>,
    pub(super) workers: Vec<usize>,
    /// Numbers of ranks, the first of which is one.
    pub(super) ranks: Vec<usize>,
    pub(super) network: Network,
    /// Of a thousand messages, for each kind of fault.
    pub(super) faults: u16,
    pub(super) sharing: Sharing,
    pub(super) runs: usize,
    pub(super) hash: usize,
    pub(super) split: SplitParams,
}

/// A team on each of some ranks.
#[derive(Clone, Copy)]
struct Cluster {
    algorithm: Algorithm,
    workers: usize,
    ranks: usize,
}

/// The clusters measured, side by side.
#[derive(Serialize)]
pub(super) struct Comparison {
    network: String,
    faults: u16,
    span: u32,
    staggered: bool,
    positions: Vec<Position>,
    clusters: Vec<Summary>,
}

/// A position and the depth that it was searched to.
#[derive(Serialize)]
struct Position {
    id: String,
    depth: u32,
}

/// One cluster, over all positions and seeds.
#[derive(Serialize)]
struct Summary {
    algorithm: String,
    workers: usize,
    ranks: usize,
    /// Time of one rank by time of the cluster, geometric mean.
    speedup: f64,
    /// The same for each position.
    speedups: Vec<f64>,
    /// Nodes of the first rank by those of one rank alone, geometric mean.
    node_ratio: f64,
    /// Table entries that a rank sends in a second.
    entries_sent: f64,
    /// Of the entries received, how many were used: a percentage that may exceed 100.
    used_percent: f64,
    /// Of the entries to be sent or stored, how many were dropped.
    dropped_percent: f64,
    /// Bytes that a rank sends in a second.
    bytes_sent: f64,
    /// The most messages of one rank that were on their way.
    most_in_flight: usize,
    /// Results of other ranks that the first one used, in a search.
    results_used: f64,
}

/// What one search has come to.
#[derive(Clone)]
struct Found {
    seconds: f64,
    nodes: u64,
    statistics: Vec<Statistics>,
}

/// Searches every position with every cluster and every seed.
///
/// # Errors
/// A team of this size is not possible.
pub(super) fn measure(
    entries: &[Entry],
    setting: &Setting,
    depths: &Depths,
    setup: &VirtualSetup,
) -> Result<Comparison, Box<dyn Error>> {
    let mut states = Vec::new();
    for _ in 0..processors::available() {
        states.push(setting.searchers()?);
    }
    let costs = setup.virtual_time.costs;
    let bar = progress::bar("depths", entries.len() as u64);
    let depths = parallel::each(&mut states, entries.len(), None, |searchers, index| {
        bar.inc(1);
        find_depth(&mut searchers[0], (index, &entries[index]), depths, &costs)
    });
    let depths: Vec<u32> = depths.into_iter().flatten().collect();
    let clusters = setting.clusters();
    let of_cluster = entries.len() * setting.runs;
    let bar = progress::bar("searches", (clusters.len() * of_cluster) as u64);
    let deadline = setup.budget.map(|budget| Instant::now() + budget);
    let found =
        parallel::each(&mut states, clusters.len() * of_cluster, deadline, |searchers, piece| {
            // Position by position, so that a budget too short leaves out the last ones.
            let (place, cluster) = (piece / clusters.len(), clusters[piece % clusters.len()]);
            let (index, run) = (place / setting.runs, place % setting.runs);
            let seed = setup.virtual_time.seed.wrapping_add(run as u64);
            let found =
                setting.search(searchers, cluster, &entries[index], depths[index], seed, setup);
            bar.inc(1);
            found
        });
    bar.finish_and_clear();
    let whole = found.iter().position(Option::is_none).unwrap_or(found.len());
    let positions = whole / (clusters.len() * setting.runs);
    if positions == 0 {
        return Err("the budget does not suffice for one position".into());
    }
    let found: Vec<Found> = found.into_iter().flatten().collect::<Result<_, _>>()?;
    let of = |cluster: usize, place: usize| &found[place * clusters.len() + cluster];
    let summary = |(number, cluster): (usize, &Cluster)| {
        let of_one = number - number % setting.ranks.len();
        let pairs: Vec<_> = (0..positions * setting.runs)
            .map(|place| (of(of_one, place), of(number, place)))
            .collect();
        summarize(*cluster, &pairs, setting.runs)
    };
    Ok(Comparison {
        network: setting.network.to_string(),
        faults: setting.faults,
        span: setting.sharing.span,
        staggered: setting.sharing.staggered,
        positions: entries[..positions]
            .iter()
            .zip(&depths)
            .map(|(entry, &depth)| Position { id: entry.name(), depth })
            .collect(),
        clusters: clusters.iter().enumerate().map(summary).collect(),
    })
}

impl Setting {
    fn clusters(&self) -> Vec<Cluster> {
        let mut clusters = Vec::new();
        for &algorithm in &self.algorithms {
            for &workers in &self.workers {
                let of = |&ranks| Cluster { algorithm, workers, ranks };
                clusters.extend(self.ranks.iter().map(of));
            }
        }
        clusters
    }

    /// As many as the largest cluster has ranks.
    fn searchers(&self) -> Result<Vec<Searcher>, Box<dyn Error>> {
        let ranks = self.ranks.iter().copied().max().unwrap_or(1);
        let mut searchers = Vec::new();
        for _ in 0..ranks {
            let mut searcher = Searcher::new(self.hash)?;
            *searcher.split_params() = self.split;
            searchers.push(searcher);
        }
        Ok(searchers)
    }

    fn search(
        &self,
        searchers: &mut [Searcher],
        cluster: Cluster,
        entry: &Entry,
        depth: u32,
        seed: u64,
        setup: &VirtualSetup,
    ) -> Result<Found, String> {
        let ranks = &mut searchers[..cluster.ranks];
        for (rank, searcher) in (0..).zip(ranks.iter_mut()) {
            let mut machine = setup.machine(cluster.workers, seed);
            machine.seed = machine.seed.wrapping_add(rank << 32);
            searcher.set_algorithm(cluster.algorithm);
            searcher.set_mode(SearchMode::Virtual(machine)).map_err(|error| error.to_string())?;
            perturb(searcher, seed);
        }
        let root = Root { position: entry.position, history: Vec::new() };
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let faults = Faults::all(self.faults, seed);
        Ok(Found::of(search(ranks, &self.network, &faults, self.sharing, &root, &limits)))
    }
}

impl Found {
    fn of(run: ClusterRun) -> Found {
        Found {
            seconds: Duration::from(run.time()).as_secs_f64().max(1e-6),
            nodes: run.outcome.nodes,
            statistics: run.statistics,
        }
    }

    fn sum(&self, figure: impl Fn(&Statistics) -> u64) -> f64 {
        self.statistics.iter().map(figure).sum::<u64>() as f64
    }
}

/// Searches by a cluster, each with that of one rank of it.
fn summarize(cluster: Cluster, pairs: &[(&Found, &Found)], runs: usize) -> Summary {
    let mean = |ratio: &dyn Fn(&Found, &Found) -> f64, pairs: &[(&Found, &Found)]| {
        geometric_mean(&pairs.iter().map(|(one, all)| ratio(one, all)).collect::<Vec<_>>())
    };
    let speedup = |one: &Found, all: &Found| one.seconds / all.seconds;
    let nodes = |one: &Found, all: &Found| all.nodes as f64 / one.nodes.max(1) as f64;
    let total = |figure: &dyn Fn(&Statistics) -> u64| {
        pairs.iter().map(|(_, all)| all.sum(figure)).sum::<f64>()
    };
    let rank_seconds = pairs.iter().map(|(_, all)| all.seconds).sum::<f64>() * cluster.ranks as f64;
    let sent = total(&|statistics| statistics.entries_sent);
    let received = total(&|statistics| statistics.entries_received);
    let dropped = total(&|statistics| statistics.entries_dropped);
    let used = total(&|statistics| statistics.entries_used);
    let percent = |part: f64, whole: f64| round(100.0 * part / whole.max(1.0), 2);
    let by_first = |(_, all): &(&Found, &Found)| all.statistics[0].results_used.iter().sum::<u64>();
    let in_flight = |(_, all): &(&Found, &Found)| {
        all.statistics.iter().map(|statistics| statistics.most_in_flight).max().unwrap_or(0)
    };
    Summary {
        algorithm: cluster.algorithm.name().into(),
        workers: cluster.workers,
        ranks: cluster.ranks,
        speedup: round(mean(&speedup, pairs), 3),
        speedups: pairs.chunks(runs).map(|of| round(mean(&speedup, of), 3)).collect(),
        node_ratio: round(mean(&nodes, pairs), 3),
        entries_sent: round(sent / rank_seconds, 0),
        used_percent: percent(used, received),
        dropped_percent: percent(dropped, sent + dropped),
        bytes_sent: round(total(&|statistics| statistics.bytes_sent) / rank_seconds, 0),
        most_in_flight: pairs.iter().map(in_flight).max().unwrap_or(0),
        results_used: round(pairs.iter().map(by_first).sum::<u64>() as f64 / pairs.len() as f64, 2),
    }
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Comparison { network, faults, span, staggered, positions, clusters } = self;
        let count = positions.len();
        let depth = if *staggered { "staggered" } else { "same depth" };
        writeln!(f, "{count} positions, {network}, {faults} faults, span {span}, {depth}")?;
        writeln!(
            f,
            "algorithm        workers ranks | speed-up  nodes | entries/s  used %  lost %  KB/s  \
             in flight | results"
        )?;
        for row in clusters {
            writeln!(
                f,
                "{:<16} {:>7} {:>5} | {:>8.3} {:>6.3} | {:>9} {:>7.2} {:>7.2} {:>5.0} {:>10} | {:>7.2}",
                row.algorithm,
                row.workers,
                row.ranks,
                row.speedup,
                row.node_ratio,
                row.entries_sent,
                row.used_percent,
                row.dropped_percent,
                row.bytes_sent / 1000.0,
                row.most_in_flight,
                row.results_used,
            )?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use cleave_search::virtual_time::CostModel;

    use super::*;
    use crate::figures::measurement::VirtualTime;
    use crate::figures::to_json;
    use crate::speedup::positions;

    fn measured(budget: Option<Duration>) -> Result<Comparison, String> {
        let text = "r4rk1/pb1nqppp/1p3n2/3p4/3P4/1PN1PN2/PB2QPPP/2R2RK1 w - - id \"a\";";
        let setting = Setting {
            algorithms: vec![Algorithm::Dts],
            workers: vec![2],
            ranks: vec![1, 2],
            network: Network::GIGABIT,
            faults: 0,
            sharing: Sharing::default(),
            runs: 2,
            hash: 1,
            split: SplitParams::default(),
        };
        let virtual_time = VirtualTime { costs: CostModel::default(), seed: 0, jitter: None };
        let entries = positions::parse("one", text)?;
        measure(&entries, &setting, &Depths::Same(9), &VirtualSetup { virtual_time, budget })
            .map_err(|error| error.to_string())
    }

    #[test]
    fn two_measurements_are_the_same_to_the_byte() {
        let first = measured(None).unwrap();
        let again = to_json(&measured(None).unwrap()).unwrap();
        assert_eq!(to_json(&first).unwrap(), again);
        let [one, two] = &first.clusters[..] else { panic!("{again}") };
        assert_eq!((one.speedup, one.entries_sent, one.results_used), (1.0, 0.0, 0.0));
        assert!(two.entries_sent > 0.0 && two.results_used > 0.0, "{again}");
        assert_eq!(first.to_string().lines().count(), 2 + 2);
    }

    #[test]
    fn a_budget_too_short_for_one_position_is_refused() {
        let error = measured(Some(Duration::ZERO)).err().unwrap();
        assert!(error.contains("budget"), "{error}");
    }
}
