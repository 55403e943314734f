//! The commands that xboard and the console share, as rows of tables. A row has the names, the arguments, the help, the
//! function that executes the command, and its effect on a running search.

pub mod adaptive;
pub mod analysis;
pub(crate) mod arguments;
pub mod book;
pub mod clock;
pub mod crafty;
pub mod declined;
pub mod draws;
pub mod files;
pub mod gui;
pub(crate) mod help;
pub mod look;
pub mod measure;
pub(crate) mod of_options;
pub mod personality;
pub mod play;
pub mod processors;
pub mod records;
pub mod saved_hash;
pub mod script;
pub mod settings;
pub mod setup;
pub mod split;
pub mod tablebase;
pub mod take_back;
pub mod talk;
pub mod time_use;

use crate::game::move_text::looks_like_move;
use crate::game_keeping::USER_MOVE;

/// Returns the command that a line without one implies. This is `usermove` for a bare move, legal or not, `setboard`
/// for a bare FEN, and a comment for a line that begins as one.
pub fn implied(line: &str) -> Option<&'static str> {
    if line.starts_with(script::COMMENT) {
        Some(script::COMMENT)
    } else if line.split_whitespace().next().is_some_and(|board| board.matches('/').count() == 7) {
        Some(setup::SET_BOARD)
    } else {
        looks_like_move(line).then_some(USER_MOVE)
    }
}

/// Returns true if this character ends the name of a command: `hash=64M` is `hash 64M`.
pub(crate) fn ends_name(c: char) -> bool {
    c.is_whitespace() || c == '='
}
