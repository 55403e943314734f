//! Why a line was not executed. Nothing has changed then.

use cleave_board::FenError;
use cleave_io::excerpt;
use cleave_movegen::MoveTextError;

/// Why a line was not executed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// The line is neither a command nor a move.
    UnknownCommand,
    /// The line is neither a command nor a move, but nearly begins with this command.
    Misspelt(&'static str),
    /// The word is the beginning of several commands: these.
    Ambiguous(String),
    /// The game is over: how, and what to do.
    GameOver(String),
    /// The command is one of another program, which is not here; this is why, or what is used instead.
    Declined(&'static str),
    /// The command makes no sense at the moment.
    NotNow(&'static str),
    /// Something follows the name of a command that takes no arguments.
    TakesNoArguments {
        /// The name.
        name: String,
        /// What the command is for.
        help: &'static str,
    },
    /// Nothing follows the name of a command that needs something.
    MissingArgument {
        /// The name.
        name: &'static str,
        /// What ought to follow it, as `help` shows it.
        arguments: &'static str,
    },
    /// Something is wrong with what follows the name of the command.
    BadArgument(String),
    /// The line looks like a move, but is not one that can be played.
    IllegalMove {
        /// The text of the move.
        text: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The position cannot be set up.
    IllegalPosition(FenError),
    /// The position has castling rights of chess960, and normal chess is being played.
    Chess960Position,
    /// The line itself cannot be read.
    BadLine(BadLine),
}

/// Why a line cannot be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BadLine {
    /// It is too long.
    TooLong,
    /// It is not text.
    NotText,
    /// It has a cursor or function key in it.
    Key,
}

impl From<&str> for Refusal {
    /// What is wrong with what follows the name of the command.
    fn from(what: &str) -> Refusal {
        Refusal::BadArgument(what.into())
    }
}

impl From<String> for Refusal {
    /// What is wrong with what follows the name of the command.
    fn from(what: String) -> Refusal {
        Refusal::BadArgument(what)
    }
}

/// The result of a command.
pub type Reply = Result<(), Refusal>;

impl Refusal {
    /// The refusal of a move that was not understood or is not legal.
    pub fn of_move(text: &str, error: &MoveTextError) -> Refusal {
        let reason = match error {
            MoveTextError::Unreachable(_) => "no such piece can go there".into(),
            MoveTextError::KingInCheck(_) => "the king would be in check".into(),
            MoveTextError::NoCastling(_) => "castling is not possible here".into(),
            MoveTextError::Ambiguous(_, choices) => format!("ambiguous: {choices}"),
            MoveTextError::NoPromotion(_) => "say what the pawn becomes: q, r, b or n".into(),
            MoveTextError::NotAPromotion(_) => "no pawn is promoted".into(),
            MoveTextError::NotAMove(_) => "not a move".into(),
            other => other.to_string(),
        };
        Refusal::IllegalMove { text: excerpt(text), reason }
    }
}
