//! The protocol of xboard and WinBoard, also called CECP, in its versions 1 and 2.

mod features;
pub(crate) mod handshake;
mod thinking;
mod wording;

use super::game_keeper::GameKeeper;
use crate::client::notice::Wording;
use crate::conversation::protocol::{Chapter, Conversation};
use crate::session::Session;

/// The protocol of xboard.
pub struct Xboard;

impl GameKeeper for Xboard {
    const GREETINGS: &'static Chapter = &handshake::GREETINGS;
}

impl Conversation for Xboard {
    fn wording(&self) -> Wording {
        wording::wording
    }

    /// Ends the line of the console's prompt, and hides thinking until `post`.
    fn begin(&self, session: &mut Session) {
        session.client.interactive = false;
        session.client.has_arbiter = true;
        session.settings.shown.thinking = false;
        session.client.line("");
    }
}
