//! Commands that play a game.

use cleave_board::{Color, Position};
use cleave_movegen::to_san;
use cleave_pgn::GameResult;
use cleave_search::settings::Pace;

use super::arguments::on_or_off;
use super::crafty::Crafty::Has;
use crate::client::notice::Notice;
use crate::conversation::protocol::Action::{AtOnce, InTurn, Interrupts, Queues};
use crate::conversation::protocol::{Chapter, command, gui_command};
use crate::engine::Engine;
use crate::game::current::Role;
use crate::game::move_text::read_move;
use crate::game_keeping::{USER_MOVE, ending, moves};
use crate::refusal::{Refusal, Reply};
use crate::session::Session;
use crate::task::Activity;

#[rustfmt::skip]
pub(crate) const CHAPTER: Chapter = Chapter {
    topic: "playing",
    title: "Playing",
    commands: &[
        command(&["new"], "", Interrupts(new), "Start a new game; the engine plays Black.")
            .crafty(&[Has("`new`", "`new`", "Crafty must be started anew")]),
        command(&[USER_MOVE], "MOVE", InTurn(user_move),
            "Make a move: e4, Nf3, nf3, e2e4, e7e8q, O-O. 'usermove' may be left out.")
            .crafty(&[Has("a move", "`d4`, `d7d5`, `O-O`", "SAN or coordinates; a move number may come first")]),
        command(&["go", "move"], "", Interrupts(go),
            "The engine plays the side to move, starting now.")
            .crafty(&[Has("`go`, `move`", "`go`, `move`", "")]),
        command(&["playother"], "", Interrupts(play_other),
            "The engine plays the side that is not to move.")
            .crafty(&[Has("`playother`", "`playother`", "")]),
        command(&["force"], "[MOVE]", Interrupts(force),
            "The engine plays neither side; you make the moves of both. With MOVE, replace the last move of the game, and let the engine play on.")
            .crafty(&[
                Has("`force`", "`force`", "the engine plays neither side, also on the console"),
                Has("`force MOVE`", "`force Bc5`", "in place of the last move; refused while the engine is to move"),
            ]),
        command(&["?"], "", AtOnce(move_now), "The engine stops thinking, and moves at once.")
            .crafty(&[Has("`?`", "`?`", "")]),
        command(&["hint"], "", AtOnce(hint), "Show a good move.")
            .crafty(&[Has("`hint`", "`hint`", "")]),
        command(&["hard"], "", Queues(|engine, _| set_pondering(engine, true)), "Let the engine think on your time.")
            .crafty(&[Has("`hard`, `easy`", "`hard`, `easy`", "")]),
        command(&["ponder"], "[on | off | MOVE]", Queues(ponder),
            "Let the engine think on your time, or not; with MOVE, on its answer to that move.")
            .crafty(&[Has("`ponder on|off|MOVE`", "`ponder on`, `ponder d4`, `ponder off`", "")]),
        command(&["easy"], "", Queues(|engine, _| set_pondering(engine, false)), "Do not let the engine think on your time."),
        command(&["quit", "bye", "end"], "", Interrupts(quit), "Leave.")
            .crafty(&[Has("`end`, `quit`", "`end`", "")]),
        gui_command(&["result"], "[RESULT {COMMENT}]", Interrupts(result), "The game is over.")
            .crafty(&[Has("`result`", "`result 1-0 {White mates}`", "")]),
        gui_command(&["white"], "", Interrupts(|engine, _| play_against(engine, Color::White)),
            "The engine plays Black (obsolete; White must be to move).")
            .crafty(&[Has("`white`", "`white`", "White must be to move; the engine plays Black")]),
        gui_command(&["black"], "", Interrupts(|engine, _| play_against(engine, Color::Black)),
            "The engine plays White (obsolete; Black must be to move).")
            .crafty(&[Has("`black`", "`d4`, `black`", "Black must be to move; the engine plays White")]),
    ],
};

fn new(engine: &mut Engine, _: &str) -> Reply {
    engine.new_game();
    let session = &mut engine.session;
    session.settings.chess960 = false;
    session.begin(Position::start());
    session.settings.search.depth = None;
    session.settings.search.nodes = None;
    session.settings.search.pace = Pace::Wall;
    // The protocol requires that a new game does not end analysis.
    if session.game.role != Role::Analyses {
        session.game.role = Role::Plays(Color::Black);
        session.client.confirm("A new game: you play White.");
    }
    session.show_board();
    Ok(())
}

/// Makes a move of the opponent, or of either side if the engine plays none.
fn user_move(engine: &mut Engine, text: &str) -> Reply {
    let session = &mut engine.session;
    let position = *session.game.position();
    let mv = read_move(&position, text).map_err(|error| Refusal::of_move(text, &error))?;
    // Otherwise the engine's answer shows that the move was made.
    let needs_echo = !matches!(session.game.role, Role::Plays(_));
    if needs_echo {
        session.client.say(&Notice::UserMove { position: &position, mv });
    }
    moves::play(session, mv);
    if needs_echo {
        session.show_board();
    }
    Ok(())
}

