//! The summary of a team's searches over many positions.
//!
//! Speed-up over many positions is stated in two ways, because they differ: the geometric mean of the
//! positions' speed-ups, in which every position counts alike, and the ratio of the total times, in
//! which the positions that take longest count most.

use cleave_kit::estimate::Estimate;
use cleave_kit::statistics::{geometric_mean, mean, median, range, round};
use cleave_search::team::Algorithm;
use serde::Serialize;

use super::backend::BackendKind;
use super::plan::Plan;
use super::published::{PUBLISHED_1988, PUBLISHED_1997, published};
use super::run::{Run, TeamRun};
use super::searched::Searched;
use crate::searches::{Team, algorithm};

/// The summary of one team. Ratios are geometric means over the positions, unless they say otherwise.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Summary {
    #[serde(skip_serializing_if = "algorithm::is_default", with = "algorithm")]
    pub(crate) algorithm: Algorithm,
    pub(crate) workers: usize,
    pub(crate) backend: BackendKind,
    /// Time of P_seq by time of the team.
    pub(crate) speedup_vs_seq: f64,
    /// Its standard error over positions and runs.
    pub(crate) speedup_error: f64,
    /// The speed-up in the worst and the best round of runs.
    pub(crate) speedup_range: (f64, f64),
    /// Total time of P_seq, over all positions and runs, by total time of the team.
    pub(crate) speedup_total_time: f64,
    /// The same for the worst and the best round of runs.
    pub(crate) speedup_total_time_range: (f64, f64),
    /// The same for the position with the lowest speed-up and the one with the highest.
    pub(crate) speedup_extremes: (f64, f64),
    /// Time of the team of one by time of the team.
    pub(crate) speedup_vs_one: f64,
    /// Nodes of the team by nodes of P_seq.
    pub(crate) node_ratio: f64,
    /// Nodes per second of the team by those of P_seq.
    pub(crate) nps_ratio: f64,
    /// Share of the workers' time without work.
    pub(crate) idle_share: f64,
    /// Nodes of the worker that searched most by those of the worker that searched least.
    pub(crate) load_balance: f64,
    pub(crate) joins_per_search: f64,
    pub(crate) aborts_per_search: f64,
    pub(crate) bytes_per_join: f64,
    /// The speed-up of DTS published in 1997, where there is one.
    pub(crate) published: Option<f64>,
    /// The speed-up of DTS published in 1988, where there is one.
    pub(crate) published_1988: Option<f64>,
}

impl Summary {
    /// Time of P_seq by time of the team.
    pub(crate) fn speedup(&self) -> Estimate {
        Estimate { mean: self.speedup_vs_seq, error: self.speedup_error }
    }
}

/// The summary of each team of a measurement over these positions.
pub(super) fn summarize(plan: &Plan, positions: &[&Searched]) -> Vec<Summary> {
    let searches = Summarized { plan, positions };
    let teams = plan.teams().into_iter().enumerate();
    teams.map(|(place, team)| searches.summary(place, team)).collect()
}

/// A ratio of a team's runs and those of P_seq made next to them, over all positions. A run of one position is paired with
/// the run of the same number of the others, since the same perturbation precedes both.
pub(super) fn estimate(
    plan: &Plan,
    positions: &[&Searched],
    team: usize,
    ratio: fn(&Run, &Run) -> f64,
) -> Estimate {
    let ratios = positions.iter().enumerate().flat_map(|(number, position)| {
        let pairs = (0..).zip(position.pairs(team));
        pairs.map(move |(run, (seq, of_team))| (number, run, ratio(seq, of_team)))
    });
    Estimate::over_positions_and_seeds(ratios, |of_position| plan.typical(of_position))
}

struct Summarized<'a> {
    plan: &'a Plan,
    positions: &'a [&'a Searched],
}

