//! What is said to whoever asks for something that cannot be done. Nothing has changed then.

use cleave_board::FenError;
use cleave_movegen::MoveTextError;

use crate::dialect::Dialect;
use crate::lines::excerpt;

/// Why a line was not obeyed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// There is no such command, and it is no move either.
    UnknownCommand,
    /// The command is known and makes no sense at the moment.
    NotNow(&'static str),
    /// Something is wrong with what follows the command.
    BadArgument(String),
    /// It looks like a move and is none that can be played.
    IllegalMove {
        /// The text of the move.
        text: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The position cannot be set up.
    IllegalPosition(FenError),
    /// The line itself: too long, or not text.
    BadLine(&'static str),
}

/// What a command comes to.
pub type Reply = Result<(), Refusal>;

impl Refusal {
    /// A move that was not understood or is not legal.
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

    /// The line to say, in answer to `line`.
    pub fn to_line(&self, line: &str, dialect: Dialect) -> String {
        let line = excerpt(line);
        match dialect {
            Dialect::Xboard => self.for_gui(&line),
            Dialect::Console => self.for_person(&line),
        }
    }

    fn for_gui(&self, line: &str) -> String {
        match self {
            Refusal::UnknownCommand => format!("Error (unknown command): {line}"),
            Refusal::NotNow(_) => format!("Error (command not legal now): {line}"),
            Refusal::BadArgument(what) => format!("Error ({what}): {line}"),
            Refusal::IllegalMove { text, reason } => format!("Illegal move ({reason}): {text}"),
            Refusal::IllegalPosition(error) => {
                format!("tellusererror Illegal position: {error}")
            }
            Refusal::BadLine(what) => format!("Error ({what}): {line}"),
        }
    }

    fn for_person(&self, line: &str) -> String {
        match self {
            Refusal::UnknownCommand => {
                format!("'{line}' is neither a command nor a move; 'help' lists the commands.")
            }
            Refusal::NotNow(why) => format!("Not now: {why}."),
            Refusal::BadArgument(what) => format!("{line}: {what}."),
            Refusal::IllegalMove { text, reason } => format!("Illegal move {text}: {reason}."),
            Refusal::IllegalPosition(error) => format!("Illegal position: {error}."),
            Refusal::BadLine(what) => format!("The line is {what}: {line}"),
        }
    }
}
