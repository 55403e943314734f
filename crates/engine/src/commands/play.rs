//! Commands that play a game.

use cleave_board::{Color, Position};
use cleave_movegen::{parse_move, to_san};
use cleave_search::Pace;

use super::{Action, Audience, Chapter, Command};
use crate::dialect::Dialect;
use crate::engine::Engine;
use crate::offers;
use crate::refusal::{Refusal, Reply};
use crate::session::{Activity, Role, Session};

/// The command before a move.
pub(super) const USER_MOVE: &str = "usermove";

/// Commands that play a game.
pub(super) const CHAPTER: Chapter = Chapter {
    title: "Playing",
    commands: &[
        Command {
            names: &["new"],
            arguments: "",
            help: "Start a new game; the engine plays Black.",
            audience: Audience::Everyone,
            action: Action::Interrupts(new),
        },
        Command {
            names: &[USER_MOVE],
            arguments: "MOVE",
            help: "Make a move: e2e4, e7e8q, Nf3, O-O. The move alone will do.",
            audience: Audience::Everyone,
            action: Action::Queues(user_move),
        },
        Command {
            names: &["go"],
            arguments: "",
            help: "The engine plays the side to move, and moves.",
            audience: Audience::Everyone,
            action: Action::Interrupts(go),
        },
        Command {
            names: &["playother"],
            arguments: "",
            help: "The engine plays the side that is not to move.",
            audience: Audience::Everyone,
            action: Action::Interrupts(play_other),
        },
        Command {
            names: &["force"],
            arguments: "",
            help: "The engine plays neither side; make moves for both.",
            audience: Audience::Everyone,
            action: Action::Interrupts(force),
        },
        Command {
            names: &["?"],
            arguments: "",
            help: "Move now.",
            audience: Audience::Everyone,
            action: Action::AtOnce(move_now),
        },
        Command {
            names: &["undo"],
            arguments: "",
            help: "Take back one move. The engine then waits for 'go'.",
            audience: Audience::Everyone,
            action: Action::Interrupts(undo),
        },
        Command {
            names: &["remove"],
            arguments: "",
            help: "Take back two moves, one of each side.",
            audience: Audience::Everyone,
            action: Action::Interrupts(remove),
        },
        Command {
            names: &["hint"],
            arguments: "",
            help: "Show a good move.",
            audience: Audience::Everyone,
            action: Action::AtOnce(hint),
        },
        Command {
            names: &["draw"],
            arguments: "",
            help: "Offer the engine a draw.",
            audience: Audience::Everyone,
            action: Action::AtOnce(draw),
        },
        Command {
            names: &["hard"],
            arguments: "",
            help: "Let the engine think on your time.",
            audience: Audience::Everyone,
            action: Action::Queues(hard),
        },
        Command {
            names: &["easy"],
            arguments: "",
            help: "Do not let the engine think on your time.",
            audience: Audience::Everyone,
            action: Action::Queues(easy),
        },
        Command {
            names: &["quit", "bye"],
            arguments: "",
            help: "Leave.",
            audience: Audience::Everyone,
            action: Action::Interrupts(quit),
        },
        Command {
            names: &["result"],
            arguments: "RESULT {COMMENT}",
            help: "The game is over.",
            audience: Audience::Gui,
            action: Action::Interrupts(result),
        },
        Command {
            names: &["white"],
            arguments: "",
            help: "The engine plays Black (obsolete; White must be to move).",
            audience: Audience::Gui,
            action: Action::Interrupts(|engine, _| play_against(engine, Color::White)),
        },
        Command {
            names: &["black"],
            arguments: "",
            help: "The engine plays White (obsolete; Black must be to move).",
            audience: Audience::Gui,
            action: Action::Interrupts(|engine, _| play_against(engine, Color::Black)),
        },
    ],
};

