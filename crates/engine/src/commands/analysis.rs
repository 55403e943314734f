//! Commands about analysis and the display of thinking.

use cleave_board::Move;
use cleave_movegen::legal_moves;

use super::arguments::on_or_off;
use crate::client::notice::Notice;
use crate::conversation::protocol::Action::{AtOnce, Interrupts, UnlessThinking};
use crate::conversation::protocol::{Chapter, command};
use crate::engine::Engine;
use crate::game::current::Role;
use crate::game::level::seconds;
use crate::game::move_text::read_move;
use crate::refusal::{Refusal, Reply};
use crate::session::Session;

#[rustfmt::skip]
pub(crate) const CHAPTER: Chapter = Chapter {
    title: "Analysis",
    commands: &[
        command(&["analyze", "analyse"], "", Interrupts(analyze),
            "Search the position on the board until 'exit', through moves, 'undo' and so on."),
        command(&["exit"], "", Interrupts(exit),
            "Leave analysis; in a file of commands ('input'), leave the rest of it out."),
        command(&["."], "", AtOnce(status),
            "Show how far the search is: stat01, centiseconds, nodes, depth, moves left, moves, move."),
        command(&["exclude"], "MOVE | all", UnlessThinking(exclude),
            "Do not search this move in the position on the board."),
        command(&["include"], "MOVE | all", UnlessThinking(include), "Search this move again."),
        command(&["search"], "MOVE", UnlessThinking(search),
            "Search this move alone, in the position on the board."),
        command(&["post"], "", AtOnce(|session, _| post(session, true)), "Show thinking."),
        command(&["nopost"], "", AtOnce(|session, _| post(session, false)), "Hide thinking."),
        command(&["noise"], "SECONDS", AtOnce(noise),
            "Show no thinking before the search has lasted this long."),
        command(&["alarm"], "on | off", AtOnce(alarm),
            "Ring the bell of the terminal with each move of the engine."),
    ],
};

fn analyze(engine: &mut Engine, _: &str) -> Reply {
    engine.session.game.role = Role::Analyses;
    engine.session.game.outlook.forget_value();
    engine.session.game.clocks.stop();
    Ok(())
}

fn exit(engine: &mut Engine, _: &str) -> Reply {
    let session = &mut engine.session;
    if session.game.role == Role::Analyses {
        session.game.role = Role::Watches;
    } else if !session.leave_script() {
        return Err(Refusal::NotNow("there is no analysis to leave"));
    }
    Ok(())
}

/// Says nothing if nothing is being searched: GUIs read silence as 'not now'.
fn status(session: &mut Session, _: &str) -> Reply {
    let running = session.running.search();
    if let Some((root, status)) = running.and_then(|it| Some((it.root, it.status.clone()?))) {
        session.client.say(&Notice::Status { root: &root, status: &status });
    }
    Ok(())
}

fn exclude(engine: &mut Engine, text: &str) -> Reply {
    let session = &mut engine.session;
    let excluded = chosen_moves(session, text)?;
    session.game.excluded.retain(|mv| !excluded.contains(mv));
    session.game.excluded.extend(excluded);
    Ok(())
}

fn include(engine: &mut Engine, text: &str) -> Reply {
    let session = &mut engine.session;
    let included = chosen_moves(session, text)?;
    session.game.excluded.retain(|mv| !included.contains(mv));
    Ok(())
}

fn search(engine: &mut Engine, text: &str) -> Reply {
    let session = &mut engine.session;
    let position = session.game.position();
    let only = read_move(position, text).map_err(|error| Refusal::of_move(text, &error))?;
    session.game.excluded = legal_moves(position).into_iter().filter(|&mv| mv != only).collect();
    Ok(())
}

/// One legal move, or `all`.
fn chosen_moves(session: &Session, text: &str) -> Result<Vec<Move>, Refusal> {
    let position = session.game.position();
    if text == "all" {
        return Ok(legal_moves(position).to_vec());
    }
    read_move(position, text).map(|mv| vec![mv]).map_err(|error| Refusal::of_move(text, &error))
}

fn post(session: &mut Session, post: bool) -> Reply {
    session.settings.shown.thinking = post;
    Ok(())
}

fn noise(session: &mut Session, text: &str) -> Reply {
    session.settings.shown.lines.after = seconds(text)?;
    Ok(())
}

fn alarm(session: &mut Session, text: &str) -> Reply {
    session.settings.shown.alarm = on_or_off(text)?;
    Ok(())
}
