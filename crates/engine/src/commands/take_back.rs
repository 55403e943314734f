//! Commands that take moves back.

use super::arguments::number;
use super::crafty::Crafty::Has;
use super::play::PLAYS_NEITHER;
use crate::conversation::protocol::Action::Interrupts;
use crate::conversation::protocol::{Chapter, command};
use crate::engine::Engine;
use crate::game::current::Role;
use crate::refusal::{Refusal, Reply};
use crate::session::Session;

#[rustfmt::skip]
pub(crate) const CHAPTER: Chapter = Chapter {
    topic: "playing",
    title: "Taking back",
    commands: &[
        command(&["undo"], "", Interrupts(undo),
            "Take back one move. The engine then waits for 'go'.")
            .crafty(&[Has("`undo`", "`undo`", "")]),
        command(&["back"], "[N]", Interrupts(back),
            "Take back N moves of either side; 1 if there is no N.")
            .crafty(&[Has("`back n`", "`back 2`", "not only in analysis")]),
        command(&["takeback"], "", Interrupts(take_back_own),
            "Take back your last move, and the engine's answer. The engine plays on."),
        command(&["remove"], "", Interrupts(remove), "Take back two moves, one of each side.")
            .crafty(&[Has("`remove`", "`remove`", "")]),
        command(&["reset", "r"], "N", Interrupts(reset),
            "Go back to move N of the game, with the same side to move as now.")
            .crafty(&[Has("`reset n`", "`reset 1`", "")]),
    ],
};

fn undo(engine: &mut Engine, _: &str) -> Reply {
    if engine.session.game.moves.is_empty() {
        return Err(Refusal::NotNow("no move has been played yet"));
    }
    take_back_and_wait(&mut engine.session, 1);
    Ok(())
}

fn back(engine: &mut Engine, text: &str) -> Reply {
    let session = &mut engine.session;
    let moves = match text {
        "" => 1,
        _ => number(text, "the number of moves", 1, None)?,
    };
    let moves = usize::try_from(moves).ok().filter(|&moves| moves <= session.game.moves.len());
    let moves = moves.ok_or(Refusal::NotNow("fewer moves have been played"))?;
    take_back_and_wait(session, moves);
    Ok(())
}

/// Takes back this many moves. An engine that played waits for `go`.
fn take_back_and_wait(session: &mut Session, moves: usize) {
    for _ in 0..moves {
        session.game.take_back();
    }
    session.game.stop_playing_unless_analysed();
    session.show_board();
    if session.game.role == Role::Watches {
        session.client.confirm(PLAYS_NEITHER);
    }
}

/// Returns the turn to the same side, whether the engine has answered or not.
fn take_back_own(engine: &mut Engine, _: &str) -> Reply {
    let session = &mut engine.session;
    let plies = match session.game.role {
        Role::Plays(engine) if engine != session.game.side() => 2,
        _ => 1,
    };
    if session.game.moves.len() < plies {
        return Err(Refusal::NotNow("you have made no move yet"));
    }
    for _ in 0..plies {
        session.game.take_back();
    }
    session.game.clocks.switch_to(session.game.side().index());
    session.show_board();
    Ok(())
}

fn remove(engine: &mut Engine, _: &str) -> Reply {
    let session = &mut engine.session;
    if session.game.moves.len() < 2 {
        return Err(Refusal::NotNow("there are no two moves to take back"));
    }
    session.game.take_back();
    session.game.take_back();
    session.show_board();
    Ok(())
}

/// As after `remove`, the engine plays on.
fn reset(engine: &mut Engine, text: &str) -> Reply {
    let session = &mut engine.session;
    let wanted = number(text, "the move", 1, None)?;
    let now = i64::from(session.game.position().fullmove());
    let plies = usize::try_from(now.saturating_sub(wanted)).ok().map(|moves| 2 * moves);
    let plies = plies
        .filter(|&plies| plies <= session.game.moves.len())
        .ok_or(Refusal::NotNow("the game has not been at that move"))?;
    for _ in 0..plies {
        session.game.take_back();
    }
    session.show_board();
    Ok(())
}
