//! A search in virtual time, as a file of many has it.

use cleave_kit::experiment::Entry;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::roots::SearchKey;
use super::team::Team;

/// A search of a position by a team, with what else the file has of it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Cell<More> {
    /// The file of the position, and its id there.
    pub(crate) position: String,
    /// The number of the perturbation and of the jitter.
    pub(crate) seed: u64,
    #[serde(flatten)]
    pub(crate) team: Team,
    /// None if another search of the file has it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) depth: Option<u32>,
    /// Virtual time to depth, in nanoseconds.
    pub(crate) time: u64,
    /// In a comparison those of all groups, in a measurement of ranks those of the first.
    pub(crate) nodes: u64,
    /// Share of the workers' time without work, of the same groups or ranks as the nodes.
    pub(crate) idle: f64,
    #[serde(flatten)]
    pub(crate) more: More,
}

impl<More> Entry for Cell<More>
where
    More: Serialize + DeserializeOwned + Clone + PartialEq + Send + Sync,
{
    type Key = SearchKey;
    type Team = Option<Team>;

    fn key(&self) -> SearchKey {
        (self.position.clone(), self.seed, Some(self.team))
    }

    fn team(&self) -> Option<Team> {
        Some(self.team)
    }
}
