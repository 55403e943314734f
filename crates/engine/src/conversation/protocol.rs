//! A protocol: what the program understands, what it searches, and how it talks.

use cleave_io::Line;
use cleave_search::{Clock, Outcome};

use super::spelling::nearest;
use crate::client::notice::Wording;
use crate::commands::crafty::Crafty;
use crate::engine::Engine;
use crate::refusal::{Refusal, Reply};
use crate::session::Session;
use crate::task::{SearchTask, Task};

/// How the program talks to a GUI or to a person.
pub trait Conversation {
    /// How notices are worded.
    fn wording(&self) -> Wording;

    /// Called when the conversation begins, or goes over to this protocol.
    fn begin(&self, session: &mut Session);

    /// Called when the input has ended.
    fn end(&self, _session: &mut Session) {}

    /// Refuses a line that cannot be read.
    fn refuse_line(&self, session: &mut Session, line: &Line) {
        session.client.refuse_line(line);
    }

    /// What to print while the program waits for a line; `None` if nothing.
    fn prompt(&self, _session: &Session) -> Option<&'static str> {
        None
    }

    /// SIGINT: Ctrl-C at a keyboard. GUIs send it for reasons of their own, to be ignored.
    fn interrupt(&self, _session: &mut Session) {}
}

/// What the program understands, and what it searches.
pub trait Protocol: Conversation + Sync {
    /// The commands, in the order in which `help` lists them.
    fn commands(&self) -> &'static [&'static Chapter];

    /// The name of the command that a line without one implies: `usermove` for a bare move.
    fn implied_command(&self, _line: &str) -> Option<&'static str> {
        None
    }

    /// True if the engine keeps the game; otherwise the GUI sets up every position.
    fn keeps_game(&self) -> bool {
        false
    }

    /// Whether this character ends the name of a command, as white space does everywhere.
    fn ends_name(&self, c: char) -> bool {
        c.is_whitespace()
    }

    /// True if the beginning of a name stands for the only command whose name begins so.
    fn understands_abbreviations(&self) -> bool {
        false
    }

    /// Why there is no command of this name, if users of other programs may look for it.
    fn declined(&self, _name: &str) -> Option<&'static str> {
        None
    }

    /// The protocol of which this line is one, if it is none of this protocol.
    fn other_protocol(&self, _line: &str) -> Option<&'static dyn Protocol> {
        None
    }

    /// The search to run now, before any other line is read. What needs no search (a move from the
    /// book) is done by this call.
    fn due_search(&self, _session: &mut Session) -> Option<SearchTask> {
        None
    }

    /// The search to run until something comes in.
    fn background_search(&self, _session: &mut Session) -> Option<SearchTask> {
        None
    }

    /// If this line turns the running search on the opponent's time into one on the engine's time,
    /// executes it and returns the clock to search by from now on.
    fn ponder_hit(&self, session: &mut Session, parsed: &ParsedLine) -> Option<Clock>;

    /// A search has ended, and was not abandoned.
    fn conclude(&self, session: &mut Session, outcome: &Outcome);

    /// A search has been abandoned for what came in, which is executed next.
    fn abandon(&self, _session: &mut Session, _outcome: &Outcome) {}

    /// Parses a line.
    fn read<'a>(&self, line: &'a str) -> ParsedLine<'a> {
        let (word, rest) = line.split_once(|c| self.ends_name(c)).unwrap_or((line, ""));
        let implied = || self.implied_command(line).and_then(|name| self.find(name));
        let named = self.find(word).map(|command| (command, rest.trim()));
        let (command, arguments) = match named.or_else(|| implied().map(|it| (it, line))) {
            Some(found) => found,
            None => match self.abbreviated(line, word) {
                Ok(command) => (command, rest.trim()),
                Err(action) => return ParsedLine { line, name: "", arguments: line, action },
            },
        };
        let action = if command.arguments.is_empty() && !arguments.is_empty() {
            let refusal = Refusal::TakesNoArguments { name: word.into(), help: command.help };
            self.other_protocol(line).map(Action::SwitchesTo).ok_or(refusal)
        } else if command.needs_arguments() && arguments.is_empty() {
            let Command { names, arguments, .. } = command;
            Err(Refusal::MissingArgument { name: names[0], arguments })
        } else {
            Ok(command.action)
        };
        ParsedLine { line, name: command.names[0], arguments, action }
    }

    /// Returns the only command whose name begins with `word`.
    ///
    /// # Errors
    /// What to do with the line instead, if there is none or another.
    fn abbreviated(
        &self,
        line: &str,
        word: &str,
    ) -> Result<&'static Command, Result<Action, Refusal>> {
        if self.declined(word).is_some() {
            return Err(Err(self.unknown(word)));
        }
        if let Some(other) = self.other_protocol(line) {
            return Err(Ok(Action::SwitchesTo(other)));
        }
        if !self.understands_abbreviations() {
            return Err(Err(self.unknown(word)));
        }
        match beginning_with(self.commands(), word)[..] {
            [] => Err(Err(self.unknown(word))),
            [(_, command)] => Ok(command),
            ref several => {
                let names: Vec<&str> = several.iter().map(|&(name, _)| name).collect();
                Err(Err(Refusal::Ambiguous(names.join(", "))))
            }
        }
    }

    /// Why a line that begins with this word is not executed.
    fn unknown(&self, word: &str) -> Refusal {
        if let Some(why) = self.declined(word) {
            return Refusal::Declined(why);
        }
        nearest(word, names_for_people(self.commands()))
            .map_or(Refusal::UnknownCommand, Refusal::Misspelt)
    }

    /// The command of this name.
    fn find(&self, name: &str) -> Option<&'static Command> {
        find(self.commands(), name)
    }
}

