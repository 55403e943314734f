//! The protocol of xboard and WinBoard, also called CECP, in its versions 1 and 2.

mod features;
pub(crate) mod handshake;
pub(crate) mod options;
pub(crate) mod thinking;
mod wording;

use cleave_search::{Clock, Outcome};

use crate::commands::{
    self, adaptive, analysis, book, clock, files, look, manners, measure, personality, play,
    records, script, settings, setup, split, tablebase, take_back, talk, time_use,
};
use crate::game_keeping;
use crate::notice::Wording;
use crate::protocol::{Chapter, ParsedLine, Protocol};
use crate::session::Session;
use crate::task::Search;

/// The protocol of xboard.
pub struct Xboard;

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
    &handshake::GREETINGS,
    &handshake::CHAPTER,
    &talk::CHAPTER,
];

impl Protocol for Xboard {
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

    /// Ends the line of the console's prompt, and hides thinking until `post`.
    fn begin(&self, session: &mut Session) {
        session.interactive = false;
        session.has_arbiter = true;
        session.settings.post = false;
        session.output.line("");
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
}
