//! Commands about the engine's messages to others on a chess server.

use super::arguments::number;
use super::crafty::Crafty::Has;
use crate::conversation::protocol::Action::AtOnce;
use crate::conversation::protocol::{Chapter, gui_command};
use crate::refusal::Reply;
use crate::session::Session;
use crate::settings::{Hearers, MOST_TALK, Talk};

#[rustfmt::skip]
pub(crate) const CHAPTER: Chapter = Chapter {
    topic: "protocol",
    title: "Talking on a chess server",
    commands: &[
        gui_command(&["kibitz"], "[LEVEL]",
            AtOnce(|session, text| talk(session, Hearers::Everyone, text)),
            "Send players and observers nothing (0), mates (1), moves with their values (2), also the expected replies (3), and also the book's moves (4).")
            .crafty(&[Has("`kibitz n`, `whisper n`", "`kibitz 3`, `whisper 3`", "to xboard, as `tellall` and `tellothers`; 4 is the most: nothing is sent during a search")]),
        gui_command(&["whisper"], "[LEVEL]",
            AtOnce(|session, text| talk(session, Hearers::Observers, text)),
            "The same, for observers only."),
    ],
};

fn talk(session: &mut Session, hearers: Hearers, text: &str) -> Reply {
    if !session.client.asks(text) {
        let level = number(text, "the level", 0, Some(MOST_TALK.into()))? as u32;
        session.settings.talk = Talk { hearers, level };
    }
    session.client.confirm(format!("The level is {}.", session.settings.talk.level));
    Ok(())
}
