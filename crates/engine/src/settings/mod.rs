//! Settings that last until they are changed, grouped by what they are about.

mod adaptive_hash;
mod monte_carlo;
mod policy;
mod search;
mod shown;
mod strength;
mod tablebase;
mod talk;
mod team;
mod time_use;

use std::path::PathBuf;

use cleave_book::Choice;

use crate::folders;

pub use adaptive_hash::AdaptiveHash;
pub use monte_carlo::MonteCarloSettings;
pub use policy::GamePolicy;
pub use search::SearchSettings;
pub use shown::{ShownLines, ShownSettings};
pub use strength::{RATINGS, SKILLS, StrengthSettings};
pub use tablebase::TablebaseSettings;
pub use talk::{Hearers, MOST_TALK, Talk};
pub use team::TeamSettings;
pub use time_use::{OutOfBook, TimeUse};

/// Settings that last until they are changed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// What is shown, and how.
    pub shown: ShownSettings,
    /// What the engine says to others on a chess server (`kibitz`, `whisper`).
    pub talk: Talk,
    /// How long the engine searches.
    pub search: SearchSettings,
    /// How well it plays.
    pub strength: StrengthSettings,
    /// Draws and resignation.
    pub policy: GamePolicy,
    /// The opening book.
    pub book: BookSettings,
    /// What evaluates positions.
    pub evaluation: EvaluationSettings,
    /// Which positions are looked up in endgame tables.
    pub tablebase: TablebaseSettings,
    /// The logs of games.
    pub game_log: GameLogSettings,
    /// The file of the conversation; empty for none.
    pub debug_log: String,
    /// The workers.
    pub team: TeamSettings,
    /// Whether to search by playouts, and how.
    pub monte_carlo: MonteCarloSettings,
    /// The memory that the whole program may use, in MiB; `None` if it is not limited (`memory`).
    pub memory: Option<usize>,
    /// Whether and how the size of the table follows the time control.
    pub adaptive_hash: AdaptiveHash,
    /// Whether lines of input wait while the engine searches for a move (`batch`).
    pub batch: bool,
    /// Whether the games are of chess960 (`variant`).
    pub chess960: bool,
    /// Whether the positions are somebody else's: no side is preferred, no book is played by, and the
    /// strength is not limited.
    pub analyse_mode: bool,
    /// The personality that was loaded last; empty for none.
    pub personality: String,
    /// The opponent, as a UCI client describes it; empty if unknown.
    pub opponent: String,
}

/// The opening book.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BookSettings {
    /// Whether to play moves from the book.
    pub is_on: bool,
    /// The file of the book; empty for the built-in book.
    pub file: String,
    /// Which of its moves to play.
    pub choice: Choice,
    /// Whether to add the results of games to the weights in the book.
    pub learns: bool,
}

/// What evaluates positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EvaluationSettings {
    /// The file of the network; empty for the built-in network (`EvalFile`).
    pub file: String,
    /// Whether the network evaluates, or the terms written by hand (`Use NNUE`).
    pub by_network: bool,
}

impl Default for EvaluationSettings {
    fn default() -> EvaluationSettings {
        EvaluationSettings { file: String::new(), by_network: true }
    }
}

/// The logs of games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameLogSettings {
    /// Whether each game is kept in a file, and the conversation in another.
    pub is_on: bool,
    /// The folder of these files; empty for that of the program's state.
    pub folder: String,
}

impl GameLogSettings {
    /// Where game logs lie: where the option says, or with the other things that the program remembers.
    pub fn folder(&self) -> Option<PathBuf> {
        match self.folder.as_str() {
            "" => folders::state(),
            folder => Some(folder.into()),
        }
    }
}
