//! A command: a row of the table of a protocol.

use cleave_io::Effect;
use cleave_xiangqi::Game;
use cleave_xiangqi::search::Limits;

use crate::session::{Engine, Session};

/// The reason why a line was not executed. A refused line has changed nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Refusal {
    /// There is no such command.
    Unknown,
    /// Too many lines wait for the end of a search.
    NotNow,
    /// The fault of a move.
    Move(String),
    /// The fault of the text after the name.
    Argument(String),
}

impl Refusal {
    /// Returns the words for it at a console, and in UCI and UCCI.
    pub(crate) fn reason(&self) -> &str {
        match self {
            Refusal::Unknown => "unknown command",
            Refusal::NotNow => "too many lines wait",
            Refusal::Move(reason) | Refusal::Argument(reason) => reason,
        }
    }
}

impl<T: ToString> From<T> for Refusal {
    fn from(what: T) -> Refusal {
        Refusal::Argument(what.to_string())
    }
}

/// The result of a command.
pub(crate) type Reply = Result<(), Refusal>;

/// A row of a table of commands.
pub(crate) struct Command {
    /// Its names; the first is the usual one.
    pub(crate) names: &'static [&'static str],
    /// The arguments. If this does not begin with a bracket, there must be some. If this does not begin with a bracket,
    /// something must.
    pub(crate) arguments: &'static str,
    /// Its purpose; empty if it is of no use to people.
    pub(crate) help: &'static str,
    /// Its function.
    pub(crate) action: Action,
}

/// Returns a row: names, arguments, help, and action.
pub(crate) const fn command(
    names: &'static [&'static str],
    arguments: &'static str,
    help: &'static str,
    action: Action,
) -> Command {
    Command { names, arguments, help, action }
}

/// The function of a command; it takes the text after the name. A function of the [`Session`] may be called while a
/// search runs; one of the [`Engine`] may not.
#[derive(Clone, Copy)]
pub(crate) enum Action {
    /// At once; a search goes on.
    AtOnce(fn(&mut Session, &str) -> Reply),
    /// At once; it may end the search that runs, with its result.
    Stops(fn(&mut Session, &str) -> Reply),
    /// Is about a search that an earlier line starts, and does nothing without one.
    FollowsStart,
    /// After the search.
    Waits(fn(&mut Engine, &str) -> Reply),
    /// Ends any search, without a result.
    Interrupts(fn(&mut Engine, &str) -> Reply),
    /// Like `Waits`, and starts a task.
    Starts(fn(&mut Session, &str) -> Result<Task, Refusal>),
}

impl Action {
    /// The action of commands that are understood and have no effect here.
    pub(crate) const IGNORED: Action = Action::AtOnce(|_, _| Ok(()));

    /// Returns its effect on a running search.
    pub(crate) fn effect(self) -> Effect {
        match self {
            Action::AtOnce(_) => Effect::Beside,
            Action::Stops(_) => Effect::Stops,
            Action::FollowsStart => Effect::FollowsStart,
            Action::Waits(_) => Effect::Waits,
            Action::Interrupts(_) => Effect::Interrupts,
            Action::Starts(_) => Effect::Starts,
        }
    }
}

/// The purpose of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Activity {
    /// The engine's move.
    Thinking,
    /// The answer to the move that the opponent is expected to play.
    Pondering,
    /// The position on the board, as long as it stays there.
    Analysing,
    /// A command that takes its time: `bench`, `perft`.
    Measuring,
}

/// Work that takes its time: while it runs, the program listens.
pub(crate) enum Task {
    Search(Box<SearchTask>),
    /// Counting the lines of play of this length, in plies.
    Perft {
        depth: u32,
    },
    /// Searching a fixed set of positions to this depth, in plies.
    Bench {
        depth: u32,
    },
}

/// A search to run.
pub(crate) struct SearchTask {
    pub(crate) activity: Activity,
    pub(crate) root: Game,
    pub(crate) limits: Limits,
}

/// A command, and the text that follows its name.
pub(crate) type Found<'a> = Result<(&'static Command, &'a str), Refusal>;

/// Finds the command that a line begins with.
pub(crate) fn find<'a>(commands: &'static [Command], line: &'a str) -> Found<'a> {
    let (name, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let named = |command: &&Command| command.names.contains(&name);
    let command = commands.iter().find(named).ok_or(Refusal::Unknown)?;
    let (rest, Command { names, arguments, .. }) = (rest.trim(), command);
    let is_optional = arguments.is_empty() || arguments.starts_with('[');
    if rest.is_empty() && !is_optional {
        return Err(format!("{} needs {arguments}", names[0]).into());
    }
    Ok((command, rest))
}
