//! The commands that xboard and the console share, as rows of tables: what each is called, what it
//! takes, what it is for, what executes it, and whether it can be executed while a search runs.

pub mod adaptive;
pub mod analysis;
pub mod book;
pub mod clock;
pub mod declined;
pub mod files;
pub mod look;
pub mod manners;
pub mod measure;
pub mod personality;
pub mod play;
pub mod records;
pub mod script;
pub mod settings;
pub mod setup;
pub mod split;
pub mod tablebase;
pub mod take_back;
pub mod talk;
pub mod time_use;
use std::num::{IntErrorKind, ParseIntError};

use crate::game::move_text::looks_like_move;
use crate::game_keeping::USER_MOVE;
use crate::refusal::Refusal;

/// The command that a line without one implies: `usermove` for a bare move, legal or not, `setboard`
/// for a bare FEN, and a comment for a line that begins as one.
pub fn implied(line: &str) -> Option<&'static str> {
    if line.starts_with(script::COMMENT) {
        Some(script::COMMENT)
    } else if line.matches('/').count() == 7 {
        Some(setup::SET_BOARD)
    } else {
        looks_like_move(line).then_some(USER_MOVE)
    }
}

/// Whether this character ends the name of a command: `hash=64M` is `hash 64M`.
pub(crate) fn ends_name(c: char) -> bool {
    c.is_whitespace() || c == '='
}

/// The name of a file, which may be in quotation marks.
pub(crate) fn file_name(text: &str) -> Result<&str, Refusal> {
    match text.trim_matches('"') {
        "" => Err(Refusal::BadArgument("the name of a file is missing".into())),
        file => Ok(file),
    }
}

/// The last word of a command that may overwrite files.
pub(crate) const FORCE: &str = "--force";

/// Takes [`FORCE`] off the end of a text; true if it was there.
pub(crate) fn split_force(text: &str) -> (&str, bool) {
    let forced = text.strip_suffix(FORCE).filter(|rest| rest.ends_with(char::is_whitespace));
    forced.map_or((text, false), |rest| (rest.trim_end(), true))
}

/// Reads one of the words `on` and `off`.
pub(crate) fn on_or_off(text: &str) -> Result<bool, Refusal> {
    match text {
        "on" => Ok(true),
        "off" => Ok(false),
        _ => Err(Refusal::BadArgument("expected 'on' or 'off'".into())),
    }
}

/// Reads a number of at least `least` and, if there is a `most`, at most that. Without it, what is too
/// large for the type counts as the largest number.
pub(crate) fn number(
    text: &str,
    what: &str,
    least: i64,
    most: Option<i64>,
) -> Result<i64, Refusal> {
    let number: Result<i64, _> = text.parse().or_else(|error: ParseIntError| {
        let is_unbounded = most.is_none() && *error.kind() == IntErrorKind::PosOverflow;
        if is_unbounded { Ok(i64::MAX) } else { Err(error) }
    });
    let is_in_range = |&number: &i64| number >= least && most.is_none_or(|most| number <= most);
    number.ok().filter(is_in_range).ok_or_else(|| {
        Refusal::BadArgument(match most {
            Some(most) => format!("{what} must be a number from {least} to {most}"),
            None => format!("{what} must be a number, at least {least}"),
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conversation::protocol::{Command, Protocol};
    use crate::protocols::console::Console;
    use crate::protocols::uci::Uci;
    use crate::protocols::xboard::Xboard;

    /// The commands of each protocol.
    fn tables() -> [Vec<&'static Command>; 3] {
        let protocols: [&dyn Protocol; 3] = [&Console, &Xboard, &Uci];
        protocols.map(|it| it.commands().iter().flat_map(|chapter| chapter.commands).collect())
    }

    #[test]
    fn names_are_unique_and_every_command_is_explained() {
        for commands in tables() {
            let mut names: Vec<&str> = Vec::new();
            for command in commands {
                names.extend(command.names);
                assert!(!command.help.is_empty(), "{:?}", command.names);
            }
            let count = names.len();
            names.sort_unstable();
            names.dedup();
            assert_eq!(names.len(), count);
        }
    }

    #[test]
    fn no_command_hides_a_move() {
        for name in tables().iter().flatten().flat_map(|command| command.names) {
            assert!(!looks_like_move(name), "{name}");
        }
    }

    #[test]
    fn bare_moves_are_recognised() {
        for text in ["e2e4", "e7e8q", "Nf3", "O-O", "exd5", "e2e5", "1. e4", "E2E4"] {
            let parsed = Xboard.read(text);
            assert_eq!((parsed.name, parsed.arguments), (USER_MOVE, text));
        }
        for text in ["foo", "e2e4 please", "!", "e9e4"] {
            assert_eq!(Xboard.read(text).name, "", "{text}");
        }
        let parsed = Console.read("usermove  Nf3 ");
        assert_eq!((parsed.name, parsed.arguments), (USER_MOVE, "Nf3"));
    }

    #[test]
    fn errors_about_numbers_say_what_is_expected() {
        let range = Err(Refusal::BadArgument("the depth must be a number from 1 to 20".into()));
        for text in ["0", "21", "many", "", "99999999999999999999"] {
            assert_eq!(number(text, "the depth", 1, Some(20)), range, "{text}");
        }
        let least = Err(Refusal::BadArgument("cores must be a number, at least 1".into()));
        for text in ["0", "-99999999999999999999", "1.5"] {
            assert_eq!(number(text, "cores", 1, None), least, "{text}");
        }
        assert_eq!(number("99999999999999999999", "cores", 1, None), Ok(i64::MAX));
    }
}
