//! A protocol: the lines that the program understands, its searches, and its output.

use cleave_io::Line;
use cleave_search::{Clock, Outcome};

use super::spelling::nearest;
use crate::client::notice::Wording;
use crate::commands::crafty::Crafty;
use crate::engine::Engine;
use crate::refusal::{Refusal, Reply};
use crate::session::Session;
use crate::task::{SearchTask, Task};

/// The wording and the events of a conversation with a GUI or a person.
pub trait Conversation {
    /// Returns the function that words notices.
    fn wording(&self) -> Wording;

    /// Called when the conversation begins, or switches to this protocol.
    fn begin(&self, session: &mut Session);

    /// Called when the input has ended.
    fn end(&self, _session: &mut Session) {}

    /// Refuses a line that cannot be read.
    fn refuse_line(&self, session: &mut Session, line: &Line) {
        session.client.refuse_line(line);
    }

    /// Returns the prompt while the program waits for a line; `None` if there is none.
    fn prompt(&self, _session: &Session) -> Option<&'static str> {
        None
    }

    /// Handles SIGINT: Ctrl-C at a keyboard. GUIs send it for their own reasons, and it must be ignored.
    fn interrupt(&self, _session: &mut Session) {}
}

/// The lines that the program understands, and its searches.
pub trait Protocol: Conversation + Sync {
    /// Returns the commands, in the order in which `help` lists them.
    fn commands(&self) -> &'static [&'static Chapter];

    /// Returns the name of the command that a line without one implies: `usermove` for a bare move.
    fn implied_command(&self, _line: &str) -> Option<&'static str> {
        None
    }

    /// Returns true if the engine keeps the game. Otherwise the GUI sets up every position.
    fn keeps_game(&self) -> bool {
        false
    }

    /// Returns true if this character ends the name of a command, as white space does everywhere.
    fn ends_name(&self, c: char) -> bool {
        c.is_whitespace()
    }

    /// Returns true if the beginning of a name is accepted for the only command that begins with it.
    fn understands_abbreviations(&self) -> bool {
        false
    }

    /// Returns why there is no command with this name, if users of other programs may look for it.
    fn declined(&self, _name: &str) -> Option<&'static str> {
        None
    }

    /// Returns the protocol to which this line belongs, if it does not belong to this one.
    fn other_protocol(&self, _line: &str) -> Option<&'static dyn Protocol> {
        None
    }

    /// Returns the search to run now, before any other line is read. An action without a search (a move from the book)
    /// is done by this call.
    fn due_search(&self, _session: &mut Session) -> Option<SearchTask> {
        None
    }

    /// Returns the search to run until an event comes in.
    fn background_search(&self, _session: &mut Session) -> Option<SearchTask> {
        None
    }

    /// If this line turns the running search on the opponent's time into a search on the engine's time, executes it and
    /// returns the clock to search by from now on.
    fn ponder_hit(&self, session: &mut Session, parsed: &ParsedLine) -> Option<Clock>;

    /// Called when a search has ended without being abandoned.
    fn conclude(&self, session: &mut Session, outcome: &Outcome);

    /// Called when a search has been abandoned for a line, which is executed next.
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
    /// Returns the other action for the line, or the refusal, if no command or more than one begins with the word.
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

    /// Returns why a line that begins with this word is not executed.
    fn unknown(&self, word: &str) -> Refusal {
        if let Some(why) = self.declined(word) {
            return Refusal::Declined(why);
        }
        nearest(word, names_for_people(self.commands()))
            .map_or(Refusal::UnknownCommand, Refusal::Misspelt)
    }

    /// Returns the command of this name.
    fn find(&self, name: &str) -> Option<&'static Command> {
        find(self.commands(), name)
    }
}

