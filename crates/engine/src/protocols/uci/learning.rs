//! What the book learns from a game over UCI.
//!
//! Nobody tells the engine how a game has ended, not even that it has. When the GUI announces another one, or
//! leaves, be it without `quit`, the last position says it: it is mate or stalemate, or the engine's last search has found one side
//! to be winning. A game whose result cannot be told so teaches nothing.

use cleave_board::Color;
use cleave_pgn::GameResult;

use crate::book;
use crate::ending::Ending;
use crate::notice::Notice;
use crate::records::result_of;
use crate::session::{Role, Session};

/// A game counts as won from this value on, in centipawns.
const WINNING: i32 = 600;

/// Has the book learn from the game on the board, if the user wants that and its result is known. A game
/// counts once.
pub(super) fn learn_from_last_game(session: &mut Session) {
    let Some(result) = result(session).filter(|_| session.settings.book.learns) else { return };
    session.role = Role::Watches;
    match book::learn(session, result) {
        Ok(moves) => {
            let learnt = format!("{moves} moves of the book learnt: {result}");
            session.say(&Notice::Comment(&learnt));
        }
        Err(error) => session.say(&Notice::Warning(&error)),
    }
}

/// How the game has ended that the engine has played, as far as can be told.
fn result(session: &Session) -> Option<GameResult> {
    let Role::Plays(color) = session.role else { return None };
    if let Some(ending) = Ending::of(&session.game) {
        return Some(result_of(ending));
    }
    let value = session.outlook.value?.get();
    let winner = if value >= WINNING { color } else { !color };
    (value.abs() >= WINNING).then_some(match winner {
        Color::White => GameResult::WhiteWins,
        Color::Black => GameResult::BlackWins,
    })
}
