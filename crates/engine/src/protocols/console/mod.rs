//! The console: the commands of xboard, answered in words for people.

mod thinking;
mod wording;

use cleave_search::{Clock, Outcome};

use super::uci::{Uci, handshake::UCI_HELP};
use super::xboard::{Xboard, handshake};
use crate::commands::{
    self, adaptive, analysis, book, clock, files, look, manners, measure, personality, play,
    records, script, settings, setup, split, tablebase, take_back, talk, time_use,
};
use crate::game_keeping;
use crate::notice::{Notice, Wording};
use crate::protocol::{Action, Chapter, ParsedLine, Protocol, gui_command};
use crate::session::{Activity, Role, Session};
use crate::task::Search;

/// The console.
pub struct Console;

const COMMANDS: &[&Chapter] = &[
    &play::CHAPTER,
    &take_back::CHAPTER,
    &manners::CHAPTER,
    &clock::CHAPTER,
    &time_use::CHAPTER,
    &look::CHAPTER,
    &setup::CHAPTER,
    &analysis::CHAPTER,
    &records::CHAPTER,
    &files::CHAPTER,
    &book::CHAPTER,
    &tablebase::CHAPTER,
    &settings::CHAPTER,
    &personality::CHAPTER,
    &adaptive::CHAPTER,
    &split::CHAPTER,
    &script::CHAPTER,
    &measure::CHAPTER,
    &GREETINGS,
    &handshake::CHAPTER,
    &talk::CHAPTER,
];

/// What a GUI says first. Each row hands the conversation over to a protocol.
const GREETINGS: Chapter = Chapter {
    title: "First lines",
    commands: &[
        gui_command(
            &["xboard", "winboard"],
            "",
            handshake::XBOARD_HELP,
            Action::SwitchesTo(&Xboard),
        ),
        gui_command(&["uci"], "", UCI_HELP, Action::SwitchesTo(&Uci)),
        gui_command(&["protover"], "N", handshake::PROTOVER_HELP, Action::SwitchesTo(&Xboard)),
    ],
};

impl Protocol for Console {
    fn commands(&self) -> &'static [&'static Chapter] {
        COMMANDS
    }

    fn implied_command(&self, line: &str) -> Option<&'static str> {
        commands::implied(line)
    }

    fn keeps_game(&self) -> bool {
        true
    }

    fn ends_name(&self, c: char) -> bool {
        commands::ends_name(c)
    }

    fn declined(&self, name: &str) -> Option<&'static str> {
        commands::declined::reason(name)
    }

    fn wording(&self) -> Wording {
        wording::wording
    }

    fn begin(&self, session: &mut Session) {
        if session.interactive {
            let version = env!("CARGO_PKG_VERSION");
            let welcome = format!("Cleave {version}. You play White: make a move, or 'help'.");
            session.output.line(welcome);
        }
    }

    /// None during analysis, which is about to fill the screen.
    fn prompt(&self, session: &Session) -> Option<&'static str> {
        (session.prompts && session.interactive && session.role != Role::Analyses).then_some("> ")
    }

    fn due_search(&self, session: &mut Session) -> Option<Search> {
        game_keeping::due_search(session)
    }

    fn background_search(&self, session: &mut Session) -> Option<Search> {
        game_keeping::background_search(session)
    }

    fn ponder_hit(&self, session: &mut Session, parsed: &ParsedLine) -> Option<Clock> {
        game_keeping::ponder_hit(session, parsed)
    }

    fn conclude(&self, session: &mut Session, outcome: &Outcome) {
        game_keeping::conclude(session, outcome);
    }

    /// Stops what is running, and keeps it from beginning anew.
    fn interrupt(&self, session: &mut Session) {
        let Some(running) = &mut session.running else {
            session.say(&Notice::NothingToInterrupt);
            return;
        };
        running.stop = true;
        match running.activity {
            Activity::Thinking | Activity::Measuring => {}
            Activity::Analysing => session.role = Role::Watches,
            Activity::Pondering(_) => session.settings.ponder = false,
        }
    }
}
