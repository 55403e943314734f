//! Commands about how the time of a chess clock is used.

use super::arguments::number;
use crate::conversation::protocol::Action::AtOnce;
use crate::conversation::protocol::{Chapter, command};
use crate::game::level::seconds;
use crate::refusal::Reply;
use crate::session::Session;
use crate::settings::OutOfBook;

#[rustfmt::skip]
pub(crate) const CHAPTER: Chapter = Chapter {
    title: "Using the clock",
    commands: &[
        command(&["usage"], "PERCENT", AtOnce(usage),
            "Spend more time early in the game, up to 50 percent, or less, down to -50."),
        command(&["timebook"], "PERCENT MOVES", AtOnce(out_of_book),
            "Spend so much more time on the first move out of the book, and ever less more on so many moves."),
        command(&["operator"], "SECONDS", AtOnce(operator),
            "Keep this long in reserve for each move, for the person who makes it on the real board."),
        command(&["safety"], "SECONDS", AtOnce(safety), "Keep this long in reserve on the clock."),
    ],
};

fn usage(session: &mut Session, text: &str) -> Reply {
    session.settings.search.time_use.usage = number(text, "the percentage", -50, Some(50))? as i32;
    Ok(())
}

fn out_of_book(session: &mut Session, text: &str) -> Reply {
    let (percent, moves) =
        text.split_once(char::is_whitespace).ok_or("timebook needs two numbers")?;
    let percent = number(percent, "the percentage", 0, Some(500))? as u32;
    let moves = number(moves.trim(), "the number of moves", 0, Some(30))? as u32;
    session.settings.search.time_use.out_of_book = OutOfBook { percent, moves };
    Ok(())
}

fn operator(session: &mut Session, text: &str) -> Reply {
    session.settings.search.time_use.operator = seconds(text)?;
    Ok(())
}

fn safety(session: &mut Session, text: &str) -> Reply {
    session.settings.search.time_use.safety = seconds(text)?;
    Ok(())
}
