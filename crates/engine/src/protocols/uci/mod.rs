//! The Universal Chess Interface (UCI), of Meyer-Kahlen and Huber, version of April 2006.
//!
//! The GUI sends the whole game before every search (`position`), and defines the search and its limits (`go`). The
//! engine keeps no game and decides nothing but the move. Each `go` is answered with one `bestmove`, even if the search
//! is abandoned.
//!
//! Where the specification leaves a choice:
//!
//! * A line whose first word is unknown is read from the first known word on.
//! * A bad line is answered with `info string` and changes nothing. But a bad `go` searches by the words that the
//!   engine understands, because the GUI waits for a move.
//! * After a bad `position` each `go` is answered with `bestmove 0000`, until a good one.
//! * `position`, `go` and `setoption` during a search wait for its end. They end a search that would not end by itself.

mod go;
pub(crate) mod handshake;
mod info;
mod learning;
mod look;
mod options;
mod position;
mod wording;

use cleave_io::Line;
use cleave_search::{Clock, Outcome};

use crate::client::notice::{Notice, Wording};
use crate::commands::measure;
use crate::conversation::protocol::{
    Action, Chapter, Conversation, ParsedLine, Protocol, command, gui_command,
};
use crate::game::current::Role;
use crate::refusal::{Refusal, Reply};
use crate::session::Session;
use crate::settings::ShownLines;

/// The Universal Chess Interface.
pub struct Uci;

const COMMANDS: &[&Chapter] = &[&SEARCHING, &look::CHAPTER, &handshake::CHAPTER, &measure::CHAPTER];

/// The line that sets up the position for the next `go`.
const POSITION: &str = "position";

/// The answer to a `go` after a refused position.
const NULL_MOVE: &str = "bestmove 0000";

/// The line that turns a `go ponder` into a `go`.
const PONDER_HIT: &str = "ponderhit";

/// Commands that set up and run a search.
#[rustfmt::skip]
const SEARCHING: Chapter = Chapter {
    topic: "searching",
    title: "Searching",
    commands: &[
        command(&[POSITION], "startpos | fen FEN [moves MOVE ...]",
            Action::Queues(position::set_up),
            "Set up a position, by the moves that led to it."),
        command(&["go"], "[LIMIT ...]", Action::Starts(go::plan),
            "Search until a limit is reached: wtime, btime, winc, binc, movestogo, movetime, depth, nodes, mate; or until 'stop'. 'searchmoves MOVE ...' confines it, 'ponder' waits for 'ponderhit'."),
        command(&["stop"], "", Action::Stops(stop), "End the search, with a move."),
        gui_command(&[PONDER_HIT], "", Action::FollowsStart(|_, _| Ok(())),
            "The opponent has played the move that is pondered on."),
    ],
};

fn stop(session: &mut Session, _: &str) -> Reply {
    session.running.stop();
    Ok(())
}

impl Conversation for Uci {
    fn wording(&self) -> Wording {
        wording::wording
    }

    fn begin(&self, session: &mut Session) {
        if std::mem::take(&mut session.client.interactive) {
            session.client.say(&Notice::Comment("this is UCI from here on; 'quit' leaves"));
        }
        session.game.role = Role::Watches;
        session.settings.shown.thinking = true;
        session.settings.shown.lines = ShownLines::default();
        session.settings.batch = false;
        session.settings.shown.statistics = false;
    }

    /// A position may be too long for a line, or damaged.
    fn refuse_line(&self, session: &mut Session, line: &Line) {
        let refusal = session.client.refuse_line(line);
        if self.read(line.text()).name == POSITION {
            session.game.refused = refusal;
        }
    }

    /// A GUI may leave without 'quit'.
    fn end(&self, session: &mut Session) {
        learning::learn_from_last_game(session);
    }
}

impl Protocol for Uci {
    fn commands(&self) -> &'static [&'static Chapter] {
        COMMANDS
    }

    fn ponder_hit(&self, session: &mut Session, parsed: &ParsedLine) -> Option<Clock> {
        let running = session.running.search()?;
        (parsed.name == PONDER_HIT).then_some(running.clock)
    }

    fn conclude(&self, session: &mut Session, outcome: &Outcome) {
        session.game.outlook.value = (outcome.depth > 0).then_some(outcome.value);
        let position = *session.game.position();
        if let Some(moves) = outcome.no_mate_in {
            session.client.say(&Notice::Comment(&format!("there is no mate in {moves}")));
        }
        session.client.say(&match outcome.best {
            Some(mv) => {
                let expected = outcome.ponder;
                Notice::BestMove { position: &position, mv, expected, claims_draw: false }
            }
            None if session.game.refused.is_some() => return session.client.line(NULL_MOVE),
            None => Notice::NoMove { value: outcome.value },
        });
    }

    fn abandon(&self, session: &mut Session, outcome: &Outcome) {
        self.conclude(session, outcome);
    }

    /// Skips words before the first command, as the specification requires. Every command tolerates further words.
    fn read<'a>(&self, line: &'a str) -> ParsedLine<'a> {
        let mut rest = line;
        while !rest.is_empty() {
            let (word, after) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
            rest = after.trim();
            if let Some(command) = self.find(word) {
                let (name, action) = (command.names[0], Ok(command.action));
                return ParsedLine { line, name, arguments: rest, action };
            }
        }
        ParsedLine { line, name: "", arguments: line, action: Err(Refusal::UnknownCommand) }
    }
}
