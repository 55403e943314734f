//! The reason why a line was not executed. A refused line has changed nothing.

use cleave_board::FenError;
use cleave_io::excerpt;
use cleave_movegen::MoveTextError;

/// The reason why a line was not executed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// The line is neither a command nor a move.
    UnknownCommand,
    /// The line is neither a command nor a move, but nearly begins with this command.
    Misspelt(&'static str),
    /// The word is the beginning of several commands: these.
    Ambiguous(String),
    /// The game is over. The text explains how, and what to do.
    GameOver(String),
    /// The command belongs to another program. The text gives the reason or a replacement.
    Declined(&'static str),
    /// The command makes no sense at the moment.
    NotNow(&'static str),
    /// The command takes no arguments, and has one.
    TakesNoArguments {
        /// The name.
        name: String,
        /// The help text of the command.
        help: &'static str,
    },
    /// The command needs an argument, and has none.
    MissingArgument {
        /// The name.
        name: &'static str,
        /// The required arguments, as `help` shows them.
        arguments: &'static str,
    },
    /// The argument of the command is wrong.
    BadArgument(String),
    /// The line looks like a move, but the move cannot be played.
    IllegalMove {
        /// The text of the move.
        text: String,
        /// The reason.
        reason: String,
    },
    /// The position cannot be set up.
    IllegalPosition(FenError),
    /// The position has castling rights of chess960, but the game is normal chess.
    Chess960Position,
    /// The line itself cannot be read.
    BadLine(BadLine),
}

/// Why a line cannot be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BadLine {
    /// The line is too long.
    TooLong,
    /// The line is not text.
    NotText,
    /// The line contains a cursor or function key.
    Key,
}

impl From<&str> for Refusal {
    /// Describes what is wrong with the argument of the command.
    fn from(what: &str) -> Refusal {
        Refusal::BadArgument(what.into())
    }
}

impl From<String> for Refusal {
    /// Describes what is wrong with the argument of the command.
    fn from(what: String) -> Refusal {
        Refusal::BadArgument(what)
    }
}

/// The result of a command.
pub type Reply = Result<(), Refusal>;

impl Refusal {
    /// Returns the refusal of a move that was not understood or is not legal.
    pub fn of_move(text: &str, error: &MoveTextError) -> Refusal {
        let reason = match error {
            MoveTextError::Unreachable(_) => "no such piece can go there".into(),
            MoveTextError::KingInCheck(_) => "the king would be in check".into(),
            MoveTextError::NoCastling(_) => "castling is not possible here".into(),
            MoveTextError::Ambiguous(_, choices) => format!("ambiguous: {choices}"),
            MoveTextError::NoPromotion(_) => {
                "add the piece that the pawn becomes: q, r, b or n".into()
            }
            MoveTextError::NotAPromotion(_) => "no pawn is promoted".into(),
            MoveTextError::NotAMove(_) => "not a move".into(),
            other => other.to_string(),
        };
        Refusal::IllegalMove { text: excerpt(text), reason }
    }
}
