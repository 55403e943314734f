//! What a team comes to over many positions.

use serde::{Deserialize, Serialize};

use super::measurement::{Searched, Setting};
use super::published;
use super::run::{Run, TeamRun, round};
use super::statistics::{geometric_mean, mean, median, range};

/// What a team comes to. Ratios are geometric means over the positions.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Summary {
    pub(crate) workers: usize,
    pub(crate) backend: String,
    /// Time of P_seq by time of the team.
    pub(crate) speedup_vs_seq: f64,
    /// The same for the worst and the best round of runs.
    pub(crate) speedup_range: (f64, f64),
    /// The same for the position it did worst in and the one it did best in.
    pub(crate) speedup_extremes: (f64, f64),
    /// Time of the team of one by time of the team.
    pub(crate) speedup_vs_one: f64,
    /// Nodes of the team by nodes of P_seq.
    pub(crate) node_ratio: f64,
    /// Nodes per second of the team by those of P_seq.
    pub(crate) nps_ratio: f64,
    /// The share of the workers' time in which they had nothing to do.
    pub(crate) idle_share: f64,
    /// Most nodes of a worker by least.
    pub(crate) load_balance: f64,
    pub(crate) joins_per_search: f64,
    pub(crate) aborts_per_search: f64,
    pub(crate) bytes_per_join: f64,
    /// The figure published for DTS, where there is one.
    pub(crate) published: Option<f64>,
}

/// What each team of a measurement comes to over these positions.
pub(super) fn summarize(setting: &Setting, positions: &[&Searched]) -> Vec<Summary> {
    let field = Field { setting, positions };
    (0..setting.workers.len()).map(|team| field.summary(team)).collect()
}

struct Field<'a> {
    setting: &'a Setting,
    positions: &'a [&'a Searched],
}

impl Field<'_> {
    fn summary(&self, team: usize) -> Summary {
        let against_seq = self.each(|position| position.speedup(self.setting, team));
        let rounds: Vec<f64> =
            (0..self.setting.runs).map(|round| self.round(team, round)).collect();
        let mean_of =
            |figure: fn(&TeamRun) -> f64| mean(&self.runs(team, |run| run.of_team(figure)));
        let joins = mean_of(|run| run.joins as f64);
        let workers = self.setting.workers[team];
        Summary {
            workers,
            backend: self.setting.backend.clone(),
            speedup_vs_seq: round(geometric_mean(&against_seq), 4),
            speedup_range: rounded(range(&rounds)),
            speedup_extremes: rounded(range(&against_seq)),
            speedup_vs_one: round(geometric_mean(&self.against_one(team)), 4),
            node_ratio: self.ratio(team, |seq, run| run.nodes as f64 / seq.nodes as f64),
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
            published: published(workers),
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

    /// A ratio of a run of the team and the run of P_seq beside it, typical of each position.
    fn ratio(&self, team: usize, ratio: fn(&Run, &Run) -> f64) -> f64 {
        round(geometric_mean(&self.each(|p| p.ratio(self.setting, team, ratio))), 4)
    }

    /// By time, against the team of one, which comes first.
    fn against_one(&self, team: usize) -> Vec<f64> {
        self.each(|position| {
            let pairs = position.pairs(0).zip(position.pairs(team));
            self.setting.typical(
                &pairs.map(|((_, one), (_, run))| one.seconds / run.seconds).collect::<Vec<_>>(),
            )
        })
    }

    /// Speed-up of the runs made in one round.
    fn round(&self, team: usize, round: usize) -> f64 {
        let nth =
            |p: &&Searched| p.pairs(team).nth(round).map(|(seq, run)| seq.seconds / run.seconds);
        geometric_mean(&self.positions.iter().filter_map(nth).collect::<Vec<_>>())
    }
}

fn rounded((least, most): (f64, f64)) -> (f64, f64) {
    (round(least, 4), round(most, 4))
}

#[cfg(test)]
mod tests {
    use super::super::measurement::{Measurement, TeamRuns};
    use super::*;

    fn run(seconds: f64, nodes: u64) -> Run {
        let team = TeamRun {
            idle_share: 0.1,
            load_balance: 2.0,
            splits: 1,
            joins: 10,
            join_bytes: 2500,
            aborts: 3,
            lock_waits: 0,
        };
        Run { seconds, nodes, value: 0, team: Some(team), in_virtual_time: None }
    }

    /// A position that P_seq takes two seconds for at first, and four with the machine busy.
    fn position(set: &str, second: f64) -> Searched {
        let team = |workers, runs: [Run; 2]| TeamRuns { workers, runs: runs.into() };
        Searched {
            set: set.into(),
            id: "1".into(),
            fen: String::new(),
            depth: 9,
            sequential: vec![run(2.0, 1000), run(4.0, 1000)],
            teams: vec![
                team(1, [run(2.0, 1000), run(4.0, 1000)]),
                team(2, [run(1.0, 1200), run(second, 1200)]),
            ],
        }
    }

    fn measurement(backend: &str, positions: Vec<Searched>) -> Measurement {
        let setting = Setting {
            backend: backend.into(),
            workers: vec![1, 2],
            runs: 2,
            seconds: Some(3.0),
            depth: None,
            hash: 16,
            split: Vec::new(),
            virtual_time: None,
        };
        Measurement::new(setting, positions)
    }

    #[test]
    fn a_slow_machine_slows_both_and_cancels_out() {
        let two = &measurement("fork", vec![position("a", 2.0)]).summary[1];
        assert_eq!((two.speedup_vs_seq, two.speedup_vs_one, two.node_ratio), (2.0, 2.0, 1.2));
        assert_eq!((two.nps_ratio, two.bytes_per_join, two.published), (2.4, 250.0, Some(2.0)));
        assert_eq!(two.speedup_range, (2.0, 2.0));
    }

    #[test]
    fn positions_are_averaged_by_the_geometric_mean() {
        let fast = measurement("fork", vec![position("a", 2.0), position("a", 0.5)]);
        // Rounds of 2 and 8 at the second position: 5 is the median.
        assert_eq!(fast.summary[1].speedup_vs_seq, round((2.0f64 * 5.0).sqrt(), 4));
        assert_eq!(fast.summary[1].speedup_extremes, (2.0, 5.0));
        let seeds = measurement("virtual", vec![position("a", 2.0), position("a", 0.5)]);
        assert_eq!(seeds.summary[1].speedup_vs_seq, round((2.0f64 * 4.0).sqrt(), 4));
    }

    #[test]
    fn each_file_of_positions_has_a_summary_of_its_own() {
        let both = measurement("fork", vec![position("a", 2.0), position("b", 1.0)]);
        assert_eq!(both.sets["a"][1].speedup_vs_seq, 2.0);
        assert_eq!(both.sets["b"][1].speedup_vs_seq, 3.0);
        assert!(measurement("fork", vec![position("a", 2.0)]).sets.is_empty());
    }

    #[test]
    fn the_file_has_the_keys_that_others_read() {
        let text = measurement("fork", vec![position("a", 2.0)]).to_json().unwrap();
        let json: serde_json::Value = serde_json::from_str(&text).unwrap();
        for key in [
            "workers",
            "backend",
            "speedup_vs_seq",
            "speedup_vs_one",
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
        assert_eq!(again.to_json().unwrap(), text);
        let as_if = text.replace(r#""backend": "fork""#, r#""backend": "virtual""#);
        let error = Measurement::parse(&as_if).unwrap_err().to_string();
        assert!(error.contains("account"), "{error}");
    }
}
