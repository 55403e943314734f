//! Moves of the game being kept, and the claims they lead to.

use cleave_board::Move;
use cleave_pgn::Ending;

use crate::client::Client;
use crate::client::notice::Notice;
use crate::game::current::{CurrentGame, Role};
use crate::session::Session;

/// Rings the bell of a terminal.
const BELL: &str = "\x07";

/// Makes a legal move of either side on the board, and claims the end of the game if it ends.
pub fn play(session: &mut Session, mv: Move) {
    let Session { client, game, settings, journal, .. } = session;
    // The engine's offer holds until the opponent moves.
    game.outlook.offers_draw &= game.role == Role::Plays(game.side());
    game.moves.play(mv);
    game.excluded.clear();
    game.ended = None;
    if let Role::Plays(engine) = game.role {
        game.clocks.press((!game.side()).index(), game.moves.made());
        game.clocks.apply_reports(engine.index());
    }
    // This happens not only between searches: the opponent may make the expected move during one.
    journal.keep(game, client, &settings.game_log);
    claim(game, client);
}

/// Makes the engine's move. `expected` is the reply that it expects.
pub fn play_own(session: &mut Session, mv: Move, expected: Option<Move>) {
    let position = *session.game.position();
    let claims_draw = session.game.moves.after(mv).ending().is_some_and(Ending::is_claimed);
    session.client.say(&Notice::BestMove { position: &position, mv, expected, claims_draw });
    session.running.move_sent();
    session.game.played = Some(position.side());
    play(session, mv);
    session.show_board();
    if !session.client.has_arbiter {
        attract_attention(session);
    }
}

/// Rings the bell for a person who has looked away.
fn attract_attention(session: &mut Session) {
    if session.settings.shown.alarm {
        session.client.output.prompt(BELL);
    }
    if session.settings.policy.tournament {
        session.show_clocks();
    }
}

/// Reports how the game has ended, if it has. The engine claims a draw only in its own games.
pub fn claim(game: &mut CurrentGame, client: &mut Client) {
    let claims = |ending: &Ending| match game.role {
        Role::Analyses => false,
        Role::Watches => ending.is_final(),
        Role::Plays(_) => true,
    };
    if let Some(ending) = game.moves.ending().filter(claims) {
        game.clocks.stop();
        client.say(&Notice::Ending(ending));
    }
}
