//! Settings that last until they are changed, grouped by topic.

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
pub use policy::{GamePolicy, Ratings};
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
    /// The display of searches and games.
    pub shown: ShownSettings,
    /// The engine's messages to others on a chess server (`kibitz`, `whisper`).
    pub talk: Talk,
    /// The limits of the engine's searches.
    pub search: SearchSettings,
    /// The strength of play.
    pub strength: StrengthSettings,
    /// Draws and resignation.
    pub policy: GamePolicy,
    /// The opening book.
    pub book: BookSettings,
    /// The evaluation of positions.
    pub evaluation: EvaluationSettings,
    /// The use of endgame tables.
    pub tablebase: TablebaseSettings,
    /// The logs of games.
    pub game_log: GameLogSettings,
    /// The file of the conversation; empty for none.
    pub debug_log: String,
    /// The file in which the table is saved; empty for none.
    pub hash_file: String,
    /// The workers.
    pub team: TeamSettings,
    /// The search by playouts.
    pub monte_carlo: MonteCarloSettings,
    /// The memory that the whole program may use, in MiB; `None` if it is not limited (`memory`).
    pub memory: Option<usize>,
    /// The adaptation of the table's size to the time control.
    pub adaptive_hash: AdaptiveHash,
    /// Lines of input wait while the engine searches for a move (`batch`).
    pub batch: bool,
    /// The games are chess960 (`variant`).
    pub chess960: bool,
    /// The positions are not from the engine's games: no side is preferred, no book is used, and the strength is not
    /// limited.
    pub analyse_mode: bool,
    /// The personality that was loaded last; empty for none.
    pub personality: String,
    /// The opponent, as a UCI client describes it; empty if unknown.
    pub opponent: String,
}

/// The opening book.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BookSettings {
    /// Moves are played from the book.
    pub is_on: bool,
    /// The file of the book; empty for the built-in book.
    pub file: String,
    /// The choice among its moves.
    pub choice: Choice,
    /// The results of games are added to the weights in the book.
    pub learns: bool,
}

/// The evaluation of positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EvaluationSettings {
    /// The file of the network; empty for the built-in network (`EvalFile`).
    pub file: String,
    /// The network evaluates, and not the hand-written terms (`Use NNUE`).
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
    /// Each game is kept in a file, and the conversation in another.
    pub is_on: bool,
    /// The folder of these files; empty for the folder of the program's state.
    pub folder: String,
}

impl GameLogSettings {
    /// Returns the folder of game logs: the option's, or the folder of the program's state.
    pub fn folder(&self) -> Option<PathBuf> {
        match self.folder.as_str() {
            "" => folders::state(),
            folder => Some(folder.into()),
        }
    }
}
