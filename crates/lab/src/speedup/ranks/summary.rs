//! The clusters measured, side by side.

use std::fmt;

use serde::Serialize;

use super::Conditions;
use super::cell::{Cell, Ranks};
use crate::figures::comparison_summary::over_positions;
use crate::figures::run::round;
use crate::figures::statistics::{geometric_mean, mean};

/// The clusters measured, side by side.
#[derive(Serialize)]
pub(in crate::speedup) struct Comparison {
    conditions: Conditions,
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
    #[serde(flatten)]
    cluster: Ranks,
    /// Time of one rank by time of the cluster, geometric mean.
    speedup: f64,
    /// Standard error of that, over the positions; 0 for a single one, of which nothing is known.
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

impl Comparison {
    /// Compares each cluster with the last one before it that has one rank. `searches` has those of all
    /// clusters for the first position and seed, then for the next, with `seeds` seeds a position.
    pub(super) fn new(
        conditions: Conditions,
        clusters: &[Ranks],
        searches: &[Cell],
        seeds: usize,
    ) -> Comparison {
        let places: Vec<&[Cell]> = searches.chunks(clusters.len()).collect();
        let mut of_one = 0;
        let summary = |(number, cluster): (usize, &Ranks)| {
            if cluster.ranks == 1 {
                of_one = number;
            }
            let pairs: Vec<_> =
                places.iter().map(|place| (&place[of_one], &place[number])).collect();
            summarize(*cluster, &pairs, seeds)
        };
        let position =
            |place: &&[Cell]| Position { id: place[0].position.clone(), depth: place[0].depth };
        Comparison {
            conditions,
            positions: places.iter().step_by(seeds).map(position).collect(),
            clusters: clusters.iter().enumerate().map(summary).collect(),
        }
    }
}

/// Searches by a cluster, each with that of one rank of it.
fn summarize(cluster: Ranks, pairs: &[(&Cell, &Cell)], seeds: usize) -> Summary {
    let by_position = |ratio: &dyn Fn(&Cell, &Cell) -> f64| -> Vec<f64> {
        let of_seeds = |pairs: &[(&Cell, &Cell)]| {
            geometric_mean(&pairs.iter().map(|(one, all)| ratio(one, all)).collect::<Vec<_>>())
        };
        pairs.chunks(seeds).map(of_seeds).collect()
    };
    let speedups = by_position(&|one, all| one.seconds() / all.seconds());
    let nodes = by_position(&|one, all| all.nodes as f64 / one.nodes.max(1) as f64);
    let total =
        |figure: fn(&Cell) -> u64| pairs.iter().map(|(_, all)| figure(all)).sum::<u64>() as f64;
    let average = |figure: fn(&Cell) -> f64| {
        mean(&pairs.iter().map(|(_, all)| figure(all)).collect::<Vec<_>>())
    };
    let rank_seconds = average(Cell::seconds) * (pairs.len() * cluster.ranks) as f64;
    let (sent, dropped) = (total(|all| all.entries_sent), total(|all| all.entries_dropped));
    let percent = |part: f64, whole: f64| round(100.0 * part / whole.max(1.0), 2);
    let speedup = over_positions(&speedups);
    Summary {
        cluster,
        speedup: round(speedup.mean, 3),
        speedup_error: round(speedup.error, 3),
        speedups: speedups.into_iter().map(|speedup| round(speedup, 3)).collect(),
        node_ratio: round(geometric_mean(&nodes), 3),
        idle: round(average(|all| all.idle), 4),
        entries_sent: round(sent / rank_seconds, 0),
        used_percent: percent(total(|all| all.entries_used), total(|all| all.entries_received)),
        dropped_percent: percent(dropped, sent + dropped),
        bytes_sent: round(total(|all| all.bytes_sent) / rank_seconds, 0),
        most_in_flight: pairs.iter().map(|(_, all)| all.most_in_flight).max().unwrap_or(0),
        results_used: round(average(|all| all.results_used as f64), 2),
    }
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Conditions { network, faults, span, staggered, .. } = &self.conditions;
        let count = self.positions.len();
        let depth = if *staggered { "staggered" } else { "same depth" };
        writeln!(f, "{count} positions, {network}, {faults} faults, span {span}, {depth}")?;
        writeln!(
            f,
            "algorithm        workers ranks | speed-up  error  nodes  idle % | entries/s  used %  \
             lost %  KB/s  in flight | results"
        )?;
        for row in &self.clusters {
            let Ranks { team, ranks } = row.cluster;
            writeln!(
                f,
                "{:<16} {:>7} {ranks:>5} | {:>8.3} {:>6.3} {:>6.3} {:>7.1} | {:>9} {:>7.2} {:>7.2} \
                 {:>5.0} {:>10} | {:>7.2}",
                team.algorithm.name(),
                team.workers,
                row.speedup,
                row.speedup_error,
                row.node_ratio,
                100.0 * row.idle,
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
    use cleave_search::Algorithm;
    use cleave_smp_lab::virtual_time::CostModel;

    use super::*;
    use crate::figures::comparison::Team;

    fn cell(position: &str, seed: u64, ranks: usize, time: u64) -> Cell {
        let team = Team::new(Algorithm::Dts, 16);
        Cell {
            position: position.into(),
            seed,
            cluster: Ranks { team, ranks },
            depth: 9,
            time,
            nodes: 1_000,
            idle: 0.25,
            entries_sent: 100,
            entries_received: 50,
            entries_used: 10,
            entries_dropped: 0,
            bytes_sent: 1_600,
            most_in_flight: ranks,
            results_used: 3,
        }
    }

    #[test]
    fn the_error_is_that_of_positions_however_many_seeds_they_have() {
        let ms = 1_000_000;
        let searches = [
            [cell("a", 0, 1, 8 * ms), cell("a", 0, 4, 8 * ms)],
            [cell("a", 1, 1, 8 * ms), cell("a", 1, 4, 2 * ms)],
            [cell("b", 0, 1, 8 * ms), cell("b", 0, 4, ms)],
            [cell("b", 1, 1, 8 * ms), cell("b", 1, 4, ms)],
        ]
        .concat();
        let clusters: Vec<Ranks> = searches[..2].iter().map(|cell| cell.cluster).collect();
        let conditions = Conditions {
            network: "1gbe".into(),
            faults: 0,
            span: 10,
            staggered: true,
            hash: 64,
            split: Vec::new(),
            costs: CostModel::default(),
            jitter: None,
            seconds: Some(1.0),
            depth: None,
        };
        let found = Comparison::new(conditions, &clusters, &searches, 2);
        assert_eq!(found.positions.len(), 2);
        let [one, four] = &found.clusters[..] else { panic!("{found}") };
        assert_eq!((one.speedup, one.speedup_error), (1.0, 0.0));
        assert_eq!(four.speedups, [2.0, 8.0]);
        // The logarithms differ by 2 ln 2, and the error of their mean is ln 2.
        assert_eq!((four.speedup, four.speedup_error), (4.0, 2.773));
        assert_eq!((four.used_percent, four.most_in_flight), (20.0, 4));
        // 400 entries in 12 ms of four ranks.
        assert_eq!(four.entries_sent, 8_333.0);
    }
}
