//! A search to a depth, as a file of many has it.

use cleave_kit::experiment::Entry;
use cleave_virtual_time::critical_path::Rule;
use serde::{Deserialize, Serialize};

use super::figures::Figures;
use crate::searches::{Chains, Team};

/// The identity of a search: the name of the position, the seed, and the team. The seed is the number of the
/// perturbation and of the jitter. No team is P_seq, which comes first.
pub(crate) type SearchKey = (String, u64, Option<Team>);

/// A search of a position, by a team or by P_seq.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(bound(deserialize = "F: Deserialize<'de>"))]
pub(crate) struct Cell<F> {
    /// The file of the position, without its extension, and its id there.
    pub(crate) position: String,
    /// P_seq's cell has it, for all teams.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) fen: Option<String>,
    /// The number of the perturbation and of the jitter; for real workers the number of the run.
    pub(crate) seed: u64,
    /// `None` is P_seq.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) team: Option<Team>,
    pub(crate) depth: u32,
    /// Time to depth, in nanoseconds.
    pub(crate) time: u64,
    pub(crate) nodes: u64,
    /// Centipawns.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) value: Option<i32>,
    /// C of P_seq's tree, if it has been measured.
    #[serde(default, skip_serializing_if = "Chains::is_empty")]
    pub(crate) chains: Chains,
    /// Other figures of a team's search that the file keeps.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) figures: Option<F>,
}

impl<F> Cell<F> {
    /// Returns the file of the position.
    pub(crate) fn set(&self) -> &str {
        self.position.split_once(' ').map_or("", |(set, _)| set)
    }

    /// Returns the id of the position in its file.
    pub(crate) fn id(&self) -> &str {
        self.position.split_once(' ').map_or(&self.position, |(_, id)| id)
    }

    /// Time to depth; never zero, so that ratios are finite.
    pub(crate) fn seconds(&self) -> f64 {
        (self.time as f64 / 1e9).max(1e-6)
    }

    /// Returns the nodes per second.
    pub(crate) fn speed(&self) -> f64 {
        self.nodes as f64 / self.seconds()
    }

    /// W / C, if the rule has been measured.
    pub(crate) fn parallelism(&self, rule: Rule) -> Option<f64> {
        self.chains.get(rule.name()).map(|&chain| self.nodes as f64 / chain as f64)
    }
}

impl<F: Figures> Entry for Cell<F> {
    type Key = SearchKey;
    type Team = Option<Team>;

    fn key(&self) -> SearchKey {
        (self.position.clone(), self.seed, self.team)
    }

    fn team(&self) -> Option<Team> {
        self.team
    }
}
