//! Commands about the use of a chess clock.

use super::arguments::number;
use super::crafty::Crafty::Has;
use crate::conversation::protocol::Action::AtOnce;
use crate::conversation::protocol::{Chapter, command};
use crate::refusal::Reply;
use crate::session::Session;
use crate::settings::OutOfBook;
use cleave_clock::level::seconds;

#[rustfmt::skip]
pub(crate) const CHAPTER: Chapter = Chapter {
    topic: "timing",
    title: "Using the clock",
    commands: &[
        command(&["usage"], "[PERCENT]", AtOnce(usage),
            "Spend more time early in the game, up to 50 percent, or less, down to -50.")
            .crafty(&[Has("`usage n`", "`usage -20`", "")]),
        command(&["timebook"], "[PERCENT MOVES]", AtOnce(out_of_book),
            "Spend PERCENT more time on the first move out of the book, falling to 0 over MOVES moves.")
            .crafty(&[Has("`timebook n m`", "`timebook 100 10`", "")]),
        command(&["operator"], "[SECONDS]", AtOnce(operator),
            "Keep this long in reserve for each move, for the person who makes it on the real board.")
            .crafty(&[Has("`operator n`", "`operator 5`", "")]),
        command(&["safety"], "[SECONDS]", AtOnce(safety), "Keep this long in reserve on the clock.")
            .crafty(&[Has("`safety n`", "`safety 10`", "")]),
    ],
};

fn usage(session: &mut Session, text: &str) -> Reply {
    let usage = &mut session.settings.search.time_use.usage;
    if !session.client.asks(text) {
        *usage = number(text, "the percentage", -50, Some(50))? as i32;
    }
    session
        .client
        .confirm(format!("Early in the game I change the time of a move by {usage:+} %."));
    Ok(())
}

fn out_of_book(session: &mut Session, text: &str) -> Reply {
    let out_of_book = &mut session.settings.search.time_use.out_of_book;
    if !session.client.asks(text) {
        let (percent, moves) =
            text.split_once(char::is_whitespace).ok_or("timebook needs two numbers")?;
        let percent = number(percent, "the percentage", 0, Some(500))? as u32;
        let moves = number(moves.trim(), "the number of moves", 0, Some(30))? as u32;
        *out_of_book = OutOfBook { percent, moves };
    }
    let OutOfBook { percent, moves } = out_of_book;
    session.client.confirm(format!(
        "Out of the book I spend up to {percent} % more time, for {moves} moves."
    ));
    Ok(())
}

fn operator(session: &mut Session, text: &str) -> Reply {
    let operator = &mut session.settings.search.time_use.operator;
    if !session.client.asks(text) {
        *operator = seconds(text)?;
    }
    let seconds = operator.as_secs_f64();
    session.client.confirm(format!("I keep {seconds} s in reserve for each move."));
    Ok(())
}

fn safety(session: &mut Session, text: &str) -> Reply {
    let safety = &mut session.settings.search.time_use.safety;
    if !session.client.asks(text) {
        *safety = seconds(text)?;
    }
    let seconds = safety.as_secs_f64();
    session.client.confirm(format!("I keep {seconds} s in reserve on the clock."));
    Ok(())
}
