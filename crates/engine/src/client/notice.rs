//! The program's messages, independent of a protocol's wording.

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

/// A message to the GUI or the user.
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
        /// The probabilities of the results by the line's value, if they are to be shown.
        chances: Option<Chances>,
    },
    /// The progress of a search that has been running for a while. It is reported at a new root move, and now and then.
    Progress {
        /// The position it started from.
        root: &'a Position,
        /// The state of the search.
        status: &'a Status,
    },
    /// The engine begins to ponder, and its lines of thinking are to be shown.
    Pondering {
        /// The position on the board.
        position: &'a Position,
        /// The move that the opponent is expected to play.
        expected: Move,
    },
    /// The state of the running search, on request.
    Status {
        /// The position it started from.
        root: &'a Position,
        /// The state of the search.
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
        /// The engine claims the draw to which the move leads.
        claims_draw: bool,
    },
    /// The position to search has no moves.
    NoMove {
        /// Its value: mate or stalemate.
        value: Value,
    },
    /// A move of the user that the engine does not answer.
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
    /// A message about the engine's move for others on a chess server.
    Told {
        /// The recipients.
        hearers: Hearers,
        /// The message.
        text: &'a str,
    },
    /// The lines of play of one length have been counted (`perft`).
    LinesCounted {
        /// The number of lines.
        count: u64,
        /// The time that the count took.
        elapsed: Duration,
    },
    /// The game is over by the rules.
    Ending(Ending),
    /// A good move for the side to move, if the engine knows one.
    Hint {
        /// The position on the board.
        position: &'a Position,
        /// The move.
        best: Option<Move>,
    },
    /// The board has changed, for a person who sees pieces in this style.
    Board(&'a Game, Pieces),
    /// An option and its value.
    Option(&'a OptionState),
    /// Details for the curious, such as statistics.
    Comment(&'a str),
    /// A setting or result of a command. GUIs expect no answer.
    Confirmation(&'a str),
    /// A line waits until this search ends.
    Waits(Activity),
    /// Information that the user needs.
    Warning(&'a str),
    /// A line that was not executed.
    Refusal {
        /// The reason.
        refusal: &'a Refusal,
        /// The line.
        line: &'a str,
    },
    /// Ctrl-C while nothing was running.
    NothingToInterrupt,
}

/// The function by which a protocol words a notice: one line or several, without the last line end. `None` if it writes
/// nothing.
pub type Wording = fn(&Notice<'_>) -> Option<String>;
