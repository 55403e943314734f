//! What a comparison says of each team: means over all positions, and how sure they are.

use std::collections::BTreeMap;

use cleave_smp_lab::critical_path::Rule;

use super::comparison::{Cell, Comparison, Team};
use super::statistics::{geometric_mean, mean, standard_deviation};
use super::tree::Tree;

/// A mean and its standard error.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Estimate {
    pub(crate) mean: f64,
    /// 0 for a single position, of which nothing is known.
    pub(crate) error: f64,
}

/// The figures of a team.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Row {
    pub(crate) team: Team,
    /// Time of P_seq by time of the team: the geometric mean over the positions.
    pub(crate) speedup: Estimate,
    /// Nodes of the team by nodes of P_seq: likewise.
    pub(crate) node_ratio: Estimate,
    /// Shares of the workers' time.
    pub(crate) idle: f64,
    pub(crate) locks: f64,
    pub(crate) copying: f64,
    /// In each search.
    pub(crate) joins: f64,
    pub(crate) waits: f64,
    /// How many positions.
    pub(crate) positions: usize,
}

/// The rows of all teams, in the order of the teams.
pub(crate) fn rows(comparison: &Comparison) -> Vec<Row> {
    comparison.teams().into_iter().map(|team| row(comparison, team)).collect()
}

fn row(comparison: &Comparison, team: Team) -> Row {
    let node_price = comparison.setting.costs.node.0 as f64;
    let speedup = |tree: &Tree, cell: &Cell| tree.nodes as f64 * node_price / cell.time as f64;
    let node_ratio = |tree: &Tree, cell: &Cell| cell.nodes as f64 / tree.nodes as f64;
    let average = |figure: fn(&Cell) -> f64| {
        mean(&comparison.pairs(team).map(|(_, cell)| figure(cell)).collect::<Vec<_>>())
    };
    Row {
        team,
        speedup: ratio(comparison, team, speedup),
        node_ratio: ratio(comparison, team, node_ratio),
        idle: average(|cell| cell.idle),
        locks: average(|cell| cell.locks),
        copying: average(|cell| cell.copying),
        joins: average(|cell| cell.joins as f64),
        waits: average(|cell| cell.waits as f64),
        positions: by_position(comparison, team, speedup).len(),
    }
}

/// The geometric mean of a ratio over the positions, of each position over its seeds. The error is that
/// of the mean of the positions, and holds the scatter of both.
fn ratio(comparison: &Comparison, team: Team, of: impl Fn(&Tree, &Cell) -> f64) -> Estimate {
    over_positions(&by_position(comparison, team, of))
}

/// The geometric mean of a ratio over positions.
pub(crate) fn over_positions(ratios: &[f64]) -> Estimate {
    let logarithms: Vec<f64> = ratios.iter().map(|ratio| ratio.ln()).collect();
    let mean = geometric_mean(ratios);
    let error = standard_deviation(&logarithms) / (ratios.len().max(1) as f64).sqrt();
    Estimate { mean, error: mean * error }
}

/// How many times as fast `team` is as `other`: the geometric mean over the positions of the ratio of
/// their times to depth, over the seeds that both have searched. Pairs leave less to chance than the two
/// speed-ups do: a tree that is hard to divide is so for both.
pub(crate) fn faster(comparison: &Comparison, team: Team, other: Team) -> Option<Estimate> {
    let times: BTreeMap<(&str, u64), u64> = comparison
        .pairs(other)
        .map(|(_, cell)| ((&*cell.position, cell.seed), cell.time))
        .collect();
    let ratios = means_of_positions(comparison.pairs(team).filter_map(|(_, cell)| {
        let time = times.get(&(&*cell.position, cell.seed))?;
        Some((&*cell.position, *time as f64 / cell.time as f64))
    }));
    (!ratios.is_empty()).then(|| over_positions(&ratios))
}

/// W / C of P_seq's trees under a rule: the geometric mean over the positions.
pub(crate) fn paths(comparison: &Comparison, rule: Rule) -> Estimate {
    let trees = comparison.trees.iter();
    let gains = trees.filter_map(|tree| Some((&*tree.position, tree.parallelism(rule)?)));
    over_positions(&means_of_positions(gains))
}

fn by_position(comparison: &Comparison, team: Team, of: impl Fn(&Tree, &Cell) -> f64) -> Vec<f64> {
    let pairs = comparison.pairs(team);
    means_of_positions(pairs.map(|(tree, cell)| (&*tree.position, of(tree, cell))))
}

/// For each position the geometric mean of its figures, which are those of its seeds.
fn means_of_positions<'c>(figures: impl Iterator<Item = (&'c str, f64)>) -> Vec<f64> {
    let mut by_position: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    for (position, figure) in figures {
        by_position.entry(position).or_default().push(figure);
    }
    by_position.values().map(|of_seeds| geometric_mean(of_seeds)).collect()
}

#[cfg(test)]
mod tests {
    use cleave_search::Algorithm;
    use cleave_smp_lab::virtual_time::{CostModel, Ticks};

    use super::super::comparison::{Piece, Setting};
    use super::*;

    const TEAM: Team = Team { algorithm: Algorithm::Dts, workers: 4, without_next: false };

    fn tree(position: &str, seed: u64) -> Piece {
        let (position, depth, nodes) = (position.into(), 9, 1_000);
        Piece::Tree(Tree { position, seed, depth, nodes, chains: BTreeMap::new() })
    }

    fn cell(position: &str, seed: u64, time: u64, nodes: u64) -> Piece {
        let (position, team, idle) = (position.into(), TEAM, 0.25);
        let (locks, copying, joins, waits) = (0.0, 0.01, 8, 2);
        Piece::Cell(Cell { position, seed, team, time, nodes, idle, locks, copying, joins, waits })
    }

    fn comparison(pieces: Vec<Piece>) -> Comparison {
        let costs = CostModel { node: Ticks(1), ..CostModel::default() };
        Comparison::new(Setting { nodes: 1_000, hash: 4, jitter: 5, costs, bench: 1 }, pieces)
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
        assert_eq!((row.positions, row.idle, row.joins), (2, 0.25, 8.0));
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
