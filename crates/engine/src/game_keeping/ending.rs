//! The end of a game, and what the book learns from it.

use cleave_pgn::GameResult;

use crate::client::notice::Notice;
use crate::game::current::Role;
use crate::session::Session;

/// The game is over with this result, for reasons that the board does not show.
pub fn end(session: &mut Session, result: GameResult) {
    learn(session, result);
    session.game.note_result(result);
    if session.game.role != Role::Analyses {
        session.game.watch();
    }
}

/// The game on the board is left: if it has ended there, nobody need tell the result.
pub fn leave(session: &mut Session) {
    if let Some(ending) = session.game.moves.ending() {
        learn(session, ending.result());
    }
}

/// Has the book learn from the result of a game of the engine, if the user wants that. A game counts once, also if a GUI
/// tells the engine to watch before it tells the result.
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