/// Returns the command of this name among these.
pub fn find(chapters: &[&'static Chapter], name: &str) -> Option<&'static Command> {
    let mut commands = chapters.iter().flat_map(|chapter| chapter.commands);
    commands.find(|command| command.names.contains(&name))
}

/// Returns the commands with a name that begins with `word`, each with the first such name.
pub(crate) fn beginning_with(
    chapters: &[&'static Chapter],
    start: &str,
) -> Vec<(&'static str, &'static Command)> {
    let begins = |command: &&Command| command.names.iter().find(|name| name.starts_with(start));
    let commands = chapters.iter().flat_map(|chapter| chapter.commands);
    let commands = commands.filter(|_| !start.is_empty());
    commands.filter_map(|command| Some((*begins(&command)?, command))).collect()
}

/// Returns the names of the commands for people among these.
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
    /// The text after the name; for a bare move, the move.
    pub arguments: &'a str,
    /// The action that executes it, or the reason why it cannot be executed.
    pub action: Result<Action, Refusal>,
}

/// Commands that belong together. Tables of them are kept from rustfmt, which would break each row into
/// a column.
pub struct Chapter {
    /// The word by which `help` finds it and other chapters about the same topic.
    pub topic: &'static str,
    /// The heading.
    pub title: &'static str,
    /// The rows.
    pub commands: &'static [Command],
}

/// A command, as a row of a table that both `help` and the dispatch read.
#[derive(Clone, Copy)]
pub struct Command {
    /// Its names. The first is the usual one.
    pub names: &'static [&'static str],
    /// The arguments after the name, as `help` shows them. If this is empty, no argument is accepted. If it is not in
    /// brackets, one is required.
    pub arguments: &'static str,
    /// The help text.
    pub help: &'static str,
    /// Its users in the help. Everyone may use it.
    pub audience: Audience,
    /// The function that executes it, and its effect on a search.
    pub action: Action,
    /// The corresponding commands of Crafty.
    pub crafty: &'static [Crafty],
}

impl Command {
    /// Adds the commands of Crafty to which this one corresponds.
    pub const fn crafty(self, crafty: &'static [Crafty]) -> Command {
        Command { crafty, ..self }
    }

    fn needs_arguments(&self) -> bool {
        !self.arguments.is_empty() && !self.arguments.starts_with('[')
    }
}

/// Creates a command for GUIs and people.
pub const fn command(
    names: &'static [&'static str],
    arguments: &'static str,
    action: Action,
    help: &'static str,
) -> Command {
    Command { names, arguments, help, audience: Audience::Everyone, action, crafty: &[] }
}

/// Creates a command that only GUIs need.
pub const fn gui_command(
    names: &'static [&'static str],
    arguments: &'static str,
    action: Action,
    help: &'static str,
) -> Command {
    Command { names, arguments, help, audience: Audience::Gui, action, crafty: &[] }
}

/// The users of a command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Audience {
    /// GUIs and people.
    Everyone,
    /// GUIs. `help protocol` lists it, `help` does not.
    Gui,
}

/// The function that executes a command, given the text after its name. The type limits its effect on a search. A
/// function of the [`Session`] cannot reach the searcher, so it may be called while a search runs. A function of the
/// [`Engine`] waits until no search runs.
#[derive(Clone, Copy)]
pub enum Action {
    /// Executed at once. A search continues.
    AtOnce(fn(&mut Session, &str) -> Reply),
    /// Ends the running search with its result, and also a search that an earlier line starts but that still waits. It
    /// is executed at once, and again after such a line.
    Stops(fn(&mut Session, &str) -> Reply),
    /// As `AtOnce`, but about the search that an earlier line starts: it waits with that line.
    FollowsStart(fn(&mut Session, &str) -> Reply),
    /// As `AtOnce`. It also receives the commands of the protocol.
    Explains(fn(&mut Session, &[&'static Chapter], &str) -> Reply),
    /// Executed at once while pondering or analysing, but not before the engine's own move.
    AfterMove(fn(&mut Session, &str) -> Reply),
    /// Waits for the engine's move. Pondering and analysis end, and begin anew if they still make sense.
    Queues(fn(&mut Engine, &str) -> Reply),
    /// As `Queues`, for a move in the game. It is refused to a person while the engine thinks about its own move.
    InTurn(fn(&mut Engine, &str) -> Reply),
    /// Concerns the position on the board. It is refused while the engine thinks about a move that changes that
    /// position. Pondering and analysis end, and begin anew.
    UnlessThinking(fn(&mut Engine, &str) -> Reply),
    /// As `Queues`: sets the option of this name, or shows it.
    Sets(&'static str),
    /// Ends any search at once, without a move.
    Interrupts(fn(&mut Engine, &str) -> Reply),
    /// As `Queues`, and starts a task.
    Starts(fn(&mut Session, &str) -> Result<Task, Refusal>),
    /// Ends any search at once and switches to this protocol, which then executes the line.
    SwitchesTo(&'static dyn Protocol),
}
