//! The summary of a team's searches over many positions.
//!
//! Speed-up over many positions is stated in two ways, because they differ: the geometric mean of the
//! positions' speed-ups, in which every position counts alike, and the ratio of the total times, in
//! which the positions that take longest count most.

use cleave_kit::estimate::Estimate;
use cleave_kit::statistics::{geometric_mean, median, range, round};
use cleave_search::team::Algorithm;
use serde::Serialize;

use super::backend::BackendKind;
use super::design::Design;
use super::published::{PUBLISHED_1988, PUBLISHED_1997, published};
use crate::searches::{Team, algorithm};
use crate::time_to_depth::{Pairs, Results, Work, seeds};

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
pub(super) fn summarize(design: &Design, results: &Results<'_, Work>) -> Vec<Summary> {
    let seeds = seeds(results.0.iter().copied());
    let summary = |team: Team| {
        let pairs = results.pairs(team, None, design.typical());
        let one = Some(Team::new(team.algorithm, 1));
        let of_seeds = |figure: fn(&Pairs<'_, Work>) -> f64| {
            let of_seed = seeds.iter().map(|&seed| figure(&pairs.of_seed(seed)));
            rounded(range(&of_seed.collect::<Vec<_>>()))
        };
        let (speedup, joins) = (pairs.speedup(), pairs.mean(|work| work.joins as f64));
        let bytes = pairs.mean(|work| work.join_bytes as f64);
        Summary {
            algorithm: team.algorithm,
            workers: team.workers,
            backend: design.backend,
            speedup_vs_seq: round(speedup.mean, 4),
            speedup_error: round(speedup.error, 4),
            speedup_range: of_seeds(|pairs| geometric_mean(&pairs.speedups())),
            speedup_total_time: round(total_time_speedup(&pairs), 4),
            speedup_total_time_range: of_seeds(total_time_speedup),
            speedup_extremes: rounded(range(&pairs.speedups())),
            speedup_vs_one: round(results.pairs(team, one, design.typical()).speedup().mean, 4),
            node_ratio: round(pairs.node_ratio().mean, 4),
            nps_ratio: round(pairs.estimate(|seq, run| run.speed() / seq.speed()).mean, 4),
            idle_share: round(pairs.mean(|work| work.idle_share), 5),
            load_balance: round(median(&pairs.all(|work| work.load_balance)), 4),
            joins_per_search: round(joins, 1),
            aborts_per_search: round(pairs.mean(|work| work.aborts as f64), 1),
            bytes_per_join: if joins > 0.0 { round(bytes / joins, 1) } else { 0.0 },
            published: published(&PUBLISHED_1997, team.workers),
            published_1988: published(&PUBLISHED_1988, team.workers),
        }
    };
    design.teams().into_iter().map(summary).collect()
}

/// Total time of P_seq by total time of the team.
fn total_time_speedup(pairs: &Pairs<'_, Work>) -> f64 {
    let of_seq: f64 = pairs.iter().map(|(seq, _)| seq.seconds()).sum();
    let of_team: f64 = pairs.iter().map(|(_, run)| run.seconds()).sum();
    of_seq / of_team
}

fn rounded((least, most): (f64, f64)) -> (f64, f64) {
    (round(least, 4), round(most, 4))
}

#[cfg(test)]
mod tests {
    use cleave_kit::files::to_json;

    use super::super::invented::{design, searched};
    use super::super::measurement::Measurement;
    use super::*;

    /// Positions for which P_seq takes two seconds, and four while the machine is busy.
    fn measurement(backend: BackendKind, positions: &[(&str, f64)]) -> Measurement {
        let design = design(backend);
        let searched = (1..).zip(positions).flat_map(|(number, &(set, second))| {
            searched(&design, &format!("{set} {number}"), |team| match team {
                Some(Team { workers: 2, .. }) => [(1.0, 1200), (second, 1200)],
                _ => [(2.0, 1000), (4.0, 1000)],
            })
        });
        let searched = searched.collect();
        Measurement::new(design, searched)
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
        let design = design(BackendKind::Virtual);
        let runs = |team: Option<Team>| match team {
            Some(Team { workers: 2, .. }) => [(1.0, 1000), (0.5, 1000)],
            _ => [(2.0, 1000), (4.0, 1000)],
        };
        let positions = ["a 1", "a 2"].map(|position| searched(&design, position, runs));
        let two = &Measurement::new(design, positions.concat()).summary[1];
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
        let searches = json["searches"].as_array().unwrap();
        let second = |search: &&serde_json::Value| search["seed"] == 1;
        let [alone, _, two] = searches.iter().filter(second).collect::<Vec<_>>()[..] else {
            panic!("P_seq and two teams: {text}")
        };
        assert_eq!((&alone["time"], alone.get("team")), (&4_000_000_000_u64.into(), None));
        assert_eq!((&two["nodes"], &two["team"]["workers"]), (&1200.into(), &2.into()));
        let again: Measurement = serde_json::from_str(&text).unwrap();
        assert_eq!(to_json(&again).unwrap(), text);
        let as_if = text.replace(r#""backend": "fork""#, r#""backend": "virtual""#);
        let error = serde_json::from_str::<Measurement>(&as_if).unwrap_err().to_string();
        assert!(error.contains("account"), "{error}");
    }
}
