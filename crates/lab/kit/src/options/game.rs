//! The game that a command is about.

use clap::ValueEnum;
use serde::{Deserialize, Serialize};

/// A game that Cleave searches.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Game {
    /// Chess.
    #[default]
    Chess,
    /// Chinese chess.
    Xiangqi,
}

impl Game {
    /// Returns true for chess.
    pub fn is_chess(&self) -> bool {
        *self == Game::Chess
    }
}
