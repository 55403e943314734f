//! The figures of a team.
//!
//! Speed-up over many positions has two summaries, which differ. In the geometric mean of the positions' speed-ups every
//! position counts alike. In the ratio of the total times the longest searches count most.

use std::collections::{BTreeMap, BTreeSet};

use cleave_kit::estimate::Estimate;
use cleave_kit::statistics::{geometric_mean, range, round};
use serde::Serialize;

use super::figures::Figures;
use super::pairs::Pairs;
use crate::searches::Team;

/// The means of the figures in a file, by name.
pub(crate) type Means = BTreeMap<&'static str, f64>;

/// The figures of a team, against P_seq or, for a cluster, against one rank. Ratios are geometric means over the
/// positions, unless they say otherwise.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Row {
    /// The team.
    #[serde(flatten)]
    pub team: Team,
    /// Time of a search.
    pub seconds: f64,
    /// Time of P_seq by time of the team.
    pub speedup: Estimate,
    /// Speed-up divided by the number of processors: of workers, or for a cluster of ranks.
    pub efficiency: f64,
    /// The speed-up in the worst and the best round of runs or seeds.
    pub speedup_of_rounds: (f64, f64),
    /// The speed-up of each position.
    pub speedups: Vec<f64>,
    /// Total time of P_seq, over all positions and runs, by total time of the team.
    pub total_time: f64,
    /// The ratio of total times in the worst and the best round.
    pub total_time_of_rounds: (f64, f64),
    /// Time of the team of one by time of the team, if one has searched.
    pub speedup_over_one: Option<f64>,
    /// Nodes of the team by nodes of P_seq.
    pub node_ratio: Estimate,
    /// Nodes per second of the team, divided by P_seq's.
    pub nps_ratio: f64,
    /// The means of the figures that the measurement keeps of each search, by name.
    #[serde(flatten)]
    pub means: BTreeMap<&'static str, f64>,
}

impl Row {
    /// Summarises the searches of a team, paired with searches of P_seq and of a team of one.
    pub(super) fn new<F: Figures>(
        team: Team,
        pairs: &Pairs<'_, F>,
        with_one: &Pairs<'_, F>,
    ) -> Row {
        let seeds: BTreeSet<u64> = pairs.iter().map(|(_, cell)| cell.seed).collect();
        let of_rounds = |figure: fn(&Pairs<'_, F>) -> f64| {
            let (least, most) =
                range(&seeds.iter().map(|&seed| figure(&pairs.of_seed(seed))).collect::<Vec<_>>());
            (round(least, 4), round(most, 4))
        };
        let estimate = |Estimate { mean, error }: Estimate| Estimate {
            mean: rounded(mean),
            error: rounded(error),
        };
        let with_one = with_one.iter().next().map(|_| with_one.speedup().mean);
        let compared_with = pairs.iter().next().and_then(|(one, _)| one.team);
        let workers_of_one = compared_with.map_or(1, |team| team.workers_of_all());
        let processors = team.workers_of_all() as f64 / workers_of_one as f64;
        let speedup = estimate(pairs.speedup());
        let means = F::means(pairs).into_iter();
        Row {
            team,
            seconds: rounded(pairs.estimate(|_, cell| cell.seconds()).mean),
            speedup,
            efficiency: rounded(speedup.mean / processors),
            speedup_of_rounds: of_rounds(|pairs| geometric_mean(&pairs.speedups())),
            speedups: pairs.speedups().into_iter().map(rounded).collect(),
            total_time: round(total_time_speedup(pairs), 4),
            total_time_of_rounds: of_rounds(total_time_speedup),
            speedup_over_one: with_one.map(|speedup| round(speedup, 4)),
            node_ratio: estimate(pairs.node_ratio()),
            nps_ratio: round(pairs.nps_ratio().mean, 4),
            means: means.map(|(name, mean)| (name, rounded(mean))).collect(),
        }
    }

    /// Returns the speed-up of the worst position and of the best.
    pub fn speedup_of_positions(&self) -> (f64, f64) {
        range(&self.speedups)
    }
}

/// Returns the total time of P_seq by the total time of the team.
fn total_time_speedup<F>(pairs: &Pairs<'_, F>) -> f64 {
    let (alone, team): (Vec<f64>, Vec<f64>) =
        pairs.iter().map(|(one, cell)| (one.seconds(), cell.seconds())).unzip();
    alone.iter().sum::<f64>() / team.iter().sum::<f64>()
}

/// Rounds what has an error.
fn rounded(figure: f64) -> f64 {
    round(figure, 6)
}

