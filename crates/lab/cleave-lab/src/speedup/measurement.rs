//! A measurement, and the file that holds it.

use std::collections::BTreeMap;

use cleave_kit::estimate::Estimate;
use serde::{Deserialize, Serialize};

use super::backend::BackendKind;
use super::plan::Plan;
use super::run::Run;
use super::searched::Searched;
use super::summary::{Summary, estimate, summarize};

/// A measurement. Its file holds the summaries for other readers; they follow from the searches, and
/// are computed again when the file is read.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(try_from = "StoredMeasurement")]
pub(crate) struct Measurement {
    #[serde(rename = "setting")]
    pub(crate) plan: Plan,
    /// Over all positions, by size of the team.
    pub(crate) summary: Vec<Summary>,
    /// The same for the positions of each file, where there is more than one.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) sets: BTreeMap<String, Vec<Summary>>,
    pub(crate) positions: Vec<Searched>,
}

impl Measurement {
    /// Adds the summaries.
    pub(crate) fn new(plan: Plan, positions: Vec<Searched>) -> Measurement {
        let mut names: Vec<_> = positions.iter().map(|position| &position.set).collect();
        names.sort();
        names.dedup();
        let mut sets = BTreeMap::new();
        if names.len() > 1 {
            for name in names {
                let of_set = positions.iter().filter(|position| position.set == *name);
                sets.insert(name.clone(), summarize(&plan, &of_set.collect::<Vec<_>>()));
            }
        }
        let summary = summarize(&plan, &positions.iter().collect::<Vec<_>>());
        Measurement { plan, summary, sets, positions }
    }

    /// A ratio of a team's runs and those of P_seq made next to them, over all positions.
    pub(crate) fn estimate(&self, team: usize, ratio: fn(&Run, &Run) -> f64) -> Estimate {
        estimate(&self.plan, &self.positions.iter().collect::<Vec<_>>(), team, ratio)
    }
}

/// What a file is read for.
#[derive(Deserialize)]
struct StoredMeasurement {
    setting: Plan,
    positions: Vec<Searched>,
}

impl TryFrom<StoredMeasurement> for Measurement {
    type Error = &'static str;

    fn try_from(
        StoredMeasurement { setting: plan, positions }: StoredMeasurement,
    ) -> Result<Measurement, Self::Error> {
        let teams = positions.iter().flat_map(|position| &position.teams);
        let mut runs = teams.flat_map(|team| &team.runs);
        // A flattened part that does not parse is read as if it were absent.
        if plan.backend == BackendKind::Virtual && runs.any(|run| run.in_virtual_time.is_none()) {
            return Err("a search in virtual time lacks its seed, trace or account");
        }
        Ok(Measurement::new(plan, positions))
    }
}
