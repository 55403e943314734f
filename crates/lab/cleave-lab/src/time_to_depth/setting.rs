//! What all searches of a measurement depend on.

use cleave_kit::options::Game;
use serde::{Deserialize, Serialize};

use crate::searches::{Goal, Links};

/// What is searched, how deep, and how ranks are connected.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Conditions {
    #[serde(default, skip_serializing_if = "Game::is_chess")]
    pub(crate) game: Game,
    /// None where no cluster is measured.
    #[serde(flatten)]
    pub(crate) links: Option<Links>,
    #[serde(flatten)]
    pub(crate) goal: Goal,
}

impl From<Goal> for Conditions {
    /// Of teams that play chess.
    fn from(goal: Goal) -> Conditions {
        Conditions { game: Game::Chess, links: None, goal }
    }
}

/// The first line of a journal of searches to a depth.
pub(crate) type Setting = crate::setting::Setting<Conditions>;
