//! Commands by which a person looks at the position, as in other engines.

use crate::commands::look::score;
use crate::conversation::protocol::Action::AtOnce;
use crate::conversation::protocol::{Chapter, command};
use crate::game::display;
use crate::refusal::Reply;
use crate::session::Session;

#[rustfmt::skip]
pub(super) const CHAPTER: Chapter = Chapter {
    topic: "board",
    title: "The board",
    commands: &[
        command(&["d"], "", AtOnce(display), "Show the board, the position as FEN, and its key."),
        command(&["eval"], "", AtOnce(score), "Show the static evaluation, term by term."),
    ],
};

fn display(session: &mut Session, _: &str) -> Reply {
    let Session { client, game, settings, .. } = session;
    game.must_be_set_up()?;
    let (fen, key) = (game.position().to_fen(), game.position().key().0);
    let board = display::board(&game.moves, settings.shown.pieces);
    client.line(format!("{board}\n\nFen: {fen}\nKey: {key:016X}"));
    Ok(())
}
