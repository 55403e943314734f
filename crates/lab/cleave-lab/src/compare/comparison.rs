//! The comparison of all algorithms: trees of P_seq, and what teams make of them in virtual time.

use std::path::Path;

use cleave_kit::Result;
use cleave_kit::estimate::Estimate;
use cleave_kit::experiment;
use cleave_kit::statistics::geometric_mean;
use cleave_virtual_time::critical_path::Rule;

use crate::searches::{Goal, Team};
use crate::time_to_depth::{Cell, Losses, Pairs, Results, Setting};

/// All searches of trees of one size.
pub struct Comparison {
    pub(crate) setting: Setting,
    /// In the order of their keys.
    pub(crate) cells: Vec<Cell<Losses>>,
}

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

impl Comparison {
    /// Reads a comparison from its journal.
    ///
    /// # Errors
    /// The file cannot be read, or is no comparison.
    pub fn read(path: &Path) -> Result<Comparison> {
        let (setting, cells) = experiment::read(path)?;
        Ok(Comparison { setting, cells })
    }

    /// The size of P_seq's trees.
    pub fn nodes(&self) -> u64 {
        match self.setting.goal.goal {
            Goal::Nodes { nodes } => nodes,
            Goal::Seconds { .. } | Goal::Depth { .. } => 0,
        }
    }

    fn results(&self) -> Results<'_, Losses> {
        Results(self.cells.iter().collect())
    }

    /// The teams that have searched, in order.
    pub fn teams(&self) -> Vec<Team> {
        let mut teams: Vec<Team> = self.cells.iter().filter_map(|cell| cell.team).collect();
        teams.sort_unstable();
        teams.dedup();
        teams
    }

    /// The sets of positions, each with how many of it P_seq has searched.
    pub(crate) fn sets(&self) -> Vec<(&str, usize)> {
        let trees = self.cells.iter().filter(|cell| cell.team.is_none());
        let mut positions: Vec<_> = trees.map(|tree| (tree.set(), tree.id())).collect();
        positions.dedup();
        let of_set = positions.chunk_by(|(one, _), (other, _)| one == other);
        of_set.map(|of_set| (of_set[0].0, of_set.len())).collect()
    }

    /// How many seeds every team of this size has searched all positions with.
    pub(crate) fn seeds(&self, workers: usize) -> usize {
        let of_size = self.teams().into_iter().filter(|team| team.workers_of_all() == workers);
        let searches = of_size.map(|team| self.pairs(team, None).iter().count());
        let positions: usize = self.sets().iter().map(|(_, count)| count).sum();
        searches.min().unwrap_or(0) / positions.max(1)
    }

    /// The searches of a team, paired with those of another or, if that is none, of P_seq.
    fn pairs(&self, team: Team, other: Option<Team>) -> Pairs<'_, Losses> {
        self.results().pairs(team, other, geometric_mean)
    }

    fn row(&self, team: Team) -> Row {
        let pairs = self.pairs(team, None);
        Row {
            team,
            speedup: pairs.speedup(),
            node_ratio: pairs.node_ratio(),
            idle: pairs.mean(|losses| losses.idle),
            locks: pairs.mean(|losses| losses.locks),
            copying: pairs.mean(|losses| losses.copying),
            joins: pairs.mean(|losses| losses.joins as f64),
            waits: pairs.mean(|losses| losses.waits as f64),
        }
    }
}

/// The rows of all teams, in the order of the teams.
pub fn rows(comparison: &Comparison) -> Vec<Row> {
    comparison.teams().into_iter().map(|team| comparison.row(team)).collect()
}

/// How many times as fast `team` is as `other`: the geometric mean over the positions of the ratio of
/// their times to depth, over the seeds that both have searched. Pairs leave less to chance than the two
/// speed-ups do: a tree that is hard to divide is so for both.
pub fn faster(comparison: &Comparison, team: Team, other: Team) -> Option<Estimate> {
    let pairs = comparison.pairs(team, Some(other));
    pairs.iter().next()?;
    Some(pairs.speedup())
}

/// W / C of P_seq's trees under a rule: the geometric mean over the positions.
pub fn paths(comparison: &Comparison, rule: Rule) -> Estimate {
    let ratios = comparison.cells.iter().filter_map(|cell| {
        let parallelism = cell.parallelism(rule)?;
        Some((&*cell.position, cell.seed, parallelism))
    });
    Estimate::over_positions_and_seeds(ratios, geometric_mean)
}

#[cfg(test)]
mod tests {
    use cleave_search::team::Algorithm;

    use super::*;
    use crate::compare::invented::{alone, cell, comparison};

    const TEAM: Team =
        Team { algorithm: Algorithm::Dts, workers: 4, without_next: false, ranks: None };

    #[test]
    fn positions_count_alike_however_many_seeds_they_have() {
        let cells = vec![
            alone("a 1", 0, 1_000),
            cell("a 1", 0, TEAM, 500, 1_000),
            alone("a 1", 1, 1_000),
            cell("a 1", 1, TEAM, 500, 1_000),
            alone("a 2", 0, 1_000),
            cell("a 2", 0, TEAM, 125, 1_000),
        ];
        let [row] = rows(&comparison(cells))[..] else { panic!("one team has searched") };
        // 2 and 8: the logarithms are 2 ln 2 on average and 2 ln 2 / √2 by the standard deviation.
        assert!((row.speedup.mean - 4.0).abs() < 1e-9, "{row:?}");
        assert!((row.speedup.error - 4.0 * 2f64.ln()).abs() < 1e-9, "{row:?}");
        assert_eq!(row.node_ratio, Estimate { mean: 1.0, error: 0.0 });
        assert_eq!((row.idle, row.joins), (0.125, 30.0));
    }

    #[test]
    fn teams_are_compared_where_both_have_searched() {
        let slow = Team::new(Algorithm::Root, 4);
        let comparison = comparison(vec![
            cell("a 1", 0, TEAM, 500, 1_000),
            cell("a 1", 0, slow, 1_000, 1_000),
            cell("a 2", 0, TEAM, 100, 1_000),
            cell("a 2", 0, slow, 800, 1_000),
            cell("a 3", 0, slow, 1, 1_000),
        ]);
        let Estimate { mean, error } = faster(&comparison, TEAM, slow).unwrap();
        assert!((mean - 4.0).abs() < 1e-9 && (error - 4.0 * 2f64.ln()).abs() < 1e-9);
        assert_eq!(faster(&comparison, TEAM, Team::new(Algorithm::Lazy, 4)), None);
    }

    #[test]
    fn a_search_without_its_p_seq_does_not_count() {
        let of_team = |seed, time| cell("a 1", seed, TEAM, time, 2_000);
        let rows = rows(&comparison(vec![alone("a 1", 0, 1_000), of_team(0, 500), of_team(1, 1)]));
        assert!((rows[0].speedup.mean - 2.0).abs() < 1e-9 && rows.len() == 1, "{rows:?}");
    }
}
