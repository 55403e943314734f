//! What a comparison says of each team: means over all positions, and how sure they are.

use std::collections::BTreeMap;

use cleave_kit::estimate::Estimate;
use cleave_kit::statistics::{geometric_mean, mean};
use cleave_smp_lab::critical_path::Rule;

use super::comparison::{Comparison, Losses};
use crate::searches::{Cell, Team, Tree};

/// The figures of a team.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Row {
    /// Whose figures they are.
    pub team: Team,
    /// Time of P_seq by time of the team: the geometric mean over the positions.
    pub speedup: Estimate,
    /// Nodes of the team by nodes of P_seq: likewise.
    pub node_ratio: Estimate,
    /// Share of the workers' time without work.
    pub idle: f64,
    /// Share spent waiting for locks.
    pub locks: f64,
    /// Share spent copying.
    pub copying: f64,
    /// How often a worker joined others, in a search.
    pub joins: f64,
    /// How often a worker waited for a lock, in a search.
    pub waits: f64,
}

/// The rows of all teams, in the order of the teams.
pub fn rows(comparison: &Comparison) -> Vec<Row> {
    comparison.teams().into_iter().map(|team| row(comparison, team)).collect()
}

fn row(comparison: &Comparison, team: Team) -> Row {
    let node_price = comparison.setting.costs.node.0 as f64;
    let average = |figure: fn(&Cell<Losses>) -> f64| {
        mean(&comparison.pairs(team).map(|(_, cell)| figure(cell)).collect::<Vec<_>>())
    };
    Row {
        team,
        speedup: ratio(comparison, team, |tree, cell| {
            tree.nodes as f64 * node_price / cell.time as f64
        }),
        node_ratio: ratio(comparison, team, |tree, cell| cell.nodes as f64 / tree.nodes as f64),
        idle: average(|cell| cell.idle),
        locks: average(|cell| cell.more.locks),
        copying: average(|cell| cell.more.copying),
        joins: average(|cell| cell.more.joins as f64),
        waits: average(|cell| cell.more.waits as f64),
    }
}

fn ratio(
    comparison: &Comparison,
    team: Team,
    of: impl Fn(&Tree, &Cell<Losses>) -> f64,
) -> Estimate {
    let pairs = comparison.pairs(team);
    let ratios = pairs.map(|(tree, cell)| (&*tree.position, tree.seed, of(tree, cell)));
    Estimate::over_positions_and_seeds(ratios, geometric_mean)
}

/// How many times as fast `team` is as `other`: the geometric mean over the positions of the ratio of
/// their times to depth, over the seeds that both have searched. Pairs leave less to chance than the two
/// speed-ups do: a tree that is hard to divide is so for both.
pub fn faster(comparison: &Comparison, team: Team, other: Team) -> Option<Estimate> {
    let times: BTreeMap<(&str, u64), u64> = comparison
        .pairs(other)
        .map(|(_, cell)| ((&*cell.position, cell.seed), cell.time))
        .collect();
    let ratios = comparison.pairs(team).filter_map(|(_, cell)| {
        let time = times.get(&(&*cell.position, cell.seed))?;
        Some((&*cell.position, cell.seed, *time as f64 / cell.time as f64))
    });
    let mut ratios = ratios.peekable();
    ratios.peek()?;
    Some(Estimate::over_positions_and_seeds(ratios, geometric_mean))
}

/// W / C of P_seq's trees under a rule: the geometric mean over the positions.
pub fn paths(comparison: &Comparison, rule: Rule) -> Estimate {
    let ratios = comparison.trees.iter().filter_map(|tree| {
        let parallelism = tree.parallelism(rule)?;
        Some((&*tree.position, tree.seed, parallelism))
    });
    Estimate::over_positions_and_seeds(ratios, geometric_mean)
}

#[cfg(test)]
mod tests {
    use cleave_search::team::Algorithm;
    use cleave_smp_lab::virtual_time::{CostModel, Ticks};

    use super::super::comparison::{Piece, Setting, TreeSize};
    use super::*;

    const TEAM: Team =
        Team { algorithm: Algorithm::Dts, workers: 4, without_next: false, ranks: None };

    fn tree(position: &str, seed: u64) -> Piece {
        let (position, depth, nodes) = (position.into(), 9, 1_000);
        Piece::Tree(Tree { position, seed, depth, nodes, chains: BTreeMap::new() })
    }

    fn cell(position: &str, seed: u64, time: u64, nodes: u64) -> Piece {
        let (position, team, depth, idle) = (position.into(), TEAM, None, 0.25);
        let more = Losses { locks: 0.0, copying: 0.01, joins: 8, waits: 2 };
        Piece::Cell(Cell { position, seed, team, depth, time, nodes, idle, more })
    }

    fn comparison(pieces: Vec<Piece>) -> Comparison {
        let costs = CostModel { node: Ticks(1), ..CostModel::default() };
        let (goal, jitter, bench) = (TreeSize { nodes: 1_000 }, Some(5), Some(1));
        Comparison::new(Setting { goal, hash: 4, jitter, split: Vec::new(), costs, bench }, pieces)
    }

    #[test]
    fn positions_count_alike_however_many_seeds_they_have() {
        let pieces = vec![
            tree("a 1", 0),
            cell("a 1", 0, 500, 1_000),
            tree("a 1", 1),
            cell("a 1", 1, 500, 1_000),
            tree("a 2", 0),
            cell("a 2", 0, 125, 1_000),
        ];
        let [row] = rows(&comparison(pieces))[..] else { panic!("one team has searched") };
        // 2 and 8: the logarithms are 2 ln 2 on average and 2 ln 2 / √2 by the standard deviation.
        assert!((row.speedup.mean - 4.0).abs() < 1e-9, "{row:?}");
        assert!((row.speedup.error - 4.0 * 2f64.ln()).abs() < 1e-9, "{row:?}");
        assert_eq!(row.node_ratio, Estimate { mean: 1.0, error: 0.0 });
        assert_eq!((row.idle, row.joins), (0.25, 8.0));
    }

    #[test]
    fn teams_are_compared_where_both_have_searched() {
        let slow = Team::new(Algorithm::Root, 4);
        let of_slow = |position, seed, time| match cell(position, seed, time, 1_000) {
            Piece::Cell(cell) => Piece::Cell(Cell { team: slow, ..cell }),
            tree => tree,
        };
        let comparison = comparison(vec![
            tree("a 1", 0),
            cell("a 1", 0, 500, 1_000),
            of_slow("a 1", 0, 1_000),
            tree("a 2", 0),
            cell("a 2", 0, 100, 1_000),
            of_slow("a 2", 0, 800),
            tree("a 3", 0),
            of_slow("a 3", 0, 1),
        ]);
        let Estimate { mean, error } = faster(&comparison, TEAM, slow).unwrap();
        assert!((mean - 4.0).abs() < 1e-9 && (error - 4.0 * 2f64.ln()).abs() < 1e-9);
        assert_eq!(faster(&comparison, TEAM, Team::new(Algorithm::Lazy, 4)), None);
    }

    #[test]
    fn a_search_without_its_p_seq_does_not_count() {
        let pieces = vec![tree("a 1", 0), cell("a 1", 0, 500, 2_000), cell("a 1", 1, 1, 1)];
        let rows = rows(&comparison(pieces));
        assert!((rows[0].speedup.mean - 2.0).abs() < 1e-9 && rows.len() == 1, "{rows:?}");
    }
}
