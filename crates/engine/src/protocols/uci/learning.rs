//! Learning in the book from a game over UCI.
//!
//! A UCI client reports neither the result of a game nor its end. When the client announces another game or leaves,
//! with or without `quit`, the last position shows the result. It is mate or stalemate, or the engine's last search has
//! found one side to be winning. A game without such a result teaches nothing.

use cleave_pgn::GameResult;

use crate::client::notice::Notice;
use crate::game::current::Role;
use crate::session::Session;

/// A game counts as won from this value on, in centipawns.
const WINNING: i32 = 600;

/// Lets the book learn from the game on the board, if the user has chosen that and the result is known. A game counts
/// once.
pub(super) fn learn_from_last_game(session: &mut Session) {
    let Some(result) = result(session).filter(|_| session.settings.book.learns) else { return };
    session.game.role = Role::Watches;
    match session.book.learn(&session.game.moves, result) {
        Ok(moves) => {
            let learnt = format!("{moves} moves of the book learnt: {result}");
            session.client.say(&Notice::Comment(&learnt));
        }
        Err(error) => session.client.say(&Notice::Warning(&error)),
    }
}

/// Returns the result of the game that the engine has played, as far as the position shows it.
fn result(session: &Session) -> Option<GameResult> {
    let Role::Plays(color) = session.game.role else { return None };
    if let Some(ending) = session.game.moves.ending() {
        return Some(ending.result());
    }
    let value = session.game.outlook.value?.get();
    let winner = if value >= WINNING { color } else { !color };
    (value.abs() >= WINNING).then_some(GameResult::won_by(winner))
}
