//! Every command, as a row of a table: what it is called, what it takes, what it is for, what
//! obeys it, and whether it can be obeyed while a search runs. Dispatch and `help` both read the
//! table, so neither can know a command that the other does not.

mod analysis;
mod clock;
mod handshake;
mod look;
mod measure;
mod play;
mod set;
mod split;

use cleave_board::Position;
use cleave_movegen::{MoveTextError, parse_move};

use crate::engine::Engine;
use crate::lines::Line;
use crate::refusal::{Refusal, Reply};
use crate::session::Session;

/// A command.
pub struct Command {
    /// What it is called; the first is the usual name.
    pub names: &'static [&'static str],
    /// What follows the name, as `help` shows it.
    pub arguments: &'static str,
    /// What it is for.
    pub help: &'static str,
    /// Who needs it. Everyone may use it.
    pub audience: Audience,
    /// What obeys it.
    pub action: Action,
}

/// Whom a command is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Audience {
    /// GUIs and people.
    Everyone,
    /// GUIs: `help protocol` lists it, `help` does not.
    Gui,
}

/// What obeys a command, given what follows its name. The type says what it can do to a search: a
/// function of the [`Session`] cannot get at one that runs, a function of the [`Engine`] must wait
/// until none does.
#[derive(Clone, Copy)]
pub enum Action {
    /// Is obeyed at once; a search runs on.
    AtOnce(fn(&mut Session, &str) -> Reply),
    /// Is obeyed at once while pondering or analysing, but not before the engine's own move.
    AfterMove(fn(&mut Session, &str) -> Reply),
    /// Waits for the engine's move; pondering and analysis end, and begin anew if they still make
    /// sense.
    Queues(fn(&mut Engine, &str) -> Reply),
    /// Is about the position on the board: refused while the engine thinks of a move that changes
    /// it. Pondering and analysis end, and begin anew.
    UnlessThinking(fn(&mut Engine, &str) -> Reply),
    /// Ends any search at once, and no move comes of it.
    Interrupts(fn(&mut Engine, &str) -> Reply),
}

/// Commands that belong together.
pub struct Chapter {
    /// The heading.
    pub title: &'static str,
    /// The rows.
    pub commands: &'static [Command],
}

/// All commands.
pub const CHAPTERS: &[Chapter] = &[
    play::CHAPTER,
    clock::CHAPTER,
    look::CHAPTER,
    analysis::CHAPTER,
    set::CHAPTER,
    split::CHAPTER,
    measure::CHAPTER,
    handshake::CHAPTER,
];

/// A line, understood.
pub struct Order<'a> {
    /// The whole line.
    pub line: &'a str,
    /// What follows the name of the command; for a bare move, the move.
    pub arguments: &'a str,
    /// What obeys it.
    pub action: Action,
    is_move: bool,
}

impl<'a> Order<'a> {
    /// Understands a line: a command, or a move without one, or something that obeys by refusing.
    pub fn read(line: &'a str) -> Order<'a> {
        let (name, arguments) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        if let Some(command) = find(name) {
            let is_move = name == play::USER_MOVE;
            return Order { line, arguments: arguments.trim(), action: command.action, is_move };
        }
        let is_move = arguments.is_empty() && looks_like_move(name);
        let action = if is_move {
            Action::Queues(play::user_move)
        } else {
            Action::AtOnce(|_, _| Err(Refusal::UnknownCommand))
        };
        Order { line, arguments: line, action, is_move }
    }

    /// The text of the move, if the line is one.
    pub fn move_text(&self) -> Option<&'a str> {
        self.is_move.then_some(self.arguments)
    }
}

/// The command of this name.
pub fn find(name: &str) -> Option<&'static Command> {
    CHAPTERS
        .iter()
        .flat_map(|chapter| chapter.commands)
        .find(|command| command.names.contains(&name))
}

/// True if the text has the form of a move, legal or not.
fn looks_like_move(text: &str) -> bool {
    !matches!(
        parse_move(&Position::start(), text),
        Err(MoveTextError::NotAMove(_) | MoveTextError::Empty)
    )
}

/// Refuses a line that is no text.
pub fn refuse(session: &mut Session, line: &Line) {
    let (what, start) = match line {
        Line::TooLong(start) => ("line too long", start),
        Line::NotText(start) => ("not text", start),
        Line::Text(_) => return,
    };
    log::debug!("< {start} ({what})");
    session.answer(Err(Refusal::BadLine(what)), start);
}

/// Reads a number within bounds.
fn number<T>(text: &str, what: &str, least: T, most: T) -> Result<T, Refusal>
where
    T: std::str::FromStr + PartialOrd + std::fmt::Display + Copy,
{
    let number = text.parse().ok().filter(|n| (&least..=&most).contains(&n));
    number.ok_or_else(|| {
        Refusal::BadArgument(format!("{what} must be a number from {least} to {most}"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_is_used_twice_and_all_is_explained() {
        let mut names: Vec<&str> = Vec::new();
        for command in CHAPTERS.iter().flat_map(|chapter| chapter.commands) {
            names.extend(command.names);
            assert!(!command.help.is_empty(), "{:?}", command.names);
        }
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
    }

    #[test]
    fn no_command_hides_a_move() {
        for command in CHAPTERS.iter().flat_map(|chapter| chapter.commands) {
            for name in command.names {
                assert!(!looks_like_move(name), "{name}");
            }
        }
    }

    #[test]
    fn moves_are_told_from_nonsense() {
        for text in ["e2e4", "e7e8q", "Nf3", "O-O", "exd5", "e2e5"] {
            assert!(Order::read(text).move_text() == Some(text), "{text}");
        }
        for text in ["foo", "e2e4 please", "!", "e9e4"] {
            assert!(Order::read(text).move_text().is_none(), "{text}");
        }
        assert_eq!(Order::read("usermove  Nf3 ").move_text(), Some("Nf3"));
    }
}
