//! Virtual time compared with real time, on the same positions at the same depths.

use cleave_kit::statistics::{geometric_mean, median, round};
use serde::{Deserialize, Serialize};

use crate::searches::Goal;
use crate::time_to_depth::{Cell, Measurement, Pairs, Work};

/// A comparison.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Validation {
    /// The kind of real worker.
    pub(crate) backend: String,
    /// Size of the team, or number of ranks.
    #[serde(default = "two")]
    pub(crate) workers: usize,
    /// Real searches of each position by each program.
    pub(crate) runs: usize,
    /// Seeds in virtual time.
    pub(crate) seeds: usize,
    /// The time for which the depths were chosen.
    pub(crate) seconds: f64,
    /// Positions in which one worker, real or virtual, searched another tree than P_seq. There should
    /// be none.
    pub(crate) other_trees: Vec<String>,
    /// Time of P_seq by time of one worker, geometric mean. Ranks have none: they are compared with one rank, which is
    /// the plain program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) one: Option<Pair>,
    pub(crate) positions: Vec<Compared>,
}

/// A figure in real time and in virtual time.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct Pair {
    pub(crate) real: f64,
    pub(crate) model: f64,
}

/// The default for measurements without this figure.
fn two() -> usize {
    2
}

/// Number of figures of a team.
pub(super) const FIGURES: usize = 5;

/// The team on one position.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Compared {
    pub(crate) id: String,
    pub(crate) depth: u32,
    pub(crate) real: Sample,
    pub(crate) model: Sample,
}

/// The figures of several searches.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Sample {
    /// Time of P_seq by time of the team.
    pub(crate) speedup: Vec<f64>,
    /// Nodes of the team by nodes of P_seq.
    pub(crate) node_ratio: Vec<f64>,
}

impl Pair {
    /// Returns the error of the model, in percent of the real figure.
    pub(crate) fn error(self) -> f64 {
        100.0 * (self.model / self.real - 1.0)
    }
}

impl Validation {
    /// Compares two measurements of a team of one and a larger one, at the same depths.
    pub(crate) fn new(real: &Measurement<Work>, model: &Measurement<Work>) -> Validation {
        let [one, team] = real.teams()[..] else { unreachable!("a team of one and another") };
        let names = real.results().positions();
        // Each run has its own tree.
        let differ = |(one, other): (&Cell<Work>, &Cell<Work>)| one.nodes != other.nodes;
        let is_other = |name: &&&str| {
            let [real, model] = [real, model].map(|it| it.results().of_position(name));
            let pairs = [&real, &model].map(|it| it.pairs(one, None, median));
            let alone = real.by(None).zip(model.by(None));
            pairs.iter().flat_map(Pairs::iter).chain(alone).any(differ)
        };
        let id = |name: &str| name.split_once(' ').map_or(name, |(_, id)| id).to_string();
        let sample = |of: &Measurement<Work>, name: &str| {
            Sample::of(&of.results().of_position(name).pairs(team, None, median))
        };
        let of_one = |of: &Measurement<Work>| round(of.pairs(one).speedup().mean, 4);
        let compared = real.results().positions().into_iter().map(|name| Compared {
            id: id(name),
            depth: real.cells.iter().find(|it| it.position == name).map_or(0, |it| it.depth),
            real: sample(real, name),
            model: sample(model, name),
        });
        Validation {
            backend: real.setting.goal.backend.to_string(),
            workers: team.workers,
            runs: real.seeds().len(),
            seeds: model.seeds().len(),
            seconds: match real.setting.goal.goal {
                Goal::Seconds { seconds } => seconds,
                Goal::Nodes { .. } | Goal::Depth { .. } => 0.0,
            },
            other_trees: names.iter().filter(is_other).map(|name| id(name)).collect(),
            one: Some(Pair { real: of_one(real), model: of_one(model) }),
            positions: compared.collect(),
        }
    }

    /// Returns the figures of the team.
    pub(super) fn of_team(&self) -> [(&'static str, Pair); FIGURES] {
        let of_all = |figures: fn(&Sample) -> &Vec<f64>| {
            let (real, model) = self.all(figures);
            Pair { real: median(&real), model: median(&model) }
        };
        [
            ("speed-up, all searches", of_all(|sample| &sample.speedup)),
            ("node ratio, all searches", of_all(|sample| &sample.node_ratio)),
            ("speed-up, by position", self.by_position(|sample| sample.speedup.clone())),
            ("node ratio, by position", self.by_position(|sample| sample.node_ratio.clone())),
            ("nodes a second, by position", self.by_position(Sample::nps_ratio)),
        ]
    }

    /// Returns a figure of the team by position: the geometric mean over the positions of the median over the searches.
    fn by_position(&self, figures: impl Fn(&Sample) -> Vec<f64>) -> Pair {
        let mean = |sample: fn(&Compared) -> &Sample| {
            let medians = self.positions.iter().map(|position| median(&figures(sample(position))));
            geometric_mean(&medians.collect::<Vec<_>>())
        };
        Pair { real: mean(|position| &position.real), model: mean(|position| &position.model) }
    }

    /// Returns a figure of all searches, real and virtual.
    pub(crate) fn all(&self, figures: impl Fn(&Sample) -> &Vec<f64>) -> (Vec<f64>, Vec<f64>) {
        let of = |sample: fn(&Compared) -> &Sample| {
            self.positions.iter().flat_map(|position| figures(sample(position)).clone()).collect()
        };
        (of(|position| &position.real), of(|position| &position.model))
    }
}

impl Sample {
    /// Returns the nodes per second of the team, divided by P_seq's.
    fn nps_ratio(&self) -> Vec<f64> {
        self.speedup.iter().zip(&self.node_ratio).map(|(speedup, nodes)| speedup * nodes).collect()
    }

    fn of(pairs: &Pairs<'_, Work>) -> Sample {
        let (speedup, node_ratio) = pairs
            .iter()
            .map(|(seq, run)| {
                let nodes = run.nodes as f64 / seq.nodes as f64;
                (round(seq.seconds() / run.seconds(), 4), round(nodes, 4))
            })
            .unzip();
        Sample { speedup, node_ratio }
    }
}
