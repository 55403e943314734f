//! Commands about draws and resignation.

use cleave_pgn::GameResult;

use super::arguments::number;
use super::crafty::Crafty::{Has, Lacks};
use crate::conversation::protocol::Action::AtOnce;
use crate::conversation::protocol::{Chapter, command};
use crate::game::current::Role;
use crate::game_keeping::{ending, offers};
use crate::refusal::{Refusal, Reply};
use crate::session::Session;
use crate::settings::Ratings;

/// Centipawns in a pawn.
const PAWN: i32 = 100;

#[rustfmt::skip]
pub(crate) const CHAPTER: Chapter = Chapter {
    topic: "draws",
    title: "Draws and resignation",
    commands: &[
        command(&["draw"], "[accept | decline | offer | nooffer | dynamic 0|1]", AtOnce(draw),
            "Offer the engine a draw; or set whether it accepts and offers draws, and whether 'rating' sets its contempt.")
            .crafty(&[
                Has("`draw`", "`playother`, `draw`", "an offer; the engine may answer after its next search"),
                Has("`draw accept|decline`", "`draw decline`, `draw accept`", "`accept` by the value of the position, not always"),
                Has("`draw offer|nooffer`", "`draw nooffer`, `draw offer`", ""),
                Has("`draw dynamic 0|1`", "`draw dynamic 0`, `draw dynamic 1`", "whether `rating` counts"),
            ]),
        command(&["resign"], "[PAWNS [MOVES]]", AtOnce(resign),
            "Resign the game; or let the engine resign once it is PAWNS down for MOVES moves in a row (0: never).")
            .crafty(&[
                Has("`resign`", "`playother`, `resign`", "you resign"),
                Has("`resign m n`", "`resign 9 5`, `resign 0`", ""),
            ]),
        command(&["rating"], "[OWN OTHER]", AtOnce(rating),
            "The ratings of engine and opponent, 0 if unknown. If the option Contempt is 0, they set it: the engine avoids draws with the weaker, a centipawn for each 10 points.")
            .crafty(&[Has("`rating a b`", "`rating 2400 2200`", "sets contempt: 1 centipawn for 10 points, at most 50")]),
        command(&["mode"], "[normal | tournament]", AtOnce(mode),
            "In a tournament a draw is worth half a point against any opponent, and the clocks are shown after each move.")
            .crafty(&[
                Has("`mode normal|tournament`", "`mode tournament`, `mode normal`", "a draw is worth 0, and the clocks are shown; does not change the move pondered on"),
                Lacks("`mode match`", "`mode match`", "the mode is 'normal' or 'tournament'"),
            ]),
    ],
};

fn draw(session: &mut Session, text: &str) -> Reply {
    let policy = &mut session.settings.policy;
    match text.split_whitespace().collect::<Vec<_>>()[..] {
        [] => {
            session.must_go_on()?;
            offer_draw(session);
            return Ok(());
        }
        ["accept"] => policy.accept_draws = true,
        ["decline"] => policy.accept_draws = false,
        ["offer"] => policy.offer_draws = true,
        ["nooffer"] => policy.offer_draws = false,
        ["dynamic", "0"] => policy.heeds_ratings = false,
        ["dynamic", "1"] => policy.heeds_ratings = true,
        _ => {
            return Err(
                "expected accept, decline, offer, nooffer, 'dynamic 0' or 'dynamic 1'".into()
            );
        }
    }
    let not = |on: bool| if on { "" } else { "no " };
    session.client.confirm(format!(
        "I accept {}draws, offer {}draws, and heed {}ratings.",
        not(policy.accept_draws),
        not(policy.offer_draws),
        not(policy.heeds_ratings)
    ));
    Ok(())
}

/// Handles a person's offer of a draw.
fn offer_draw(session: &mut Session) {
    let Session { client, game, settings, .. } = session;
    if offers::receive_draw_offer(game, settings, client) {
        ending::end(session, GameResult::Draw);
        session.running.stop();
    } else if game.outlook.draw_offered {
        client.confirm("I will think about it with my next move.");
    } else if !matches!(game.role, Role::Plays(_)) {
        client.confirm("I am not playing; 'pgn Result 1/2-1/2' records a draw.");
    }
}

fn resign(session: &mut Session, text: &str) -> Reply {
    if text.is_empty() {
        return lose_for_opponent(session);
    }
    let policy = &mut session.settings.policy;
    let (pawns, moves) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let pawns = number(pawns, "the number of pawns", 0, Some(100))? as i32;
    let moves = match moves.trim() {
        "" => policy.resign_moves,
        moves => number(moves, "the number of moves", 1, Some(100))? as u32,
    };
    (policy.resign_threshold, policy.resign_moves) = (PAWN * pawns, moves);
    session.client.confirm(match pawns {
        0 => "I never resign.".into(),
        _ => format!("I resign when {pawns} pawns behind for {moves} moves in a row."),
    });
    Ok(())
}

/// Ends the game because the opponent has resigned.
fn lose_for_opponent(session: &mut Session) -> Reply {
    session.must_go_on()?;
    let Role::Plays(engine) = session.game.role else {
        return Err(Refusal::NotNow("the engine does not play"));
    };
    let result = GameResult::won_by(engine);
    ending::end(session, result);
    session.running.stop();
    session.client.line(format!("{result} {{The engine's opponent resigns}}"));
    session.client.confirm("'new' begins another game.");
    Ok(())
}

fn rating(session: &mut Session, text: &str) -> Reply {
    let settings = &mut session.settings;
    if !session.client.asks(text) {
        let expected = "rating needs two numbers";
        let (own, other) = text.split_once(char::is_whitespace).ok_or(expected)?;
        let own = number(own, "the engine's rating", 0, Some(10_000))?;
        let other = number(other.trim(), "the opponent's rating", 0, Some(10_000))?;
        settings.policy.ratings = Ratings::OfBoth { own, other };
    }
    let contempt = settings.contempt_in_force();
    session.client.confirm(format!("A draw is worth {} centipawns to me.", -contempt));
    Ok(())
}

fn mode(session: &mut Session, text: &str) -> Reply {
    let tournament = &mut session.settings.policy.tournament;
    match text {
        "" => {}
        "normal" => *tournament = false,
        "tournament" => *tournament = true,
        _ => return Err("the mode is 'normal' or 'tournament'".into()),
    }
    let mode = if *tournament { "tournament" } else { "normal" };
    session.client.confirm(format!("The mode is '{mode}'."));
    Ok(())
}
