//! The setting that all searches of a measurement share.

use cleave_kit::options::Game;
use cleave_kit::statistics::{geometric_mean, median};
use serde::{Deserialize, Serialize};

use crate::options::DEFAULT_HASH;
use crate::searches::{Goal, Links};

use super::backend::BackendKind;

/// The game, the kind of workers, the links of a cluster, and the depth.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Conditions {
    #[serde(default, skip_serializing_if = "Game::is_chess")]
    pub(crate) game: Game,
    #[serde(default, skip_serializing_if = "BackendKind::is_virtual")]
    pub(crate) backend: BackendKind,
    /// None where no cluster is measured.
    #[serde(flatten)]
    pub(crate) links: Option<Links>,
    #[serde(flatten)]
    pub(crate) goal: Goal,
}

impl From<Goal> for Conditions {
    /// Returns the conditions of teams that play chess in virtual time.
    fn from(goal: Goal) -> Conditions {
        Conditions { game: Game::Chess, backend: BackendKind::Virtual, links: None, goal }
    }
}

/// The first line of a journal of searches to a depth.
pub(crate) type Setting = crate::setting::Setting<Conditions>;

impl Setting {
    /// Returns the setting of searches of chess by such workers, with all else by default.
    pub(crate) fn new(backend: BackendKind, goal: Goal) -> Setting {
        let goal = Conditions { backend, ..goal.into() };
        let split = Vec::new();
        Setting { goal, hash: DEFAULT_HASH, jitter: None, split, costs: None, bench: None }
    }

    /// Returns the summary of several searches of one position. It is the median of real runs, since the machine may be
    /// busy during one of them. In virtual time nothing disturbs a run, and it is the geometric mean.
    pub(crate) fn typical(&self) -> fn(&[f64]) -> f64 {
        if self.goal.backend.is_virtual() { geometric_mean } else { median }
    }
}
