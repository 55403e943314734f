//! One search of a cluster measurement.

use std::time::Duration;

use cleave_cluster::Statistics;
use cleave_cluster::virtual_time::ClusterRun;
use cleave_search::Stats;
use serde::{Deserialize, Serialize};

use crate::figures::comparison::Team;
use crate::figures::run::round;
use crate::journal::Entry;

/// Several ranks, each with a team of the same kind.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub(super) struct Ranks {
    #[serde(flatten)]
    pub(super) team: Team,
    pub(super) ranks: usize,
}

/// Which search: position, number of the perturbation and of the jitter, cluster.
pub(super) type Key = (String, u64, Ranks);

/// What a search has come to.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Cell {
    /// The file of the position, and its id there.
    pub(super) position: String,
    pub(super) seed: u64,
    #[serde(flatten)]
    pub(super) cluster: Ranks,
    pub(super) depth: u32,
    /// Virtual time to depth, in nanoseconds.
    pub(super) time: u64,
    /// Nodes of the first rank.
    pub(super) nodes: u64,
    /// Share of the time of the first rank's workers without work.
    pub(super) idle: f64,
    /// Table entries, of all ranks together.
    pub(super) entries_sent: u64,
    pub(super) entries_received: u64,
    pub(super) entries_used: u64,
    pub(super) entries_dropped: u64,
    pub(super) bytes_sent: u64,
    /// The most messages of one rank that were on their way.
    pub(super) most_in_flight: usize,
    /// Results of other ranks that the first one used.
    pub(super) results_used: u64,
}

impl Cell {
    pub(super) fn new((position, seed, cluster): Key, depth: u32, run: &ClusterRun) -> Cell {
        let sum = |figure: fn(&Statistics) -> u64| run.statistics.iter().map(figure).sum();
        let in_flight = run.statistics.iter().map(|statistics| statistics.most_in_flight);
        let idle = run.outcome.stats.as_ref().map_or(0.0, Stats::idle_share);
        Cell {
            position,
            seed,
            cluster,
            depth,
            time: run.time().0,
            nodes: run.outcome.nodes,
            idle: round(idle, 5),
            entries_sent: sum(|statistics| statistics.entries_sent),
            entries_received: sum(|statistics| statistics.entries_received),
            entries_used: sum(|statistics| statistics.entries_used),
            entries_dropped: sum(|statistics| statistics.entries_dropped),
            bytes_sent: sum(|statistics| statistics.bytes_sent),
            most_in_flight: in_flight.max().unwrap_or(0),
            results_used: run.statistics[0].results_used.iter().sum(),
        }
    }

    /// Time to depth; never zero, so that ratios are finite.
    pub(super) fn seconds(&self) -> f64 {
        Duration::from_nanos(self.time).as_secs_f64().max(1e-6)
    }
}

impl Entry for Cell {
    type Key = Key;

    fn key(&self) -> Key {
        (self.position.clone(), self.seed, self.cluster)
    }
}