impl Summarized<'_> {
    fn summary(&self, team: usize, Team { algorithm, workers, .. }: Team) -> Summary {
        let against_seq = self.each(|position| position.speedup(self.plan, team));
        let speedup = estimate(self.plan, self.positions, team, Run::speedup);
        let mean_of =
            |figure: fn(&TeamRun) -> f64| mean(&self.runs(team, |run| run.of_team(figure)));
        let joins = mean_of(|run| run.joins as f64);
        Summary {
            algorithm,
            workers,
            backend: self.plan.backend,
            speedup_vs_seq: round(speedup.mean, 4),
            speedup_error: round(speedup.error, 4),
            speedup_range: self.range(|round| self.mean_speedup(team, round)),
            speedup_total_time: round(self.total_time_speedup(team, None), 4),
            speedup_total_time_range: self
                .range(|round| self.total_time_speedup(team, Some(round))),
            speedup_extremes: rounded(range(&against_seq)),
            speedup_vs_one: round(geometric_mean(&self.against_one(team)), 4),
            node_ratio: self.ratio(team, Run::node_ratio),
            nps_ratio: self.ratio(team, |seq, run| run.speed() / seq.speed()),
            idle_share: round(mean_of(|run| run.idle_share), 5),
            load_balance: round(median(&self.runs(team, |run| run.of_team(|t| t.load_balance))), 4),
            joins_per_search: round(joins, 1),
            aborts_per_search: round(mean_of(|run| run.aborts as f64), 1),
            bytes_per_join: if joins > 0.0 {
                round(mean_of(|run| run.join_bytes as f64) / joins, 1)
            } else {
                0.0
            },
            published: published(&PUBLISHED_1997, workers),
            published_1988: published(&PUBLISHED_1988, workers),
        }
    }

    /// One figure of each position.
    fn each(&self, figure: impl Fn(&Searched) -> f64) -> Vec<f64> {
        self.positions.iter().map(|position| figure(position)).collect()
    }

    /// One figure of each run of a team.
    fn runs(&self, team: usize, figure: impl Fn(&Run) -> f64) -> Vec<f64> {
        self.positions.iter().flat_map(|p| p.pairs(team)).map(|(_, run)| figure(run)).collect()
    }

    /// A ratio of a run of the team and the run of P_seq next to it, summarised over all positions.
    fn ratio(&self, team: usize, ratio: fn(&Run, &Run) -> f64) -> f64 {
        round(estimate(self.plan, self.positions, team, ratio).mean, 4)
    }

    /// The speed-up against the team of one of the same algorithm.
    fn against_one(&self, team: usize) -> Vec<f64> {
        let one = self.plan.team_of_one(team);
        self.each(|position| {
            let pairs = position.pairs(one).zip(position.pairs(team));
            self.plan.typical(
                &pairs.map(|((_, one), (_, run))| one.seconds / run.seconds).collect::<Vec<_>>(),
            )
        })
    }

    /// The least and the greatest of a figure that each round of runs has.
    fn range(&self, figure: impl Fn(usize) -> f64) -> (f64, f64) {
        rounded(range(&(0..self.plan.runs).map(figure).collect::<Vec<_>>()))
    }

    /// The geometric mean of the speed-ups in one round of runs.
    fn mean_speedup(&self, team: usize, round: usize) -> f64 {
        let nth = |p: &&Searched| p.pairs(team).nth(round).map(|(seq, run)| Run::speedup(seq, run));
        geometric_mean(&self.positions.iter().filter_map(nth).collect::<Vec<_>>())
    }

    /// Total time of P_seq by total time of the team, in one round of runs or in all.
    fn total_time_speedup(&self, team: usize, round: Option<usize>) -> f64 {
        let (mut of_seq, mut of_team) = (0.0, 0.0);
        for position in self.positions {
            let (first, count) = round.map_or((0, usize::MAX), |round| (round, 1));
            for (seq, run) in position.pairs(team).skip(first).take(count) {
                of_seq += seq.seconds;
                of_team += run.seconds;
            }
        }
        of_seq / of_team
    }
}

fn rounded((least, most): (f64, f64)) -> (f64, f64) {
    (round(least, 4), round(most, 4))
}

#[cfg(test)]
mod tests {
    use cleave_kit::files::to_json;

    use super::super::invented::{plan, run, searched};
    use super::super::measurement::Measurement;
    use super::*;

    /// Positions for which P_seq takes two seconds, and four while the machine is busy.
    fn measurement(backend: BackendKind, positions: &[(&str, f64)]) -> Measurement {
        let plan = plan(backend);
        let searched = positions.iter().map(|&(set, second)| {
            searched(&plan, set, |team| match team {
                Some(Team { workers: 2, .. }) => [run(1.0, 1200), run(second, 1200)],
                _ => [run(2.0, 1000), run(4.0, 1000)],
            })
        });
        let searched = searched.collect();
        Measurement::new(plan, searched)
    }

