//! All searches of a measurement, and the file it is kept in.

use std::collections::BTreeMap;
use std::path::Path;

use cleave_search::virtual_time::CostModel;
use serde::{Deserialize, Serialize};

use super::read_text;
use super::run::Run;
use super::statistics::{geometric_mean, median};
use super::summary::{Summary, summarize};

/// How a measurement was made.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Setting {
    /// `fork`, `thread` or `virtual`.
    pub(crate) backend: String,
    /// Sizes of the teams, one among them.
    pub(crate) workers: Vec<usize>,
    /// Searches of each position by each program; seeds in virtual time.
    pub(crate) runs: usize,
    /// The time that the depth of each position was chosen for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) seconds: Option<f64>,
    /// The depth of all positions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) depth: Option<u32>,
    /// Size of the table, in MiB.
    pub(crate) hash: usize,
    /// Thresholds of splitting that were not the usual ones: `Share=50`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) split: Vec<String>,
    /// With it and the rest the same searches come again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) virtual_time: Option<VirtualTime>,
}

/// What only virtual time has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct VirtualTime {
    /// What things cost, in nanoseconds.
    pub(crate) costs: CostModel,
    /// The first seed.
    pub(crate) seed: u64,
    /// By how many percent costs vary; if not given, not at all for seed 0 and by 5 for others.
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
    /// The file it is from, without its ending.
    pub(crate) set: String,
    pub(crate) id: String,
    pub(crate) fen: String,
    pub(crate) depth: u32,
    /// Runs of P_seq, each beside the teams' runs of the same number; or one that stands for all.
    pub(crate) sequential: Vec<Run>,
    /// Runs of the teams, in the order of their sizes.
    pub(crate) teams: Vec<TeamRuns>,
}

/// All searches of one position by teams of one size.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct TeamRuns {
    pub(crate) workers: usize,
    pub(crate) runs: Vec<Run>,
}

impl Setting {
    /// What several runs of one position come to. Of real ones, the median: the machine may be busy
    /// with something else during one of them. In virtual time every run is as good as the others:
    /// the geometric mean.
    pub(crate) fn typical(&self, figures: &[f64]) -> f64 {
        if self.backend == "virtual" { geometric_mean(figures) } else { median(figures) }
    }
}

impl Searched {
    /// A run of P_seq and the team's run that was made next to it, for all runs of a team.
    pub(crate) fn pairs(&self, team: usize) -> impl Iterator<Item = (&Run, &Run)> {
        let runs = self.teams.get(team).map_or(&[][..], |team| &team.runs);
        self.sequential.iter().cycle().zip(runs)
    }

    /// Some figure of P_seq, typical of its runs.
    pub(crate) fn alone(&self, setting: &Setting, figure: impl Fn(&Run) -> f64) -> f64 {
        setting.typical(&self.sequential.iter().map(figure).collect::<Vec<_>>())
    }

    /// Time of P_seq by time of a team, typical of its runs. Each is divided by that of the run made
    /// next to it, so that what slows the machine down for a while slows both.
    pub(crate) fn speedup(&self, setting: &Setting, team: usize) -> f64 {
        self.ratio(setting, team, |seq, run| seq.seconds / run.seconds)
    }

    /// Some ratio of a run of P_seq and the team's run made next to it, typical of its runs.
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
    /// Sums up.
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

    /// Reads a measurement from its file.
    ///
    /// # Errors
    /// The file's name, and why it cannot be read or holds no measurement.
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