/// The command of this name among these.
pub fn find(chapters: &[&'static Chapter], name: &str) -> Option<&'static Command> {
    let mut commands = chapters.iter().flat_map(|chapter| chapter.commands);
    commands.find(|command| command.names.contains(&name))
}

/// Returns the commands that have a name which begins so, each with the first such name.
pub(crate) fn beginning_with(
    chapters: &[&'static Chapter],
    start: &str,
) -> Vec<(&'static str, &'static Command)> {
    let begins = |command: &&Command| command.names.iter().find(|name| name.starts_with(start));
    let commands = chapters.iter().flat_map(|chapter| chapter.commands);
    let commands = commands.filter(|_| !start.is_empty());
    commands.filter_map(|command| Some((*begins(&command)?, command))).collect()
}

/// The names of the commands for people among these.
pub(crate) fn names_for_people(
    chapters: &[&'static Chapter],
) -> impl Iterator<Item = &'static str> {
    let rows = chapters.iter().flat_map(|chapter| chapter.commands);
    let rows = rows.filter(|command| command.audience == Audience::Everyone);
    rows.flat_map(|command| command.names).copied()
}

/// A line and the command in it.
pub struct ParsedLine<'a> {
    /// The whole line.
    pub line: &'a str,
    /// The usual name of the command; empty if there is none.
    pub name: &'static str,
    /// What follows the name; for a bare move, the move.
    pub arguments: &'a str,
    /// What executes it, or why it cannot be executed.
    pub action: Result<Action, Refusal>,
}

/// Commands that belong together. Tables of them are kept from rustfmt, which would break each row into
/// a column.
pub struct Chapter {
    /// The word by which `help` finds it, with others about the same.
    pub topic: &'static str,
    /// The heading.
    pub title: &'static str,
    /// The rows.
    pub commands: &'static [Command],
}

/// A command, as a row of a table that both `help` and the dispatch read.
#[derive(Clone, Copy)]
pub struct Command {
    /// Its names; the first is the usual one.
    pub names: &'static [&'static str],
    /// What follows the name, as `help` shows it. If this is empty, nothing may follow; if it is not in
    /// brackets, something must.
    pub arguments: &'static str,
    /// What it is for.
    pub help: &'static str,
    /// Who needs it. Everyone may use it.
    pub audience: Audience,
    /// What executes it.
    pub action: Action,
    /// The commands of Crafty that it does, or does not do.
    pub crafty: &'static [Crafty],
}

impl Command {
    /// Does what these commands of Crafty do.
    pub const fn crafty(self, crafty: &'static [Crafty]) -> Command {
        Command { crafty, ..self }
    }

    fn needs_arguments(&self) -> bool {
        !self.arguments.is_empty() && !self.arguments.starts_with('[')
    }
}

/// A command for GUIs and people.
pub const fn command(
    names: &'static [&'static str],
    arguments: &'static str,
    action: Action,
    help: &'static str,
) -> Command {
    Command { names, arguments, help, audience: Audience::Everyone, action, crafty: &[] }
}

/// A command that only GUIs need.
pub const fn gui_command(
    names: &'static [&'static str],
    arguments: &'static str,
    action: Action,
    help: &'static str,
) -> Command {
    Command { names, arguments, help, audience: Audience::Gui, action, crafty: &[] }
}

/// Whom a command is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Audience {
    /// GUIs and people.
    Everyone,
    /// GUIs: `help protocol` lists it, `help` does not.
    Gui,
}

/// What executes a command, given what follows its name. The type says what it can do to a search: a
/// function of the [`Session`] cannot reach the searcher, so it may be called while a search runs; a
/// function of the [`Engine`] waits until none does.
#[derive(Clone, Copy)]
pub enum Action {
    /// Is executed at once; a search goes on.
    AtOnce(fn(&mut Session, &str) -> Reply),
    /// Ends the search that runs, with its result, and any that a line before this one starts but that
    /// still waits: is executed at once, and again after such a line.
    Stops(fn(&mut Session, &str) -> Reply),
    /// As `AtOnce`, but about the search that a line before this one starts: waits with that line.
    FollowsStart(fn(&mut Session, &str) -> Reply),
    /// As `AtOnce`, and is given the commands of the protocol.
    Explains(fn(&mut Session, &[&'static Chapter], &str) -> Reply),
    /// Is executed at once while pondering or analysing, but not before the engine's own move.
    AfterMove(fn(&mut Session, &str) -> Reply),
    /// Waits for the engine's move; pondering and analysis end, and begin anew if they still make
    /// sense.
    Queues(fn(&mut Engine, &str) -> Reply),
    /// As `Queues`, and is a move in the game: a person cannot make one while the engine thinks about its
    /// own, and is told so.
    InTurn(fn(&mut Engine, &str) -> Reply),
    /// Is about the position on the board: refused while the engine thinks about a move that changes
    /// it. Pondering and analysis end, and begin anew.
    UnlessThinking(fn(&mut Engine, &str) -> Reply),
    /// As `Queues`: sets the option of this name, or shows it.
    Sets(&'static str),
    /// Ends any search at once, without a move.
    Interrupts(fn(&mut Engine, &str) -> Reply),
    /// As `Queues`, and starts a task.
    Starts(fn(&mut Session, &str) -> Result<Task, Refusal>),
    /// Ends any search at once, and hands the conversation over to this protocol, which then
    /// executes the line.
    SwitchesTo(&'static dyn Protocol),
}
