//! Settings that last until they are changed.

use std::ops::RangeInclusive;
use std::time::Duration;

use cleave_book::Choice;
use cleave_search::{
    Algorithm, Backend, MoveOverhead, Pace, ProbeLimits, SplitParams, Thinking, Verdict,
};

use crate::game_keeping::talk::Talk;
use crate::time_use::TimeUse;

use crate::adaptive_hash::AdaptiveHash;
use crate::display::Pieces;

/// The levels of skill; the last is full strength.
pub const SKILLS: RangeInclusive<u32> = 1..=100;

/// The ratings that the engine can be told to play at.
pub const RATINGS: RangeInclusive<u32> = 800..=3200;

/// Settings that last until they are changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Whether to show lines of thinking (`post`).
    pub post: bool,
    /// Which lines of thinking to show then.
    pub shown_lines: ShownLines,
    /// Whether to ring the bell of the terminal with each move of the engine (`alarm`).
    pub alarm: bool,
    /// Whether to show the clocks after each move of the engine, and to value a draw at 0 (`mode`).
    pub tournament: bool,
    /// What is told to others on a chess server (`kibitz`, `whisper`).
    pub talk: Talk,
    /// Whether lines of input wait while the engine searches for a move (`batch`).
    pub batch: bool,
    /// Whether to show the statistics of a team as well.
    pub team_statistics: bool,
    /// How pieces look on the board that a person is shown.
    pub pieces: Pieces,
    /// Whether lines of thinking say how likely a win, a draw and a loss are.
    pub show_chances: bool,
    /// Whether the games are of chess960 (`variant`).
    pub chess960: bool,
    /// Whether to think on the opponent's time (`hard`).
    pub ponder: bool,
    /// The depth limit of the engine's searches (`sd`).
    pub depth: Option<u32>,
    /// The nodes that the engine's searches are limited to (`sn`).
    pub nodes: Option<u64>,
    /// How the time of the clocks is used.
    pub time_use: TimeUse,
    /// How thinking time is measured (`nps`).
    pub pace: Pace,
    /// What a move costs besides the search.
    pub overhead: MoveOverhead,
    /// The number of best lines to show in analysis, at least 1.
    pub multi_pv: usize,
    /// How well to play, one of [`SKILLS`].
    pub skill: u32,
    /// Whether to play no better than `rating`.
    pub limits_strength: bool,
    /// The rating to play at if `limits_strength` is set, one of [`RATINGS`].
    pub rating: u32,
    /// The personality that was loaded last; empty for none.
    pub personality: String,
    /// The opponent, as a UCI client describes it; empty if unknown.
    pub opponent: String,
    /// Whether the positions are somebody else's: no side is preferred, no book is played by, and the
    /// strength is not limited.
    pub analyse_mode: bool,
    /// Whether to make only moves that still give the opponent a chance to go wrong, where endgame tables
    /// call the position a draw or a loss.
    pub swindle: bool,
    /// How much a draw is disliked, in centipawns, as the user wants it; 0 leaves it to the ratings.
    pub contempt: i32,
    /// The same, as the ratings of the players suggest it (`rating`); `None` if one is unknown.
    pub contempt_by_rating: Option<i32>,
    /// Whether the ratings of the players count (`draw dynamic`).
    pub heeds_ratings: bool,
    /// Whether to offer a draw in a level and quiet position.
    pub offer_draws: bool,
    /// Whether to accept draws (`draw accept`).
    pub accept_draws: bool,
    /// Resign when this many centipawns behind; 0 means never.
    pub resign_threshold: i32,
    /// But only when that far behind for this many successive moves of the engine, at least 1.
    pub resign_moves: u32,
    /// Whether to play moves from the book.
    pub own_book: bool,
    /// The file of the book; empty for the built-in book.
    pub book_file: String,
    /// Which of its moves to play.
    pub book_choice: Choice,
    /// Whether to add the results of games to the weights in the book.
    pub book_learning: bool,
    /// Whether each game is kept in a file, and the conversation in another.
    pub game_log: bool,
    /// The folder of these files; empty for that of the program's state.
    pub log_folder: String,
    /// The directories of the endgame tables, separated as in `PATH`; empty for no tables.
    pub tablebase_path: String,
    /// Which positions are looked up in endgame tables.
    pub tablebase: TablebaseSettings,
    /// The memory that the whole program may use, in MiB; `None` if it is not limited (`memory`).
    pub memory: Option<usize>,
    /// Whether and how the size of the table follows the time control.
    pub adaptive_hash: AdaptiveHash,
    /// The most workers, at least 1 (`cores`): those without a processor are not started.
    pub cores: u32,
    /// What workers are, if there are several.
    pub backend: Backend,
    /// Whether more workers are started than there are processors.
    pub oversubscribe: bool,
    /// How they share the tree.
    pub algorithm: Algorithm,
    /// Where and when teams split.
    pub split: SplitParams,
    /// Whether GUIs are told of the options for experts as well.
    pub expert_options: bool,
}

