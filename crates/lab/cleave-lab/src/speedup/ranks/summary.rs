//! The clusters measured, side by side.

use std::fmt;

use cleave_kit::estimate::Estimate;
use cleave_kit::statistics::{geometric_mean, mean, round};
use cleave_kit::table::{self, Columns};
use serde::Serialize;

use super::cell::Cell;
use super::conditions::{Conditions, Setting};
use crate::searches::Team;

/// The clusters measured, side by side.
#[derive(Serialize)]
pub(in crate::speedup) struct Summary {
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
    /// Compares each cluster with the last one before it that has one rank. `searches` has those of all
    /// clusters for the first position and seed, then for the next, with `seeds` seeds a position.
    pub(super) fn new(
        conditions: Setting,
        clusters: &[Team],
        searches: &[Cell],
        seeds: usize,
    ) -> Summary {
        let places: Vec<&[Cell]> = searches.chunks(clusters.len()).collect();
        let mut of_one = 0;
        let row = |(number, cluster): (usize, &Team)| {
            if cluster.ranks == Some(1) {
                of_one = number;
            }
            let pairs: Vec<_> =
                places.iter().map(|place| (&place[of_one], &place[number])).collect();
            Row::new(*cluster, &pairs, seeds)
        };
        let position = |place: &&[Cell]| Position {
            id: place[0].position.clone(),
            depth: place[0].depth.unwrap_or_default(),
        };
        Summary {
            conditions,
            positions: places.iter().step_by(seeds).map(position).collect(),
            clusters: clusters.iter().enumerate().map(row).collect(),
        }
    }
}

/// Time to depth in seconds; never zero, so that ratios are finite.
fn seconds(cell: &Cell) -> f64 {
    (cell.time as f64 / 1e9).max(1e-6)
}

impl Row {
    /// Searches by a cluster, each with that of one rank of it.
    fn new(cluster: Team, pairs: &[(&Cell, &Cell)], seeds: usize) -> Row {
        let by_position = |ratio: &dyn Fn(&Cell, &Cell) -> f64| -> Vec<f64> {
            let of_seeds = |pairs: &[(&Cell, &Cell)]| {
                geometric_mean(&pairs.iter().map(|(one, all)| ratio(one, all)).collect::<Vec<_>>())
            };
            pairs.chunks(seeds).map(of_seeds).collect()
        };
        let speedups = by_position(&|one, all| seconds(one) / seconds(all));
        let times = by_position(&|_, all| seconds(all));
        let nodes = by_position(&|one, all| all.nodes as f64 / one.nodes.max(1) as f64);
        let total =
            |figure: fn(&Cell) -> u64| pairs.iter().map(|(_, all)| figure(all)).sum::<u64>() as f64;
        let average = |figure: fn(&Cell) -> f64| {
            mean(&pairs.iter().map(|(_, all)| figure(all)).collect::<Vec<_>>())
        };
        let ranks = cluster.ranks.unwrap_or(1);
        let rank_seconds = average(seconds) * (pairs.len() * usize::from(ranks)) as f64;
        let sent = total(|all| all.more.entries_sent);
        let dropped = total(|all| all.more.entries_dropped);
        let received = total(|all| all.more.entries_received);
        let percent = |part: f64, whole: f64| round(100.0 * part / whole.max(1.0), 2);
        let ratios =
            pairs.iter().map(|(one, all)| (&*all.position, all.seed, seconds(one) / seconds(all)));
        let speedup = Estimate::over_positions_and_seeds(ratios, geometric_mean);
        Row {
            cluster,
            seconds: round(geometric_mean(&times), 6),
            speedup: round(speedup.mean, 3),
            speedup_error: round(speedup.error, 3),
            speedups: speedups.into_iter().map(|speedup| round(speedup, 3)).collect(),
            node_ratio: round(geometric_mean(&nodes), 3),
            idle: round(average(|all| all.idle), 4),
            entries_sent: round(sent / rank_seconds, 0),
            used_percent: percent(total(|all| all.more.entries_used), received),
            dropped_percent: percent(dropped, sent + dropped),
            bytes_sent: round(total(|all| all.more.bytes_sent) / rank_seconds, 0),
            most_in_flight: pairs.iter().map(|(_, all)| all.more.most_in_flight).max().unwrap_or(0),
            results_used: round(average(|all| all.more.results_used as f64), 2),
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
        let Conditions { network, faults, span, staggered, one_table, .. } = &self.conditions.goal;
        let count = self.positions.len();
        let depth = if *staggered { "staggered" } else { "same depth" };
        match one_table {
            true => writeln!(f, "{count} positions, groups with one table, {network}, {depth}")?,
            false => {
                writeln!(f, "{count} positions, {network}, {faults} faults, span {span}, {depth}")?;
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
    use cleave_smp_lab::virtual_time::CostModel;

    use super::super::cell::Traffic;
    use super::*;
    use crate::searches::Goal;

    fn cell(position: &str, seed: u64, ranks: u16, time: u64) -> Cell {
        Cell {
            position: position.into(),
            seed,
            team: Team { ranks: Some(ranks), ..Team::new(Algorithm::Dts, 16) },
            depth: Some(9),
            time,
            nodes: 1_000,
            idle: 0.25,
            more: Traffic {
                entries_sent: 100,
                entries_received: 50,
                entries_used: 10,
                entries_dropped: 0,
                bytes_sent: 1_600,
                most_in_flight: ranks.into(),
                results_used: 3,
            },
        }
    }

    #[test]
    fn the_error_is_that_of_positions_and_seeds() {
        let ms = 1_000_000;
        let searches = [
            [cell("a", 0, 1, 8 * ms), cell("a", 0, 4, 8 * ms)],
            [cell("a", 1, 1, 8 * ms), cell("a", 1, 4, 2 * ms)],
            [cell("b", 0, 1, 8 * ms), cell("b", 0, 4, 4 * ms)],
            [cell("b", 1, 1, 8 * ms), cell("b", 1, 4, ms)],
        ]
        .concat();
        let clusters: Vec<Team> = searches[..2].iter().map(|cell| cell.team).collect();
        let conditions = Setting {
            goal: Conditions {
                network: "1gbe".into(),
                faults: 0,
                span: 10,
                one_table: false,
                staggered: true,
                goal: Goal::Seconds { seconds: 1.0 },
            },
            hash: 64,
            jitter: None,
            split: Vec::new(),
            costs: CostModel::default(),
            bench: None,
        };
        let found = Summary::new(conditions, &clusters, &searches, 2);
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
