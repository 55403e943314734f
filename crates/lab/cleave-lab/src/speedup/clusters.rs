//! The clusters measured, side by side.

use std::fmt;

use serde::Serialize;

use crate::searches::{Links, Team};
use crate::time_to_depth::{Cell, Pairs, Results, Setting, Traffic};
use cleave_kit::statistics::{geometric_mean, range, round};
use cleave_kit::table::{self, Columns};

/// The clusters measured, side by side.
#[derive(Serialize)]
pub(crate) struct Summary {
    conditions: Setting,
    positions: Vec<Position>,
    clusters: Vec<Row>,
}

/// A position and the depth that it was searched to.
#[derive(Serialize)]
struct Position {
    id: String,
    depth: u32,
}

/// One cluster, over all positions and seeds.
#[derive(Serialize)]
struct Row {
    #[serde(flatten)]
    cluster: Team,
    /// Seconds of a search, geometric mean.
    seconds: f64,
    /// Time of one rank by time of the cluster, geometric mean.
    speedup: f64,
    /// Standard error of that, over positions and seeds; 0 for a single search, of which nothing is known.
    speedup_error: f64,
    /// The speed-up of each position.
    speedups: Vec<f64>,
    /// Nodes of the first rank by those of one rank alone, geometric mean.
    node_ratio: f64,
    /// Share of the time of the first rank's workers without work.
    idle: f64,
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

impl Summary {
    /// Compares each cluster with one rank of it.
    pub(super) fn new(conditions: Setting, clusters: &[Team], cells: &[Cell<Traffic>]) -> Summary {
        let results = Results(cells.iter().collect());
        let mut positions: Vec<_> = cells
            .iter()
            .map(|cell| Position { id: cell.position.clone(), depth: cell.depth })
            .collect();
        positions.dedup_by(|one, other| one.id == other.id);
        let row = |&cluster: &Team| {
            let of_one = Team { ranks: Some(1), ..cluster };
            Row::new(cluster, &results.pairs(cluster, Some(of_one), geometric_mean))
        };
        Summary { conditions, positions, clusters: clusters.iter().map(row).collect() }
    }
}

impl Row {
    /// Searches by a cluster, each with that of one rank of it.
    fn new(cluster: Team, pairs: &Pairs<'_, Traffic>) -> Row {
        let total = |figure: fn(&Traffic) -> u64| -> f64 {
            pairs.all(|traffic| figure(traffic) as f64).iter().sum()
        };
        let seconds: Vec<f64> = pairs.iter().map(|(_, cell)| cell.seconds()).collect();
        let rank_seconds = seconds.iter().sum::<f64>() * f64::from(cluster.ranks.unwrap_or(1));
        let sent = total(|traffic| traffic.entries_sent);
        let dropped = total(|traffic| traffic.entries_dropped);
        let received = total(|traffic| traffic.entries_received);
        let percent = |part: f64, whole: f64| round(100.0 * part / whole.max(1.0), 2);
        let in_flight = pairs.all(|traffic| traffic.most_in_flight as f64);
        let speedup = pairs.speedup();
        Row {
            cluster,
            seconds: round(pairs.estimate(|_, cell| cell.seconds()).mean, 6),
            speedup: round(speedup.mean, 3),
            speedup_error: round(speedup.error, 3),
            speedups: pairs.speedups().into_iter().map(|speedup| round(speedup, 3)).collect(),
            node_ratio: round(pairs.node_ratio().mean, 3),
            idle: round(pairs.mean(|traffic| traffic.idle), 4),
            entries_sent: round(sent / rank_seconds, 0),
            used_percent: percent(total(|traffic| traffic.entries_used), received),
            dropped_percent: percent(dropped, sent + dropped),
            bytes_sent: round(total(|traffic| traffic.bytes_sent) / rank_seconds, 0),
            most_in_flight: range(&in_flight).1 as usize,
            results_used: round(pairs.mean(|traffic| traffic.results_used as f64), 2),
        }
    }
}

const COLUMNS: Columns<'static> = &[
    ("algorithm", -16),
    ("workers", 7),
    ("ranks", 5),
    ("|", 1),
    ("ms", 7),
    ("speed-up", 8),
    ("error", 6),
    ("nodes", 6),
    ("idle %", 7),
    ("|", 1),
    ("entries/s", 9),
    ("used %", 7),
    ("lost %", 7),
    ("KB/s", 5),
    ("in flight", 10),
    ("|", 1),
    ("results", 7),
];

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = self.positions.len();
        if let Some(Links { network, faults, span, staggered, one_table }) =
            self.conditions.goal.links
        {
            let depth = if staggered { "staggered" } else { "same depth" };
            match one_table {
                true => {
                    writeln!(f, "{count} positions, groups with one table, {network}, {depth}")?;
                }
                false => {
                    writeln!(
                        f,
                        "{count} positions, {network}, {faults} faults, span {span}, {depth}"
                    )?;
                }
            }
        }
        let bar = || String::from("|");
        let rows = self.clusters.iter().map(|row| {
            vec![
                row.cluster.algorithm.name().into(),
                row.cluster.workers.to_string(),
                row.cluster.ranks.unwrap_or(1).to_string(),
                bar(),
                format!("{:.1}", 1000.0 * row.seconds),
                format!("{:.3}", row.speedup),
                format!("{:.3}", row.speedup_error),
                format!("{:.3}", row.node_ratio),
                format!("{:.1}", 100.0 * row.idle),
                bar(),
                row.entries_sent.to_string(),
                format!("{:.2}", row.used_percent),
                format!("{:.2}", row.dropped_percent),
                format!("{:.0}", row.bytes_sent / 1000.0),
                row.most_in_flight.to_string(),
                bar(),
                format!("{:.2}", row.results_used),
            ]
        });
        f.write_str(&table::text(COLUMNS, rows))
    }
}

