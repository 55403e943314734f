//! One search of a cluster.

use cleave_cluster::Statistics;
use cleave_kit::statistics::round;
use cleave_search::team::Stats;
use serde::{Deserialize, Serialize};

use crate::searches::{Team, cell};
use crate::virtual_cluster::ClusterRun;

/// What a search has come to.
pub(in crate::speedup) type Cell = cell::Cell<Traffic>;

/// What the ranks have told each other.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(in crate::speedup) struct Traffic {
    /// Table entries, of all ranks together.
    pub(in crate::speedup) entries_sent: u64,
    pub(in crate::speedup) entries_received: u64,
    pub(in crate::speedup) entries_used: u64,
    pub(in crate::speedup) entries_dropped: u64,
    pub(in crate::speedup) bytes_sent: u64,
    /// The most messages of one rank that were on their way.
    pub(in crate::speedup) most_in_flight: usize,
    /// Results of other ranks that the first one used.
    pub(in crate::speedup) results_used: u64,
}

impl Cell {
    /// A search of this position to this depth.
    pub(in crate::speedup) fn new(
        position: &str,
        seed: u64,
        team: Team,
        depth: u32,
        run: &ClusterRun,
    ) -> Cell {
        let sum = |figure: fn(&Statistics) -> u64| run.statistics.iter().map(figure).sum();
        let in_flight = run.statistics.iter().map(|statistics| statistics.most_in_flight);
        let idle = run.outcome.stats.as_ref().map_or(0.0, Stats::idle_share);
        Cell {
            position: position.into(),
            seed,
            team,
            depth: Some(depth),
            time: run.run.time.0,
            nodes: run.outcome.nodes,
            idle: round(idle, 5),
            more: Traffic {
                entries_sent: sum(|statistics| statistics.entries_sent),
                entries_received: sum(|statistics| statistics.entries_received),
                entries_used: sum(|statistics| statistics.entries_used),
                entries_dropped: sum(|statistics| statistics.entries_dropped),
                bytes_sent: sum(|statistics| statistics.bytes_sent),
                most_in_flight: in_flight.max().unwrap_or(0),
                results_used: run.statistics[0].results_used.iter().sum(),
            },
        }
    }
}
