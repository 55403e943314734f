//! The end of a game, and learning from it in the book.

use cleave_pgn::GameResult;

use crate::client::notice::Notice;
use crate::game::current::Role;
use crate::session::Session;

/// Ends the game with this result, for reasons that the board does not show.
pub fn end(session: &mut Session, result: GameResult) {
    learn(session, result);
    session.game.note_result(result);
    if session.game.role != Role::Analyses {
        session.game.watch();
    }
}

/// Leaves the game on the board. If it has ended there, its result counts without a report.
pub fn leave(session: &mut Session) {
    if let Some(ending) = session.game.moves.ending() {
        learn(session, ending.result());
    }
}

/// Lets the book learn from the result of a game of the engine, if the user has chosen that. A game counts once, even
/// if a GUI sets the engine to watch before it reports the result.
fn learn(session: &mut Session, result: GameResult) {
    let game = &mut session.game;
    let is_wanted = session.settings.book.learns && game.played.is_some() && !game.is_learnt;
    if !is_wanted || result == GameResult::Unknown {
        return;
    }
    game.is_learnt = true;
    match session.book.learn(&game.moves, result) {
        Ok(moves) => {
            let learnt = format!("{moves} moves of the book learnt");
            session.client.say(&Notice::Comment(&learnt));
        }
        Err(error) => session.client.say(&Notice::Warning(&error)),
    }
}