#[cfg(test)]
mod tests {
    use cleave_search::team::Algorithm;
    use serde_json::Value;

    use super::super::backend::BackendKind;
    use super::super::invented::{alone, by, cell, comparison, measurement, searched};
    use super::super::{Conditions, Measurement, Setting, Traffic, Work};
    use super::*;
    use crate::searches::{Goal, Links};

    const TEAM: Team = Team::new(Algorithm::Dts, 4);

    /// Positions for which P_seq takes two seconds, and four while the machine is busy.
    fn measured(backend: BackendKind, positions: &[(&str, f64)]) -> Measurement<Work> {
        let teams = [1, 2].map(|workers| Team::new(Algorithm::Dts, workers));
        let searched = (1..).zip(positions).flat_map(|(number, &(set, second))| {
            searched(backend, &format!("{set} {number}"), &teams, |team| match team {
                Some(Team { workers: 2, .. }) => [(1.0, 1200), (second, 1200)],
                _ => [(2.0, 1000), (4.0, 1000)],
            })
        });
        measurement(backend, searched.collect())
    }

    #[test]
    fn a_busy_machine_cancels_out() {
        let two = &measured(BackendKind::Fork, &[("a", 2.0)]).rows()[1];
        assert_eq!((two.speedup.mean, two.node_ratio.mean), (2.0, 1.2));
        assert_eq!((two.speedup_over_one, two.nps_ratio), (Some(2.0), 2.4));
        assert_eq!((two.means["bytes_per_join"], two.means["idle"]), (250.0, 0.1));
        assert_eq!((two.efficiency, two.speedup_of_rounds), (1.0, (2.0, 2.0)));
    }

    #[test]
    fn positions_are_summarised_by_the_geometric_mean() {
        let fast = &measured(BackendKind::Fork, &[("a", 2.0), ("a", 0.5)]).rows()[1];
        // The second position has speed-ups of 2 and 8, with the median 5.
        assert_eq!(fast.speedup.mean, round((2.0f64 * 5.0).sqrt(), 6));
        assert_eq!(fast.speedup_of_positions(), (2.0, 5.0));
        let seeds = &measured(BackendKind::Virtual, &[("a", 2.0), ("a", 0.5)]).rows()[1];
        assert_eq!(seeds.speedup.mean, round((2.0f64 * 4.0).sqrt(), 6));
    }

    #[test]
    fn long_searches_count_most_in_the_total_time() {
        // P_seq takes 6 s at each position; the team takes 3 s at one and 1.5 s at the other.
        let two = &measured(BackendKind::Fork, &[("a", 2.0), ("a", 0.5)]).rows()[1];
        assert_eq!(two.total_time, round(12.0 / 4.5, 4));
        // 4 s by 2 s in the first round, 8 s by 2.5 s in the second.
        assert_eq!(two.total_time_of_rounds, (2.0, 3.2));
        assert!(two.speedup.mean > two.total_time, "{two:?}");
    }

    /// The first run of each position is twice as fast as P_seq, the second eight times.
    #[test]
    fn the_error_has_what_positions_have_in_common_in_a_run() {
        let runs = |team: Option<Team>| match team {
            Some(_) => [(1.0, 1000), (0.5, 1000)],
            None => [(2.0, 1000), (4.0, 1000)],
        };
        let of = |position| searched(BackendKind::Virtual, position, &[TEAM], runs);
        let [row] = &measurement(BackendKind::Virtual, ["a 1", "a 2"].map(of).concat()).rows()[..]
        else {
            panic!("one team has searched")
        };
        let error = round(4.0 * 2f64.ln(), 6);
        assert_eq!(row.speedup, Estimate { mean: 4.0, error });
    }

    #[test]
    fn each_file_of_positions_has_rows_and_a_table_of_its_own() {
        let both = measured(BackendKind::Fork, &[("a", 2.0), ("b", 1.0)]);
        let of_sets = both.rows_of_sets();
        let means = of_sets.iter().map(|(set, rows)| (&**set, rows[1].speedup.mean));
        assert_eq!(means.collect::<Vec<_>>(), [("a", 2.0), ("b", 3.0)]);
        let text = both.text();
        assert!(
            ["\na, 1 positions\n", "\nb, 1 positions\n", "\nall 2 positions\n"]
                .iter()
                .all(|title| text.contains(title)),
            "{text}"
        );
        let one = measured(BackendKind::Fork, &[("a", 2.0)]);
        assert!(!one.text().contains("\na, 1"), "{}", one.text());
        let summary = |of: &Measurement<Work>| serde_json::to_value(of.summary()).unwrap();
        assert_eq!(summary(&one)["sets"], Value::Object(Default::default()));
        let two = &summary(&both)["sets"]["b"][1];
        assert_eq!((&two["workers"], &two["speedup"][0]), (&2.into(), &3.0.into()));
    }

