//! All searches of a measurement, and the file that holds them.

use std::collections::BTreeMap;
use std::path::Path;

use cleave_search::Algorithm;
use cleave_smp_lab::virtual_time::CostModel;
use serde::{Deserialize, Serialize};

use super::comparison_summary::{Estimate, over_positions};
use super::run::Run;
use super::statistics::{geometric_mean, median};
use super::summary::{Summary, summarize};
use super::{algorithm, read_text};

/// How a measurement was made.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Setting {
    /// `fork`, `thread` or `virtual`.
    pub(crate) backend: String,
    /// How the teams share the tree.
    #[serde(
        default = "algorithm::list::default",
        skip_serializing_if = "algorithm::list::is_default",
        with = "algorithm::list"
    )]
    pub(crate) algorithms: Vec<Algorithm>,
    /// Sizes of the teams of each algorithm, the first of which is one.
    pub(crate) workers: Vec<usize>,
    /// Searches of each position by each program; seeds in virtual time.
    pub(crate) runs: usize,
    /// The time for which the depth of each position was chosen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) seconds: Option<f64>,
    /// The depth of all positions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) depth: Option<u32>,
    /// Size of the table, in MiB.
    pub(crate) hash: usize,
    /// Parameters of splitting other than the default ones: `Share=50`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) split: Vec<String>,
    /// What else the searches depend on in virtual time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) virtual_time: Option<VirtualTime>,
}

/// The setting of virtual time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct VirtualTime {
    /// The cost model.
    pub(crate) costs: CostModel,
    /// The first seed.
    pub(crate) seed: u64,
    /// By how many percent costs vary; by default 0 for seed 0 and 5 for others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) jitter: Option<u32>,
}

/// A measurement. Its file holds the summaries for other readers; they follow from the searches, and
/// are computed again when the file is read.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Measurement {
    pub(crate) setting: Setting,
    /// Over all positions, by size of the team.
    pub(crate) summary: Vec<Summary>,
    /// The same for the positions of each file, where there is more than one.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) sets: BTreeMap<String, Vec<Summary>>,
    pub(crate) positions: Vec<Searched>,
}

/// All searches of one position.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Searched {
    /// The file it is from, without its extension.
    pub(crate) set: String,
    pub(crate) id: String,
    pub(crate) fen: String,
    pub(crate) depth: u32,
    /// Runs of P_seq, each paired with the teams' runs of the same number; or one for all.
    pub(crate) sequential: Vec<Run>,
    /// Runs of the teams, in the order of [`Setting::teams`].
    pub(crate) teams: Vec<TeamRuns>,
}

/// All searches of one position by teams of one algorithm and size.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct TeamRuns {
    #[serde(default, skip_serializing_if = "algorithm::is_default", with = "algorithm")]
    pub(crate) algorithm: Algorithm,
    pub(crate) workers: usize,
    pub(crate) runs: Vec<Run>,
}

impl Setting {
    /// Algorithm and size of each team: for each algorithm all sizes.
    pub(crate) fn teams(&self) -> Vec<(Algorithm, usize)> {
        let sizes = |&algorithm| self.workers.iter().map(move |&workers| (algorithm, workers));
        self.algorithms.iter().flat_map(sizes).collect()
    }

    /// The place of the team of one that has the algorithm of this team.
    pub(crate) fn team_of_one(&self, team: usize) -> usize {
        team - team % self.workers.len()
    }

    /// Summarises a figure over several runs of one position: by the median of real runs, since the
    /// machine may be busy during one of them, and by the geometric mean in virtual time, where nothing
    /// disturbs a run.
    pub(crate) fn typical(&self, figures: &[f64]) -> f64 {
        if self.backend == "virtual" { geometric_mean(figures) } else { median(figures) }
    }
}

impl Searched {
    /// The runs of a team, each with the run of P_seq made next to it.
    pub(crate) fn pairs(&self, team: usize) -> impl Iterator<Item = (&Run, &Run)> {
        let runs = self.teams.get(team).map_or(&[][..], |team| &team.runs);
        self.sequential.iter().cycle().zip(runs)
    }

    /// A figure of P_seq, summarised over its runs.
    pub(crate) fn alone(&self, setting: &Setting, figure: impl Fn(&Run) -> f64) -> f64 {
        setting.typical(&self.sequential.iter().map(figure).collect::<Vec<_>>())
    }

    /// Time of P_seq by time of a team, summarised over the runs. Each ratio is of two runs made one
    /// after the other, so that a busy machine slows both.
    pub(crate) fn speedup(&self, setting: &Setting, team: usize) -> f64 {
        self.ratio(setting, team, Run::speedup)
    }

    /// A ratio of a run of P_seq and the team's run made next to it, summarised over the runs.
    pub(crate) fn ratio(
        &self,
        setting: &Setting,
        team: usize,
        ratio: impl Fn(&Run, &Run) -> f64,
    ) -> f64 {
        let ratios = self.pairs(team).map(|(seq, run)| ratio(seq, run));
        setting.typical(&ratios.collect::<Vec<_>>())
    }
}

impl Measurement {
    /// Adds the summaries.
    pub(crate) fn new(setting: Setting, positions: Vec<Searched>) -> Measurement {
        let mut names: Vec<_> = positions.iter().map(|position| &position.set).collect();
        names.sort();
        names.dedup();
        let mut sets = BTreeMap::new();
        if names.len() > 1 {
            for name in names {
                let of_set = positions.iter().filter(|position| position.set == *name);
                sets.insert(name.clone(), summarize(&setting, &of_set.collect::<Vec<_>>()));
            }
        }
        let summary = summarize(&setting, &positions.iter().collect::<Vec<_>>());
        Measurement { setting, summary, sets, positions }
    }

    /// A ratio of a team's runs and those of P_seq: the geometric mean over the positions, whose scatter
    /// is the error.
    pub(crate) fn estimate(&self, team: usize, ratio: fn(&Run, &Run) -> f64) -> Estimate {
        let ratios = self.positions.iter().map(|it| it.ratio(&self.setting, team, ratio));
        over_positions(&ratios.collect::<Vec<_>>())
    }

    /// Reads a measurement from its file.
    pub(crate) fn read(path: &Path) -> Result<Measurement, String> {
        Measurement::parse(&read_text(path)?).map_err(|e| format!("{}: {e}", path.display()))
    }

    pub(super) fn parse(text: &str) -> Result<Measurement, String> {
        #[derive(Deserialize)]
        struct Searches {
            setting: Setting,
            positions: Vec<Searched>,
        }
        let Searches { setting, positions } =
            serde_json::from_str(text).map_err(|error| error.to_string())?;
        let teams = positions.iter().flat_map(|position| &position.teams);
        let mut runs = teams.flat_map(|team| &team.runs);
        // A flattened part that does not parse is read as if it were absent.
        if setting.backend == "virtual" && runs.any(|run| run.in_virtual_time.is_none()) {
            return Err("a search in virtual time lacks its seed, trace or account".into());
        }
        Ok(Measurement::new(setting, positions))
    }
}
