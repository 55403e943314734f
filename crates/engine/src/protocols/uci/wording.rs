//! The wording of all notices to a UCI client.

use cleave_io::excerpt;
use cleave_movegen::to_coordinate;

use super::info;
use crate::client::notice::Notice;
use crate::refusal::{BadLine, Refusal};

/// Returns the wording of a notice.
pub(super) fn wording(notice: &Notice<'_>) -> Option<String> {
    Some(match *notice {
        Notice::Thinking { root, line, chances } => info::line(root, line, chances),
        Notice::Progress { root, status } | Notice::Status { root, status } => {
            info::progress(root, status)
        }
        Notice::BestMove { position, mv, expected, .. } => {
            let best = to_coordinate(position, mv);
            let ponder = expected
                .map(|reply| format!(" ponder {}", to_coordinate(&position.make(mv), reply)));
            format!("bestmove {best}{}", ponder.unwrap_or_default())
        }
        // The specification has no word for this. GUIs know this one.
        Notice::NoMove { value } => {
            format!("info depth 0 score {}\nbestmove (none)", info::score(value))
        }
        // Other engines use these words, and scripts look for them.
        Notice::LinesCounted { count, .. } => format!("\nNodes searched: {count}"),
        Notice::Option(option) => option.uci(),
        Notice::Comment(text) | Notice::Warning(text) => format!("info string {text}"),
        Notice::Refusal { refusal, line } => {
            format!("info string {}: {}", reason(refusal), excerpt(line))
        }
        Notice::ThinkingBegins
        | Notice::Pondering { .. }
        | Notice::UserMove { .. }
        | Notice::DrawOffered
        | Notice::DrawAccepted
        | Notice::Resigned
        | Notice::Told { .. }
        | Notice::Ending(_)
        | Notice::Hint { .. }
        | Notice::Board(..)
        | Notice::Confirmation(_)
        | Notice::Waits(_)
        | Notice::NothingToInterrupt => return None,
    })
}

fn reason(refusal: &Refusal) -> String {
    match refusal {
        Refusal::UnknownCommand | Refusal::Misspelt(_) | Refusal::Ambiguous(_) => {
            "unknown command".into()
        }
        Refusal::Declined(why) => (*why).into(),
        Refusal::NotNow(why) => format!("not now, {why}"),
        Refusal::GameOver(why) => format!("not now, the game is over: {why}"),
        Refusal::TakesNoArguments { name, .. } => format!("{name} takes no arguments"),
        Refusal::MissingArgument { name, arguments } => format!("{name} needs {arguments}"),
        Refusal::BadArgument(what) => what.clone(),
        Refusal::IllegalMove { text, reason } => format!("illegal move {text}, {reason}"),
        Refusal::IllegalPosition(error) => format!("illegal position, {error}"),
        Refusal::Chess960Position => "illegal position, it has castling rights of chess960".into(),
        Refusal::BadLine(BadLine::TooLong) => "line too long".into(),
        Refusal::BadLine(BadLine::NotText | BadLine::Key) => "not text".into(),
    }
}
