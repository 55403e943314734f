//! Commands that show and set up what is on the board.

use cleave_board::Position;
use cleave_book::total_weight;
use cleave_eval::{DEFAULT_WEIGHTS, trace};
use cleave_movegen::{legal_moves, to_san};

use crate::display;
use crate::engine::Engine;
use crate::protocol::Action::{AtOnce, Interrupts};
use crate::protocol::{Chapter, command, gui_command};
use crate::refusal::{Refusal, Reply};
use crate::session::{Role, Session};

/// Commands that show and set up what is on the board.
pub const CHAPTER: Chapter = Chapter {
    title: "The board",
    commands: &[
        command(&["display", "d"], "", "Show the board.", AtOnce(show)),
        command(&["setboard"], "FEN", "Set up a position.", Interrupts(set_board)),
        command(&["fen"], "", "Show the position as FEN; 'setboard' sets one up.", AtOnce(fen)),
        command(&["moves"], "", "Show all legal moves.", AtOnce(moves)),
        command(&["history"], "", "Show the moves of the game.", AtOnce(history)),
        command(&["score", "eval"], "", "Show the static evaluation, term by term.", AtOnce(score)),
        command(
            &["bk", "book"],
            "",
            "Show the moves and weights that the opening book has for this position. 'option Book File=FILE' loads another book.",
            AtOnce(book),
        ),
        gui_command(&["edit"], "", "Not supported: 'setboard' sets up positions.", AtOnce(edit)),
    ],
};

fn show(session: &mut Session, _: &str) -> Reply {
    session.output.line(display::board(&session.game, session.settings.pieces));
    Ok(())
}

fn set_board(engine: &mut Engine, fen: &str) -> Reply {
    let position = Position::from_fen(fen).map_err(Refusal::IllegalPosition)?;
    let session = &mut engine.session;
    if position.is_chess960() && !session.settings.chess960 {
        return Err(Refusal::Chess960Position);
    }
    session.begin(position);
    if let Role::Plays(_) = session.role {
        session.role = Role::Plays(!position.side());
    }
    session.show_board();
    Ok(())
}

fn fen(session: &mut Session, _: &str) -> Reply {
    session.output.line(session.game.position().to_fen());
    Ok(())
}

fn moves(session: &mut Session, _: &str) -> Reply {
    let position = session.game.position();
    let moves: Vec<String> =
        legal_moves(position).into_iter().map(|mv| to_san(position, mv)).collect();
    session.output.line(format!("{} legal moves: {}", moves.len(), moves.join(" ")));
    Ok(())
}

fn history(session: &mut Session, _: &str) -> Reply {
    let text = session.game.moves_text();
    session.output.line(if text.is_empty() { "Nothing was played yet." } else { &text });
    Ok(())
}

fn score(session: &mut Session, _: &str) -> Reply {
    session.output.line(trace(session.game.position(), &DEFAULT_WEIGHTS));
    Ok(())
}

/// Lines that begin with a blank, and an empty line at the end, as the protocol demands.
fn book(session: &mut Session, _: &str) -> Reply {
    let position = session.game.position();
    let entries = session.book.moves(position);
    let all = total_weight(&entries).max(1);
    if entries.is_empty() {
        session.output.line(" The book has no move here.");
    }
    for entry in &entries {
        let (san, weight) = (to_san(position, entry.mv), entry.weight);
        let percent = 100 * u64::from(weight) / all;
        session.output.line(format!(" {san:8} {percent:3} % {weight:6}"));
    }
    session.output.line("");
    Ok(())
}

fn edit(_: &mut Session, _: &str) -> Reply {
    Err(Refusal::BadArgument("edit is not supported, use setboard".into()))
}