fn go(engine: &mut Engine, _: &str) -> Reply {
    engine.session.must_be_playable()?;
    play_side(&mut engine.session, |to_move| to_move);
    Ok(())
}

fn play_other(engine: &mut Engine, _: &str) -> Reply {
    let session = &mut engine.session;
    session.must_be_playable()?;
    play_side(session, |to_move| !to_move);
    session.client.confirm(format!("I play {:?}.", !session.game.side()));
    Ok(())
}

fn play_against(engine: &mut Engine, color: Color) -> Reply {
    engine.session.must_be_playable()?;
    if engine.session.game.side() != color {
        return Err(Refusal::NotNow("the other side is to move"));
    }
    play_side(&mut engine.session, |to_move| !to_move);
    engine.session.game.clocks.stop();
    Ok(())
}

/// Gives the engine one side from here on. Starts the clock of the side to move, and restarts it if it is running,
/// because the time so far was another player's.
fn play_side(session: &mut Session, choose: fn(Color) -> Color) {
    let to_move = session.game.side();
    let engine = choose(to_move);
    session.game.role = Role::Plays(engine);
    session.game.outlook.forget_value();
    session.game.clocks.apply_reports(engine.index());
    session.game.clocks.stop();
    session.game.clocks.start(to_move.index());
    moves::claim(&mut session.game, &mut session.client);
}

fn force(engine: &mut Engine, text: &str) -> Reply {
    if text.is_empty() {
        engine.session.game.watch();
        engine.session.game.ended = None;
        engine.session.client.confirm(PLAYS_NEITHER);
        return Ok(());
    }
    replace_last_move(&mut engine.session, text)
}

/// The message to a person whose next move the engine will not answer.
pub(super) const PLAYS_NEITHER: &str = "I play neither side: 'go' lets me move.";

/// Replaces the last move of the same side by this one. The clocks continue.
fn replace_last_move(session: &mut Session, text: &str) -> Reply {
    let Some((before, _)) = session.game.moves.last() else {
        return Err(Refusal::NotNow("no move has been played yet"));
    };
    if session.game.role == Role::Plays(session.game.side()) {
        return Err(Refusal::NotNow("the engine has not moved; 'undo' takes back your move"));
    }
    let before = *before;
    let mv = read_move(&before, text).map_err(|error| Refusal::of_move(text, &error))?;
    session.game.take_back();
    session.client.say(&Notice::UserMove { position: &before, mv });
    session.game.moves.play(mv);
    moves::claim(&mut session.game, &mut session.client);
    session.show_board();
    Ok(())
}

fn move_now(session: &mut Session, _: &str) -> Reply {
    if session.running.activity() == Some(Activity::Thinking) {
        session.running.stop();
    } else {
        session.client.confirm("I am not thinking about a move. 'help' explains the commands.");
    }
    Ok(())
}

fn hint(session: &mut Session, _: &str) -> Reply {
    session.must_go_on()?;
    let position = *session.game.position();
    let best = session.game.outlook.best(&position).or_else(|| session.book.best(&position));
    session.client.say(&Notice::Hint { position: &position, best });
    Ok(())
}

fn ponder(engine: &mut Engine, text: &str) -> Reply {
    if text.is_empty() {
        let is_on = engine.session.settings.search.ponder;
        return set_pondering(engine, is_on);
    }
    if let Ok(is_on) = on_or_off(text) {
        return set_pondering(engine, is_on);
    }
    let session = &mut engine.session;
    session.must_go_on()?;
    let position = *session.game.position();
    let expected = read_move(&position, text).map_err(|error| Refusal::of_move(text, &error))?;
    session.game.outlook.note(&position, expected);
    session.client.confirm(format!("I expect {}.", to_san(&position, expected)));
    Ok(())
}

fn set_pondering(engine: &mut Engine, is_on: bool) -> Reply {
    engine.session.settings.search.ponder = is_on;
    let not = if is_on { "" } else { "do not " };
    engine.session.client.confirm(format!("I {not}think on your time."));
    Ok(())
}

fn quit(engine: &mut Engine, _: &str) -> Reply {
    engine.session.quit();
    Ok(())
}

fn result(engine: &mut Engine, text: &str) -> Reply {
    log::info!("the game is over: {text}");
    let session = &mut engine.session;
    if let Some(result) = text.split_whitespace().next().and_then(GameResult::parse) {
        ending::end(session, result);
    } else if session.game.role != Role::Analyses {
        session.game.watch();
    }
    Ok(())
}
