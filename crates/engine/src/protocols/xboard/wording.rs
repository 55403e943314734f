//! The wording of all notices to xboard.

use cleave_board::{Move, MoveKind, Position};
use cleave_io::excerpt;
use cleave_movegen::{to_coordinate, to_san};

use super::thinking;
use crate::client::notice::Notice;
use crate::game::display;
use crate::refusal::{BadLine, Refusal};
use crate::settings::Hearers;

/// Returns the wording of a notice. GUIs show `telluser` messages in a window, and only log comments, which are lines
/// that begin with `#`.
pub(super) fn wording(notice: &Notice<'_>) -> Option<String> {
    Some(match *notice {
        Notice::Thinking { root, line, .. } => thinking::line(root, line),
        // The lines of thinking leave this move out, and the protocol requires it before them.
        Notice::Pondering { position, expected } => hint(position, expected),
        Notice::Hint { position, best } => hint(position, best?),
        Notice::Status { root, status } => thinking::status(root, status),
        Notice::BestMove { position, mv, claims_draw, .. } => {
            // The protocol requires the offer first: chess servers grant a claim only then.
            let claim = if claims_draw { "offer draw\n" } else { "" };
            format!("{claim}move {}", move_text(position, mv))
        }
        Notice::DrawOffered | Notice::DrawAccepted => "offer draw".into(),
        Notice::Resigned => "resign".into(),
        Notice::Told { hearers: Hearers::Everyone, text } => format!("tellall {text}"),
        Notice::Told { hearers: Hearers::Observers, text } => format!("tellothers {text}"),
        Notice::LinesCounted { count, elapsed } => display::lines_counted(count, elapsed),
        Notice::Ending(ending) => ending.to_string(),
        Notice::Option(option) => option.xboard(),
        Notice::Comment(text) => format!("# {text}"),
        Notice::Warning(text) => format!("telluser {text}"),
        Notice::Refusal { refusal, line } => refuse(refusal, &excerpt(line)),
        Notice::ThinkingBegins
        | Notice::Progress { .. }
        | Notice::NoMove { .. }
        | Notice::UserMove { .. }
        | Notice::Board(..)
        | Notice::Confirmation(_)
        | Notice::Waits(_)
        | Notice::NothingToInterrupt => return None,
    })
}

fn hint(position: &Position, mv: Move) -> String {
    format!("Hint: {}", to_san(position, mv))
}

/// Returns a move in coordinates, but castling as `O-O` in chess960.
fn move_text(position: &Position, mv: Move) -> String {
    if position.is_chess960() && mv.kind() == MoveKind::Castle {
        to_san(position, mv).trim_end_matches(['+', '#']).into()
    } else {
        to_coordinate(position, mv)
    }
}

fn refuse(refusal: &Refusal, line: &str) -> String {
    match refusal {
        Refusal::UnknownCommand | Refusal::Misspelt(_) | Refusal::Ambiguous(_) => {
            format!("Error (unknown command): {line}")
        }
        Refusal::Declined(why) => format!("Error (not supported: {why}): {line}"),
        Refusal::NotNow(_) | Refusal::GameOver(_) => {
            format!("Error (command not legal now): {line}")
        }
        Refusal::TakesNoArguments { .. } => format!("Error (too many parameters): {line}"),
        Refusal::MissingArgument { .. } => format!("Error (too few parameters): {line}"),
        Refusal::BadArgument(what) => format!("Error ({what}): {line}"),
        Refusal::IllegalMove { text, reason } => format!("Illegal move ({reason}): {text}"),
        Refusal::IllegalPosition(error) => format!("tellusererror Illegal position: {error}"),
        Refusal::Chess960Position => {
            "tellusererror Illegal position: it has castling rights of fischerandom".into()
        }
        Refusal::BadLine(BadLine::TooLong) => format!("Error (line too long): {line}"),
        Refusal::BadLine(BadLine::NotText | BadLine::Key) => format!("Error (not text): {line}"),
    }
}
