//! The console: the commands of xboard, answered in words for people.

mod thinking;
mod wording;

use cleave_io::go::is_first_line;

use super::game_keeper::GameKeeper;
use super::uci::Uci;
use super::uci::handshake::UCI_HELP;
use super::xboard::{Xboard, handshake};
use crate::client::notice::{Notice, Wording};
use crate::conversation::protocol::{Action, Chapter, Conversation, Protocol, gui_command};
use crate::game::current::Role;
use crate::session::Session;
use crate::task::Activity;

/// The console.
pub struct Console;

/// The first lines of a GUI. Each row switches to a protocol.
#[rustfmt::skip]
const GREETINGS: Chapter = Chapter {
    topic: "protocol",
    title: "First lines",
    commands: &[
        gui_command(&["xboard", "winboard"], "", Action::SwitchesTo(&Xboard),
            handshake::XBOARD_HELP),
        gui_command(&["uci"], "", Action::SwitchesTo(&Uci), UCI_HELP),
        gui_command(&["protover"], "N", Action::SwitchesTo(&Xboard), handshake::PROTOVER_HELP),
    ],
};

impl GameKeeper for Console {
    const GREETINGS: &'static Chapter = &GREETINGS;
    const ABBREVIATES: bool = true;

    fn protocol_of(&self, line: &str) -> Option<&'static dyn Protocol> {
        is_first_line(line).then_some(&Uci)
    }
}

impl Conversation for Console {
    fn wording(&self) -> Wording {
        wording::wording
    }

    fn begin(&self, session: &mut Session) {
        if session.client.interactive {
            let version = env!("CARGO_PKG_VERSION");
            session.client.line(format!("Cleave {version}. You play White."));
            session.show_board();
            session.client.line("Type a move, such as e4 or Nf3; or 'help', or 'quit'.");
        }
    }

    /// Shows no prompt during analysis, which is about to fill the screen.
    fn prompt(&self, session: &Session) -> Option<&'static str> {
        (session.client.prompts
            && session.client.interactive
            && session.game.role != Role::Analyses)
            .then_some("> ")
    }

    /// Stops the running search, and keeps it from beginning anew.
    fn interrupt(&self, session: &mut Session) {
        session.running.stop();
        match session.running.activity() {
            None => session.client.say(&Notice::NothingToInterrupt),
            Some(Activity::Thinking | Activity::Measuring) => {}
            Some(Activity::Analysing) => session.game.role = Role::Watches,
            Some(Activity::Pondering(_)) => session.settings.search.ponder = false,
        }
    }
}
