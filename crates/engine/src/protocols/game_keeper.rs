//! The common part of xboard and the console: the engine keeps the game, and the commands are the same.

use cleave_search::{Clock, Outcome};

use crate::commands::{
    self, adaptive, analysis, book, clock, draws, files, gui, look, measure, of_options,
    personality, play, processors, records, saved_hash, script, settings, setup, split, tablebase,
    take_back, talk, time_use,
};
use crate::conversation::protocol::{Chapter, Conversation, ParsedLine, Protocol};
use crate::game_keeping;
use crate::session::Session;
use crate::task::SearchTask;

/// A protocol in which the engine keeps the game, and so decides when to search.
pub(super) trait GameKeeper: Conversation + Sync {
    /// The first lines of a GUI.
    const GREETINGS: &'static Chapter;

    /// True if a person may abbreviate the names of commands.
    const ABBREVIATES: bool = false;

    /// Returns the protocol of a GUI that begins with this line instead of a greeting.
    fn protocol_of(&self, _line: &str) -> Option<&'static dyn Protocol> {
        None
    }
}

impl<P: GameKeeper> Protocol for P {
    fn commands(&self) -> &'static [&'static Chapter] {
        const {
            &[
                &play::CHAPTER,
                &take_back::CHAPTER,
                &draws::CHAPTER,
                &clock::CHAPTER,
                &time_use::CHAPTER,
                &look::CHAPTER,
                &setup::CHAPTER,
                &analysis::CHAPTER,
                &records::CHAPTER,
                &files::CHAPTER,
                &book::CHAPTER,
                &tablebase::CHAPTER,
                &of_options::ABOUT_TABLES,
                &settings::CHAPTER,
                &of_options::ABOUT_PLAY,
                &personality::CHAPTER,
                &adaptive::CHAPTER,
                &saved_hash::CHAPTER,
                &of_options::ABOUT_SPLITTING,
                &split::CHAPTER,
                &processors::CHAPTER,
                &script::CHAPTER,
                &measure::CHAPTER,
                P::GREETINGS,
                &gui::CHAPTER,
                &talk::CHAPTER,
            ]
        }
    }

    fn implied_command(&self, line: &str) -> Option<&'static str> {
        commands::implied(line)
    }

    fn understands_abbreviations(&self) -> bool {
        P::ABBREVIATES
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

    fn other_protocol(&self, line: &str) -> Option<&'static dyn Protocol> {
        self.protocol_of(line)
    }

    fn due_search(&self, session: &mut Session) -> Option<SearchTask> {
        game_keeping::due_search(session)
    }

    fn background_search(&self, session: &mut Session) -> Option<SearchTask> {
        game_keeping::background_search(session)
    }

    fn ponder_hit(&self, session: &mut Session, parsed: &ParsedLine) -> Option<Clock> {
        game_keeping::ponder_hit(session, parsed)
    }

    fn conclude(&self, session: &mut Session, outcome: &Outcome) {
        game_keeping::conclude(session, outcome);
    }
}
