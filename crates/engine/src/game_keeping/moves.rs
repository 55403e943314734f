//! Moves of the game being kept, and the claims they lead to.

use cleave_board::Move;

use crate::ending::Ending;
use crate::journal;
use crate::notice::Notice;
use crate::session::{Role, Session};

/// Rings the bell of a terminal.
const BELL: &str = "\x07";

/// Makes a legal move of either side on the board, and claims the end of the game if it is one.
pub fn play(session: &mut Session, mv: Move) {
    // The engine's offer holds until the opponent moves.
    session.outlook.offers_draw &= session.role == Role::Plays(session.game.side());
    session.game.play(mv);
    session.excluded.clear();
    if let Role::Plays(engine) = session.role {
        session.clocks.press(&session.game);
        session.clocks.apply_reports(engine);
    }
    // Not only between searches: the opponent may make the expected move during one.
    journal::keep(session);
    claim(session);
}

/// Makes the engine's move. `expected` is the reply that it expects.
pub fn play_own(session: &mut Session, mv: Move, expected: Option<Move>) {
    let position = *session.game.position();
    let claims_draw = Ending::after(&session.game, mv).is_some_and(Ending::is_claimed);
    session.say(&Notice::BestMove { position: &position, mv, expected, claims_draw });
    play(session, mv);
    session.show_board();
    if !session.has_arbiter {
        attract_attention(session);
    }
}

/// A person may have looked away.
fn attract_attention(session: &mut Session) {
    if session.settings.shown.alarm {
        session.output.prompt(BELL);
    }
    if session.settings.manners.tournament {
        session.show_clocks();
    }
}

/// Says how the game has ended, if it has. The engine claims a draw only in its own games.
pub fn claim(session: &mut Session) {
    let claims = |ending: &Ending| match session.role {
        Role::Analyses => false,
        Role::Watches => ending.is_final(),
        Role::Plays(_) => true,
    };
    if let Some(ending) = Ending::of(&session.game).filter(claims) {
        session.clocks.stop();
        session.say(&Notice::Ending(ending));
    }
}
