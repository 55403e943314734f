//! The wording of all notices to a person.

use cleave_io::excerpt;
use cleave_movegen::{line_text, to_san};

use super::thinking;
use crate::client::notice::Notice;
use crate::game::display;
use crate::refusal::{BadLine, Refusal};
use crate::task::Activity;

/// Returns the wording of a notice.
pub(super) fn wording(notice: &Notice<'_>) -> Option<String> {
    Some(match *notice {
        Notice::ThinkingBegins => thinking::HEAD.into(),
        Notice::Thinking { line, .. } if !thinking::is_worth_showing(line) => return None,
        Notice::Thinking { root, line, .. } => thinking::row(root, line),
        Notice::Hint { best: None, .. } => "No hint; 'analyze' would find one.".into(),
        Notice::Hint { position, best: Some(mv) } => format!("Hint: {}", to_san(position, mv)),
        Notice::Status { root, status } => thinking::status(root, status),
        Notice::BestMove { position, mv, .. } => format!("My move: {}", line_text(position, [mv])),
        Notice::UserMove { position, mv } => line_text(position, [mv]),
        Notice::DrawOffered => "I offer a draw; 'draw' accepts it.".into(),
        Notice::DrawAccepted => "I accept the draw.".into(),
        Notice::Resigned => "I resign.".into(),
        Notice::LinesCounted { count, elapsed } => display::lines_counted(count, elapsed),
        Notice::Ending(ending) => ending.to_string(),
        Notice::Board(game, pieces) => display::board(game, pieces),
        Notice::Option(option) => option.to_string(),
        Notice::Comment(text) => format!("# {text}"),
        Notice::Confirmation(text) => text.into(),
        Notice::Waits(Activity::Measuring) => {
            "That waits until this is done; Ctrl-C stops it.".into()
        }
        Notice::Waits(_) => "That waits until I have moved; '?' makes me move at once.".into(),
        Notice::Warning(text) => format!("Warning: {text}."),
        Notice::Refusal { refusal, line } => refuse(refusal, &excerpt(line)),
        Notice::NothingToInterrupt => "\nNothing to interrupt; 'quit' leaves.".into(),
        Notice::Pondering { .. }
        | Notice::Progress { .. }
        | Notice::NoMove { .. }
        | Notice::Told { .. } => return None,
    })
}

fn refuse(refusal: &Refusal, line: &str) -> String {
    match refusal {
        Refusal::UnknownCommand => {
            format!("'{line}' is neither a command nor a move; 'help' lists the commands.")
        }
        Refusal::Misspelt(name) => {
            format!("'{line}' is neither a command nor a move. Did you mean '{name}'?")
        }
        Refusal::Ambiguous(names) => format!("'{line}' begins several commands: {names}."),
        Refusal::GameOver(why) => format!("The game is over: {why}."),
        Refusal::Declined(why) => format!("'{line}' is no command here: {why}."),
        Refusal::NotNow(why) => format!("Not now: {why}."),
        Refusal::TakesNoArguments { name, help } => {
            format!("'{name}' takes no arguments: {help}")
        }
        Refusal::MissingArgument { name, arguments } => {
            format!("Usage: {name} {arguments}; 'help {name}' says more.")
        }
        Refusal::BadArgument(what) => format!("{line}: {what}."),
        Refusal::IllegalMove { text, reason } => format!("Illegal move {text}: {reason}."),
        Refusal::IllegalPosition(error) => format!("Illegal position: {error}."),
        Refusal::Chess960Position => "Illegal position: it has castling rights of chess960; \
             'variant fischerandom' goes first."
            .into(),
        Refusal::BadLine(BadLine::TooLong) => format!("The line is too long: {line}"),
        Refusal::BadLine(BadLine::NotText) => format!("The line is not text: {line}"),
        Refusal::BadLine(BadLine::Key) => {
            "Cursor and function keys have no meaning here: type the line again.".into()
        }
    }
}