/// Which lines of thinking are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShownLines {
    /// Those with an exact value (`display pv`).
    pub exact: bool,
    /// Those with a bound of the value (`display fail`).
    pub bounds: bool,
    /// None before the search has lasted this long (`noise`).
    pub after: Duration,
}

impl Default for ShownLines {
    fn default() -> ShownLines {
        ShownLines { exact: true, bounds: true, after: Duration::ZERO }
    }
}

/// Which positions are looked up in endgame tables, if there are any (`SyzygyPath`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TablebaseSettings {
    /// The most pieces, kings included; 0 for none at all.
    pub pieces: u32,
    /// What `pieces` was when the tables were turned off (`egtb off`), for when they are turned on again.
    pub pieces_when_on: Option<u32>,
    /// The depth from which positions with that many pieces are looked up.
    pub depth: u32,
    /// Whether the fifty-move rule is in force.
    pub fifty_moves: bool,
}

impl TablebaseSettings {
    /// As the search takes them.
    pub fn limits(self) -> ProbeLimits {
        let TablebaseSettings { pieces, depth, fifty_moves, .. } = self;
        ProbeLimits { pieces, depth, fifty_moves }
    }
}

impl Default for TablebaseSettings {
    fn default() -> TablebaseSettings {
        TablebaseSettings { pieces: 7, pieces_when_on: None, depth: 1, fifty_moves: true }
    }
}

impl Settings {
    /// How much a draw is disliked, in centipawns: by the option, or if that is 0, by the ratings. A
    /// draw in a tournament is worth half a point.
    pub fn contempt_in_force(&self) -> i32 {
        let by_rating = self.contempt_by_rating.filter(|_| self.heeds_ratings);
        match self.contempt {
            _ if self.tournament => 0,
            0 => by_rating.unwrap_or(0),
            contempt => contempt,
        }
    }

    /// Whether to show this line of thinking.
    pub fn shows(&self, line: &Thinking) -> bool {
        let ShownLines { exact, bounds, after } = self.shown_lines;
        let is_wanted = if line.verdict == Verdict::Exact { exact } else { bounds };
        self.post && is_wanted && line.elapsed >= after
    }
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            post: false,
            shown_lines: ShownLines::default(),
            alarm: false,
            tournament: false,
            talk: Talk::default(),
            batch: false,
            team_statistics: true,
            pieces: Pieces::Letters,
            show_chances: false,
            chess960: false,
            ponder: false,
            depth: None,
            nodes: None,
            time_use: TimeUse::default(),
            pace: Pace::Wall,
            overhead: MoveOverhead::default(),
            multi_pv: 1,
            skill: *SKILLS.end(),
            limits_strength: false,
            rating: 1600,
            personality: String::new(),
            opponent: String::new(),
            analyse_mode: false,
            swindle: false,
            contempt: 0,
            contempt_by_rating: None,
            heeds_ratings: true,
            offer_draws: true,
            accept_draws: true,
            resign_threshold: 0,
            resign_moves: 1,
            own_book: false,
            book_file: String::new(),
            book_choice: Choice::default(),
            book_learning: false,
            game_log: false,
            log_folder: String::new(),
            tablebase_path: String::new(),
            tablebase: TablebaseSettings::default(),
            memory: None,
            adaptive_hash: AdaptiveHash::default(),
            cores: 1,
            backend: Backend::default(),
            oversubscribe: false,
            algorithm: Algorithm::default(),
            split: SplitParams::default(),
            expert_options: false,
        }
    }
}