#[cfg(test)]
mod tests {
    use cleave_search::team::Algorithm;
    use cleave_virtual_time::virtual_time::CostModel;

    use super::*;
    use crate::searches::Goal;

    fn cell(position: &str, seed: u64, ranks: u16, ms: u64) -> Cell<Traffic> {
        Cell {
            position: position.into(),
            fen: None,
            seed,
            team: Some(Team { ranks: Some(ranks), ..Team::new(Algorithm::Dts, 16) }),
            depth: 9,
            time: 1_000_000 * ms,
            nodes: 1_000,
            value: None,
            chains: Default::default(),
            figures: Some(Traffic {
                idle: 0.25,
                entries_sent: 100,
                entries_received: 50,
                entries_used: 10,
                entries_dropped: 0,
                bytes_sent: 1_600,
                most_in_flight: ranks.into(),
                results_used: 3,
            }),
        }
    }

    #[test]
    fn the_error_is_that_of_positions_and_seeds() {
        let searches = [("a", 0, 8), ("a", 1, 2), ("b", 0, 4), ("b", 1, 1)];
        let searches = searches
            .map(|(position, seed, ms)| [cell(position, seed, 1, 8), cell(position, seed, 4, ms)]);
        let searches = searches.concat();
        let clusters: Vec<Team> = searches[..2].iter().filter_map(|cell| cell.team).collect();
        let conditions = Setting {
            goal: Goal::Seconds { seconds: 1.0 }.into(),
            hash: 64,
            jitter: None,
            split: Vec::new(),
            costs: CostModel::default(),
            bench: None,
        };
        let found = Summary::new(conditions, &clusters, &searches);
        assert_eq!(found.positions.len(), 2);
        let [one, four] = &found.clusters[..] else { panic!("{found}") };
        assert_eq!((one.speedup, one.speedup_error), (1.0, 0.0));
        assert_eq!(four.speedups, [2.0, 4.0]);
        // In doublings the error of the positions is 0.5 and that of the seeds 1.
        assert_eq!((four.speedup, four.speedup_error), (2.828, 2.192));
        assert_eq!((four.used_percent, four.most_in_flight), (20.0, 4));
        // 400 entries in 15 ms of four ranks.
        assert_eq!(four.entries_sent, 6_667.0);
    }
}