    #[test]
    fn a_busy_machine_cancels_out() {
        let two = &measurement(BackendKind::Fork, &[("a", 2.0)]).summary[1];
        assert_eq!((two.speedup_vs_seq, two.speedup_vs_one, two.node_ratio), (2.0, 2.0, 1.2));
        assert_eq!((two.nps_ratio, two.bytes_per_join, two.published), (2.4, 250.0, Some(2.0)));
        assert_eq!(two.speedup_range, (2.0, 2.0));
    }

    #[test]
    fn positions_are_summarised_by_the_geometric_mean() {
        let fast = measurement(BackendKind::Fork, &[("a", 2.0), ("a", 0.5)]);
        // The second position has speed-ups of 2 and 8, with the median 5.
        assert_eq!(fast.summary[1].speedup_vs_seq, round((2.0f64 * 5.0).sqrt(), 4));
        assert_eq!(fast.summary[1].speedup_extremes, (2.0, 5.0));
        let seeds = measurement(BackendKind::Virtual, &[("a", 2.0), ("a", 0.5)]);
        assert_eq!(seeds.summary[1].speedup_vs_seq, round((2.0f64 * 4.0).sqrt(), 4));
    }

    #[test]
    fn long_searches_count_most_in_the_total_time() {
        // P_seq takes 6 s at each position; the team takes 3 s at one and 1.5 s at the other.
        let two = &measurement(BackendKind::Fork, &[("a", 2.0), ("a", 0.5)]).summary[1];
        assert_eq!(two.speedup_total_time, round(12.0 / 4.5, 4));
        // 4 s by 2 s in the first round, 8 s by 2.5 s in the second.
        assert_eq!(two.speedup_total_time_range, (2.0, 3.2));
        assert!(two.speedup_vs_seq > two.speedup_total_time, "{two:?}");
    }

    /// The first run of each position is twice as fast as P_seq, the second eight times.
    #[test]
    fn the_error_has_what_positions_have_in_common_in_a_run() {
        let plan = plan(BackendKind::Virtual);
        let runs = |team: Option<Team>| match team {
            Some(Team { workers: 2, .. }) => [run(1.0, 1000), run(0.5, 1000)],
            _ => [run(2.0, 1000), run(4.0, 1000)],
        };
        let positions = ["a", "a"].map(|set| searched(&plan, set, runs));
        let two = &Measurement::new(plan, positions.into()).summary[1];
        assert_eq!((two.speedup_vs_seq, two.speedup_error), (4.0, round(4.0 * 2f64.ln(), 4)));
    }

    #[test]
    fn each_file_of_positions_has_its_own_summary() {
        let both = measurement(BackendKind::Fork, &[("a", 2.0), ("b", 1.0)]);
        assert_eq!(both.sets["a"][1].speedup_vs_seq, 2.0);
        assert_eq!(both.sets["b"][1].speedup_vs_seq, 3.0);
        assert!(measurement(BackendKind::Fork, &[("a", 2.0)]).sets.is_empty());
    }

    #[test]
    fn the_file_has_the_documented_keys() {
        let text = to_json(&measurement(BackendKind::Fork, &[("a", 2.0)])).unwrap();
        let json: serde_json::Value = serde_json::from_str(&text).unwrap();
        for key in [
            "workers",
            "backend",
            "speedup_vs_seq",
            "speedup_error",
            "speedup_vs_one",
            "speedup_total_time",
            "node_ratio",
            "nps_ratio",
            "idle_share",
            "bytes_per_join",
        ] {
            assert!(json["summary"][1].get(key).is_some(), "{key} is missing: {text}");
        }
        assert_eq!(json["positions"][0]["teams"][1]["runs"][1]["nodes"], 1200);
        assert_eq!(json["positions"][0]["sequential"][1]["seconds"], 4.0);
        let again: Measurement = serde_json::from_str(&text).unwrap();
        assert_eq!(to_json(&again).unwrap(), text);
        let as_if = text.replace(r#""backend": "fork""#, r#""backend": "virtual""#);
        let error = serde_json::from_str::<Measurement>(&as_if).unwrap_err().to_string();
        assert!(error.contains("account"), "{error}");
    }
}
