//! Commands about analysis and the display of thinking.

use cleave_board::Move;
use cleave_mates::MOST_MOVES;
use cleave_movegen::{legal_moves, to_san};

use super::arguments::{number, on_or_off};
use super::crafty::Crafty::Has;
use super::play::PLAYS_NEITHER;
use crate::client::notice::Notice;
use crate::conversation::protocol::Action::{AtOnce, Interrupts, Starts, UnlessThinking};
use crate::conversation::protocol::{Chapter, command};
use crate::engine::Engine;
use crate::game::current::Role;
use crate::game::move_text::read_move;
use crate::refusal::{Refusal, Reply};
use crate::session::Session;
use crate::task::Task;
use cleave_clock::level::seconds;

#[rustfmt::skip]
pub(crate) const CHAPTER: Chapter = Chapter {
    topic: "analysis",
    title: "Analysis",
    commands: &[
        command(&["analyze", "analyse"], "", Interrupts(analyze),
            "Search the position on the board until 'exit', through moves, 'undo' and so on.")
            .crafty(&[Has("`analyze`, `exit`", "`analyze`, `exit`", "")]),
        command(&["exit"], "", Interrupts(exit),
            "Leave analysis; in a file of commands ('input'), leave the rest of it out."),
        command(&["."], "", AtOnce(status),
            "Show the progress of the search. GUIs get: stat01, centiseconds, nodes, depth, moves left, moves, move.")
            .crafty(&[Has("`.`", "`.`", "silent if no search is under way")]),
        command(&["exclude"], "[MOVE | all]", UnlessThinking(exclude),
            "Do not search this move in the position on the board."),
        command(&["include"], "[MOVE | all]", UnlessThinking(include), "Search this move again."),
        command(&["search"], "MOVE", UnlessThinking(search),
            "Search this move alone, in the position on the board.")
            .crafty(&[Has("`search MOVE`", "`search d4`", "until the position changes; `include all` takes all moves again")]),
        command(&["mate"], "[MOVES]", Starts(mate),
            "Find the shortest mate by the side to move in at most MOVES moves, 5 by default, or prove that there is none. A long \
             mate is shown as soon as one is found."),
        command(&["post"], "", AtOnce(|session, _| post(session, true)), "Show thinking.")
            .crafty(&[Has("`post`, `nopost`", "`post`, `nopost`", "")]),
        command(&["nopost"], "", AtOnce(|session, _| post(session, false)), "Hide thinking."),
        command(&["noise"], "[SECONDS]", AtOnce(noise),
            "Show no thinking before the search has lasted this long.")
            .crafty(&[Has("`noise n`", "`noise 2`", "seconds, as in version 25; older ones count nodes")]),
        command(&["alarm"], "[on | off]", AtOnce(alarm),
            "Ring the bell of the terminal with each move of the engine.")
            .crafty(&[Has("`alarm on|off`", "`alarm on`", "")]),
    ],
};

fn analyze(engine: &mut Engine, _: &str) -> Reply {
    engine.session.must_go_on()?;
    engine.session.client.confirm("I analyse until 'exit', and you move for both sides.");
    engine.session.game.role = Role::Analyses;
    engine.session.game.outlook.forget_value();
    engine.session.game.clocks.stop();
    Ok(())
}

fn exit(engine: &mut Engine, _: &str) -> Reply {
    let session = &mut engine.session;
    if session.game.role == Role::Analyses {
        session.game.role = Role::Watches;
        session.client.confirm(format!("The analysis ends. {PLAYS_NEITHER}"));
    } else if !session.leave_script() {
        return Err(Refusal::NotNow("there is no analysis to leave; 'quit' leaves the program"));
    }
    Ok(())
}

/// Writes nothing to a GUI if no search runs: the GUI reads silence as 'not now'.
fn status(session: &mut Session, _: &str) -> Reply {
    let running = session.running.search();
    match running.and_then(|it| Some((it.root, it.status.clone()?))) {
        Some((root, status)) => {
            session.client.say(&Notice::Status { root: &root, status: &status });
        }
        None => session.client.confirm("Nothing is being searched."),
    }
    Ok(())
}

fn exclude(engine: &mut Engine, text: &str) -> Reply {
    let session = &mut engine.session;
    let excluded = chosen_moves(session, text)?;
    session.game.excluded.retain(|mv| !excluded.contains(mv));
    session.game.excluded.extend(excluded);
    show_excluded(session)
}

/// Shows the excluded moves.
fn show_excluded(session: &mut Session) -> Reply {
    let position = session.game.position();
    let moves: Vec<String> = session.game.excluded.iter().map(|&mv| to_san(position, mv)).collect();
    session.client.confirm(match &moves[..] {
        [] => "All moves are searched.".into(),
        moves => format!("Not searched: {}.", moves.join(" ")),
    });
    Ok(())
}

fn include(engine: &mut Engine, text: &str) -> Reply {
    let session = &mut engine.session;
    let included = chosen_moves(session, text)?;
    session.game.excluded.retain(|mv| !included.contains(mv));
    show_excluded(session)
}

fn search(engine: &mut Engine, text: &str) -> Reply {
    let session = &mut engine.session;
    session.must_go_on()?;
    let position = session.game.position();
    let only = read_move(position, text).map_err(|error| Refusal::of_move(text, &error))?;
    let said = format!("I search {} alone.", to_san(position, only));
    session.game.excluded = legal_moves(position).into_iter().filter(|&mv| mv != only).collect();
    session.client.confirm(said);
    Ok(())
}

/// Reads one legal move, `all`, or nothing.
fn chosen_moves(session: &Session, text: &str) -> Result<Vec<Move>, Refusal> {
    session.must_go_on()?;
    let position = session.game.position();
    if session.client.asks(text) {
        return Ok(Vec::new());
    }
    if text == "all" {
        return Ok(legal_moves(position).to_vec());
    }
    read_move(position, text).map(|mv| vec![mv]).map_err(|error| Refusal::of_move(text, &error))
}

fn mate(session: &mut Session, text: &str) -> Result<Task, Refusal> {
    session.game.must_be_set_up()?;
    session.must_go_on()?;
    let moves = match text {
        "" => 5,
        _ => number(text, "the number of moves", 1, Some(MOST_MOVES.into()))? as u32,
    };
    Ok(Task::Mate { moves })
}

fn post(session: &mut Session, post: bool) -> Reply {
    session.settings.shown.thinking = post;
    session.client.confirm(format!("My thinking is {}.", if post { "shown" } else { "hidden" }));
    Ok(())
}

fn noise(session: &mut Session, text: &str) -> Reply {
    let after = &mut session.settings.shown.lines.after;
    if !session.client.asks(text) {
        *after = seconds(text)?;
    }
    let seconds = after.as_secs_f64();
    session.client.confirm(format!("Thinking is shown after {seconds} s."));
    Ok(())
}

fn alarm(session: &mut Session, text: &str) -> Reply {
    let alarm = &mut session.settings.shown.alarm;
    if !session.client.asks(text) {
        *alarm = on_or_off(text)?;
    }
    session.client.confirm(format!("The bell {}.", if *alarm { "rings" } else { "is silent" }));
    Ok(())
}
