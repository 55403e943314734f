//! All searches of a measurement, and the file it is kept in.

use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::json;
use super::run::Run;
use super::statistics::geometric_mean;
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
}

/// A measurement.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Measurement {
    pub(crate) setting: Setting,
    /// Over all positions, by size of the team.
    pub(crate) summary: Vec<Summary>,
    /// The same for the positions of each file, where there is more than one.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
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

impl Searched {
    /// A run of P_seq and the team's run that was made next to it, for all runs of a team.
    pub(crate) fn pairs(&self, team: usize) -> impl Iterator<Item = (&Run, &Run)> {
        let runs = self.teams.get(team).map_or(&[][..], |team| &team.runs);
        self.sequential.iter().cycle().zip(runs)
    }

    /// Nodes of P_seq, geometric mean over its runs.
    pub(crate) fn nodes_alone(&self) -> u64 {
        let nodes: Vec<f64> = self.sequential.iter().map(|run| run.nodes as f64).collect();
        geometric_mean(&nodes).round() as u64
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
    /// The file cannot be read, or is no measurement.
    pub(crate) fn read(path: &Path) -> Result<Measurement, Box<dyn Error>> {
        let text = fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
        Ok(serde_json::from_str(&text).map_err(|e| format!("{}: {e}", path.display()))?)
    }

    /// The text of its file.
    ///
    /// # Errors
    /// A figure is not finite.
    pub(crate) fn to_json(&self) -> serde_json::Result<String> {
        json::to_text(self)
    }
}
