//! What the program has to say, apart from how a protocol says it.

use std::time::Duration;

use cleave_board::{Move, Position, Value};
use cleave_io::option::OptionState;
use cleave_pgn::Ending;
use cleave_search::{Status, Thinking};

use crate::game::Game;
use crate::game::chances::Chances;
use crate::game::display::Pieces;
use crate::refusal::Refusal;
use crate::settings::Hearers;
use crate::task::Activity;

/// Something to tell the GUI or the user.
#[derive(Clone, Copy, Debug)]
pub enum Notice<'a> {
    /// A search begins, and its lines of thinking are to be shown.
    ThinkingBegins,
    /// A line of thinking.
    Thinking {
        /// The position it starts from.
        root: &'a Position,
        /// The line.
        line: &'a Thinking,
        /// How likely each result is by its value, if that is to be shown.
        chances: Option<Chances>,
    },
    /// How far a search is that has been running for a while: said when it comes to another root move,
    /// and now and then.
    Progress {
        /// The position it started from.
        root: &'a Position,
        /// How far it is.
        status: &'a Status,
    },
    /// The engine begins to ponder, and its lines of thinking are to be shown.
    Pondering {
        /// The position on the board.
        position: &'a Position,
        /// The move that the opponent is expected to play.
        expected: Move,
    },
    /// How far the running search is, for someone who has asked.
    Status {
        /// The position it started from.
        root: &'a Position,
        /// How far it is.
        status: &'a Status,
    },
    /// The engine's move.
    BestMove {
        /// The position before it.
        position: &'a Position,
        /// The move.
        mv: Move,
        /// The reply that the engine expects.
        expected: Option<Move>,
        /// Whether the engine claims the draw that the move leads to.
        claims_draw: bool,
    },
    /// The position to search has no moves.
    NoMove {
        /// Its value: mate or stalemate.
        value: Value,
    },
    /// A move that the user has made, which the engine does not answer.
    UserMove {
        /// The position before it.
        position: &'a Position,
        /// The move.
        mv: Move,
    },
    /// The engine offers a draw with the move that follows.
    DrawOffered,
    /// The engine accepts the opponent's offer of a draw.
    DrawAccepted,
    /// The engine resigns.
    Resigned,
    /// What the engine tells others on a chess server about its move.
    Told {
        /// Who hears it.
        hearers: Hearers,
        /// What it tells.
        text: &'a str,
    },
    /// The lines of play of some length have been counted (`perft`).
    LinesCounted {
        /// How many there are.
        count: u64,
        /// How long that took.
        elapsed: Duration,
    },
    /// The game is over by the rules.
    Ending(Ending),
    /// A good move for the side to move, if one is known.
    Hint {
        /// The position on the board.
        position: &'a Position,
        /// The move.
        best: Option<Move>,
    },
    /// The board has changed, and a person is watching, who wants pieces drawn so.
    Board(&'a Game, Pieces),
    /// An option and its value.
    Option(&'a OptionState),
    /// Details for the curious, such as statistics.
    Comment(&'a str),
    /// What a command has set or found. GUIs expect no answer.
    Confirmation(&'a str),
    /// A line waits until this search ends.
    Waits(Activity),
    /// Something that the user ought to know.
    Warning(&'a str),
    /// A line that was not executed.
    Refusal {
        /// Why not.
        refusal: &'a Refusal,
        /// The line.
        line: &'a str,
    },
    /// Ctrl-C, while there was nothing to interrupt.
    NothingToInterrupt,
}

/// How a protocol words a notice: one line or several, without the last line end; `None` if it says
/// nothing.
pub type Wording = fn(&Notice<'_>) -> Option<String>;