fn new(engine: &mut Engine, _: &str) -> Reply {
    engine.searcher.new_game();
    let session = &mut engine.session;
    session.chess960 = false;
    session.begin(Position::start());
    session.settings.depth = None;
    session.settings.pace = Pace::Wall;
    // The protocol: a new game does not end analysis.
    if session.role != Role::Analyses {
        session.role = Role::Plays(Color::Black);
    }
    session.show_board();
    Ok(())
}

/// A move of the opponent, or of either side if the engine plays none.
pub(super) fn user_move(engine: &mut Engine, text: &str) -> Reply {
    let session = &mut engine.session;
    let mv = parse_move(session.game.position(), text)
        .map_err(|error| Refusal::of_move(text, &error))?;
    session.play(mv);
    Ok(())
}

fn go(engine: &mut Engine, _: &str) -> Reply {
    play_side(&mut engine.session, |to_move| to_move);
    Ok(())
}

fn play_other(engine: &mut Engine, _: &str) -> Reply {
    play_side(&mut engine.session, |to_move| !to_move);
    Ok(())
}

fn play_against(engine: &mut Engine, color: Color) -> Reply {
    if engine.session.game.side() != color {
        return Err(Refusal::NotNow("the other side is to move"));
    }
    play_side(&mut engine.session, |to_move| !to_move);
    engine.session.clocks.stop();
    Ok(())
}

/// The engine plays one side from here on; the clock of the side to move runs.
fn play_side(session: &mut Session, choose: fn(Color) -> Color) {
    let to_move = session.game.side();
    let engine = choose(to_move);
    session.role = Role::Plays(engine);
    session.outlook.forget_value();
    session.clocks.believe(engine);
    session.clocks.start(to_move);
    session.claim();
}

fn force(engine: &mut Engine, _: &str) -> Reply {
    engine.session.role = Role::Watches;
    engine.session.outlook.forget_value();
    engine.session.clocks.stop();
    Ok(())
}

fn move_now(session: &mut Session, _: &str) -> Reply {
    if let Some(running) = &mut session.running {
        running.move_now = running.activity == Activity::Thinking;
    }
    Ok(())
}

fn undo(engine: &mut Engine, _: &str) -> Reply {
    let session = &mut engine.session;
    if !session.take_back() {
        return Err(Refusal::NotNow("nothing was played yet"));
    }
    if session.role != Role::Analyses {
        session.role = Role::Watches;
        session.clocks.stop();
    }
    session.show_board();
    Ok(())
}

fn remove(engine: &mut Engine, _: &str) -> Reply {
    let session = &mut engine.session;
    if session.game.len() < 2 {
        return Err(Refusal::NotNow("there are no two moves to take back"));
    }
    session.take_back();
    session.take_back();
    session.show_board();
    Ok(())
}

fn hint(session: &mut Session, _: &str) -> Reply {
    let position = *session.game.position();
    let known = session.outlook.best(&position).or_else(|| session.book.best(&position));
    match (known, session.dialect) {
        (Some(mv), _) => session.output.line(format!("Hint: {}", to_san(&position, mv))),
        (None, Dialect::Console) => session.output.line("No hint; 'analyze' would find one."),
        (None, Dialect::Xboard) => {}
    }
    Ok(())
}

fn draw(session: &mut Session, _: &str) -> Reply {
    offers::hear_draw(session);
    Ok(())
}

fn hard(engine: &mut Engine, _: &str) -> Reply {
    engine.session.settings.ponder = true;
    Ok(())
}

fn easy(engine: &mut Engine, _: &str) -> Reply {
    engine.session.settings.ponder = false;
    Ok(())
}

fn quit(engine: &mut Engine, _: &str) -> Reply {
    engine.session.open = false;
    Ok(())
}

fn result(engine: &mut Engine, text: &str) -> Reply {
    log::info!("the game is over: {text}");
    if engine.session.role != Role::Analyses {
        force(engine, "")?;
    }
    Ok(())
}
