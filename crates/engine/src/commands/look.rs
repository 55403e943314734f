//! Commands that show what is on the board, and what is set.

use cleave_eval::{DEFAULT_WEIGHTS, trace};
use cleave_movegen::{legal_moves, to_san};
use cleave_search::Evaluation;

use super::crafty::Crafty::{Has, Lacks};
use crate::conversation::protocol::Action::AtOnce;
use crate::conversation::protocol::{Chapter, command};
use crate::game::display;
use crate::refusal::Reply;
use crate::session::Session;

#[rustfmt::skip]
pub(crate) const CHAPTER: Chapter = Chapter {
    topic: "looking",
    title: "The board",
    commands: &[
        command(&["display", "d"], "[all | [no]pv | [no]fail | [no]stats]", AtOnce(display),
            "Show the board; or choose which thinking 'post' shows: lines with their values, lines that failed high (>=) or low (<=), statistics of the search.")
            .crafty(&[
                Has("`display`", "`display`", ""),
                Has("`display OPTION`", "`display all`, `display nofail`, `display nostats`, `display pv`", "`pv`, `fail` and `stats`; no others"),
                Lacks("`display moves` and others", "`display moves`", "expected all, pv, fail or stats, or one of the last three after 'no'"),
            ]),
        command(&["fen"], "", AtOnce(fen), "Show the position as FEN; 'setboard' sets one up."),
        command(&["moves"], "", AtOnce(moves), "Show all legal moves."),
        command(&["history"], "", AtOnce(history), "Show the moves of the game.")
            .crafty(&[Has("`history`", "`history`", "in one line")]),
        command(&["info"], "", AtOnce(info), "Show the settings that matter most, and the clocks.")
            .crafty(&[Has("`info`", "`info`", "`cleave config` shows all settings")]),
        command(&["score", "eval"], "", AtOnce(score_of_game), "Show the evaluation written by hand, term by term, and the value by the network.")
            .crafty(&[Has("`score`", "`score`", "")]),
    ],
};

fn display(session: &mut Session, text: &str) -> Reply {
    let shown = &mut session.settings.shown;
    let (name, is_on) = text.strip_prefix("no").map_or((text, true), |name| (name, false));
    match name {
        "" if is_on => session.client.line(display::board(&session.game.moves, shown.pieces)),
        "all" if is_on => {}
        "pv" => shown.lines.exact = is_on,
        "fail" => shown.lines.bounds = is_on,
        "stats" => shown.statistics = is_on,
        _ => {
            return Err(
                "expected all, pv, fail or stats, or one of the last three after 'no'".into()
            );
        }
    }
    if !text.is_empty() {
        let name = |is_on: bool, name: &str| format!("{}{name}", if is_on { "" } else { "no" });
        let names = [
            name(shown.lines.exact, "pv"),
            name(shown.lines.bounds, "fail"),
            name(shown.statistics, "stats"),
        ];
        session.client.line(format!("display {}", names.join(", ")));
    }
    Ok(())
}

fn fen(session: &mut Session, _: &str) -> Reply {
    session.client.line(session.game.position().to_fen());
    Ok(())
}

fn moves(session: &mut Session, _: &str) -> Reply {
    let position = session.game.position();
    let moves: Vec<String> =
        legal_moves(position).into_iter().map(|mv| to_san(position, mv)).collect();
    session.client.line(format!("{} legal moves: {}", moves.len(), moves.join(" ")));
    Ok(())
}

fn history(session: &mut Session, _: &str) -> Reply {
    let text = session.game.moves.moves_text();
    session.client.line(if text.is_empty() { "Nothing was played yet." } else { &text });
    Ok(())
}

fn score_of_game(session: &mut Session, text: &str) -> Reply {
    session.must_go_on()?;
    score(session, text)
}

pub(crate) fn score(session: &mut Session, _: &str) -> Reply {
    session.game.must_be_set_up()?;
    let position = session.game.position();
    session.client.line(trace(position, &DEFAULT_WEIGHTS));
    let value = Evaluation::by_network(session.network.clone()).evaluate(position);
    let plays = if session.settings.evaluation.by_network { "in use" } else { "not in use" };
    session.client.line(format!("Value by the network, {plays}: {value}"));
    Ok(())
}

fn info(session: &mut Session, _: &str) -> Reply {
    let Session { settings, game, .. } = session;
    let file = |name: &str, none: &str| if name.is_empty() { none.into() } else { name.to_owned() };
    let book = match settings.book.is_on {
        true => file(&settings.book.file, "the built-in one"),
        false => "off".into(),
    };
    let lines = [
        format!("Cleave {}", env!("CARGO_PKG_VERSION")),
        format!("workers: {}, {}", settings.team.cores, settings.team.algorithm),
        format!("time control: {}", game.clocks.control()),
        format!("book: {book}"),
        format!("endgame tables: {}", file(&settings.tablebase.path, "none")),
        format!("pondering: {}", if settings.search.ponder { "on" } else { "off" }),
        format!("skill: {}", settings.strength.skill),
        format!("contempt: {} centipawns", settings.contempt_in_force()),
    ];
    session.client.line(lines.join("\n"));
    session.show_clocks();
    Ok(())
}