    #[test]
    fn positions_count_alike_however_many_seeds_they_have() {
        let cells = vec![
            alone("a 1", 0, 1_000),
            by("a 1", 0, TEAM, 500, 1_000),
            alone("a 1", 1, 1_000),
            by("a 1", 1, TEAM, 500, 1_000),
            alone("a 2", 0, 1_000),
            by("a 2", 0, TEAM, 125, 1_000),
        ];
        let [row] = &comparison(cells).rows()[..] else { panic!("one team has searched") };
        // 2 and 8: the logarithms are 2 ln 2 on average and 2 ln 2 / √2 by the standard deviation.
        assert_eq!(row.speedup, Estimate { mean: 4.0, error: round(4.0 * 2f64.ln(), 6) });
        assert_eq!(row.node_ratio, Estimate { mean: 1.0, error: 0.0 });
        assert_eq!((row.means["idle"], row.means["joins"]), (0.125, 30.0));
        assert_eq!(row.speedup_over_one, None);
    }

    #[test]
    fn teams_are_compared_where_both_have_searched() {
        let slow = Team::new(Algorithm::Root, 4);
        let comparison = comparison(vec![
            by("a 1", 0, TEAM, 500, 1_000),
            by("a 1", 0, slow, 1_000, 1_000),
            by("a 2", 0, TEAM, 100, 1_000),
            by("a 2", 0, slow, 800, 1_000),
            by("a 3", 0, slow, 1, 1_000),
        ]);
        let Estimate { mean, error } = comparison.faster(TEAM, slow).unwrap();
        assert!((mean - 4.0).abs() < 1e-9 && (error - 4.0 * 2f64.ln()).abs() < 1e-9);
        assert_eq!(comparison.faster(TEAM, Team::new(Algorithm::Lazy, 4)), None);
    }

    #[test]
    fn a_search_without_its_p_seq_does_not_count() {
        let of_team = |seed, time| by("a 1", seed, TEAM, time, 2_000);
        let cells = vec![alone("a 1", 0, 1_000), of_team(0, 500), of_team(1, 1)];
        let [row] = &comparison(cells).rows()[..] else { panic!("one team has searched") };
        assert_eq!(row.speedup.mean, 2.0, "{row:?}");
    }

    #[test]
    fn a_cluster_is_compared_with_one_of_its_ranks() {
        let of_ranks = |position, seed, ranks: u16, ms: u64| {
            let team = Team { ranks: Some(ranks), ..Team::new(Algorithm::Dts, 16) };
            let traffic = Traffic {
                idle: 0.25,
                entries_sent: 100,
                entries_received: 50,
                entries_used: 10,
                entries_dropped: 0,
                asks_sent: 200,
                asks_answered: 50,
                bytes_sent: 1_600,
                most_in_flight: ranks.into(),
                results_used: 3,
            };
            cell(position, seed, Some(team), (1_000_000 * ms, 1_000), traffic)
        };
        let searches =
            [("a", 0, 8), ("a", 1, 2), ("b", 0, 4), ("b", 1, 1)].map(|(position, seed, ms)| {
                [of_ranks(position, seed, 1, 8), of_ranks(position, seed, 4, ms)]
            });
        let goal = Goal::Seconds { seconds: 1.0 };
        let goal = Conditions { links: Some(Links::of_groups()), ..goal.into() };
        let setting = Setting { goal, ..measured(BackendKind::Virtual, &[]).setting };
        let found = Measurement { setting, cells: searches.concat() };
        assert!(found.text().contains("all 2 positions"), "{}", found.text());
        let [one, four] = &found.rows()[..] else { panic!("{}", found.text()) };
        assert_eq!(one.speedup, Estimate { mean: 1.0, error: 0.0 });
        assert_eq!(four.speedups, [2.0, 4.0]);
        assert!((four.efficiency - 0.707).abs() < 1e-3, "{}", four.efficiency);
        // In doublings the error is 0.5 over the positions and 1 over the seeds.
        assert_eq!((round(four.speedup.mean, 3), round(four.speedup.error, 3)), (2.828, 2.192));
        assert_eq!((four.means["used"], four.means["most_in_flight"]), (0.2, 4.0));
        // 400 entries in 15 ms of four ranks.
        assert_eq!(round(four.means["entries_sent"], 0), 6_667.0);
    }
}
