//! Commands about the opening book.

use std::path::PathBuf;

use cleave_book::maker::Selection;
use cleave_book::total_weight;
use cleave_movegen::to_san;
use cleave_tools::book::BookTask;

use super::arguments::{FORCE, file_name, number};
use super::crafty::Crafty::{Has, Lacks};
use super::settings::set_or_show;
use crate::conversation::protocol::Action::{AtOnce, Queues};
use crate::conversation::protocol::{Chapter, command};
use crate::engine::Engine;
use crate::refusal::{Refusal, Reply};
use crate::session::Session;

#[rustfmt::skip]
pub(crate) const CHAPTER: Chapter = Chapter {
    topic: "books",
    title: "The opening book",
    commands: &[
        command(&["bk"], "", AtOnce(show),
            "Show the moves and weights that the opening book has for this position.")
            .crafty(&[Has("`bk`", "`bk`", "")]),
        command(&["book"], "[on | off | FILE | width N | random 0|1 | create GAMES BOOK [PLIES [MIN-GAMES [PERCENT]]] [--force]]",
            Queues(book),
            "Show the book's moves; play from the book or not, or from the book in FILE; choose among its N best moves, by chance (1) or always the best (0); make a book of games; --force overwrites BOOK.")
            .crafty(&[
                Has("`book FILE create`, `book create`", "`book create games.pgn new.bin 40 1 0`", "Polyglot's format; the percentage is a score, not a share of wins"),
                Has("`book off`", "`book off`, `book on`", "`on` plays by the built-in book if no other is named"),
                Has("`book random 0|1`", "`book random 0`, `book random 1`", "0 plays the move with the most weight, without a search"),
                Has("`book width n`", "`book width 3`", ""),
                Lacks("`book mask`, `book trigger`", "`book mask accept !`, `book trigger 4`", "moves in a book have weights, and no other marks"),
            ]),
        command(&["learn"], "[0 | 1]", Queues(learn),
            "Add the results of games to the weights in the book (1), or do not (0).")
            .crafty(&[
                Has("`learn 0|1`", "`learn 1`, `learn 0`", "into a book in Polyglot's format"),
                Lacks("`learn clear`", "`learn clear`", "what a book has learnt is in its weights; 'book create' makes it anew"),
            ]),
    ],
};

/// Begins its lines with a blank and ends with an empty line, as the protocol requires.
fn show(session: &mut Session, _: &str) -> Reply {
    let position = session.game.position();
    let entries = session.book.moves(position);
    let all = total_weight(&entries).max(1);
    if entries.is_empty() {
        session.client.line(" The book has no move here.");
    }
    for entry in &entries {
        let (san, weight) = (to_san(position, entry.mv), entry.weight);
        let percent = 100 * u64::from(weight) / all;
        session.client.line(format!(" {san:8} {percent:3} % {weight:6}"));
    }
    session.client.line("");
    Ok(())
}

fn book(engine: &mut Engine, text: &str) -> Reply {
    match text.split_whitespace().collect::<Vec<_>>()[..] {
        [] => show(&mut engine.session, ""),
        [word @ ("on" | "off")] => set_or_show(engine, "OwnBook", word),
        ["width", number] => set_or_show(engine, "Book Width", number),
        ["random", "0"] => set_or_show(engine, "Best Book Move", "on"),
        ["random", "1"] => set_or_show(engine, "Best Book Move", "off"),
        ["create", games, book, ref limits @ ..] => create(engine, games, book, limits),
        ["mask" | "trigger", ..] => Err("moves in a book have weights, and no other marks".into()),
        ["width" | "random" | "create", ..] => {
            Err("expected 'width N', 'random 0', 'random 1' or 'create GAMES BOOK'".into())
        }
        [..] => set_or_show(engine, "Book File", file_name(text)?),
    }
}

fn learn(engine: &mut Engine, text: &str) -> Reply {
    if text == "clear" {
        return Err("what a book has learnt is in its weights; 'book create' makes it anew".into());
    }
    // Crafty's number is a percentage. All numbers above 0 are equal here.
    let value = match text {
        "" => "",
        _ if number(text, "how much to learn", 0, Some(100))? > 0 => "on",
        _ => "off",
    };
    set_or_show(engine, "Book Learning", value)
}

/// Makes a book. An existing book stays as it is unless the last word is `--force`.
fn create(engine: &mut Engine, games: &str, book: &str, limits: &[&str]) -> Reply {
    let (limits, force) = match limits {
        [limits @ .., FORCE] => (limits, true),
        limits => (limits, false),
    };
    let [plies, min_games, percent] = match *limits {
        [] => [None; 3],
        [plies] => [Some(plies), None, None],
        [plies, games] => [Some(plies), Some(games), None],
        [plies, games, percent] => [Some(plies), Some(games), Some(percent)],
        _ => return Err("plies, games and percent are all limits".into()),
    };
    let limit = |text: Option<&str>, what, usual: u32, least, most| match text {
        Some(text) => number(text, what, least, Some(most)).map(|number| number as u32),
        None => Ok(usual),
    };
    let usual = Selection::default();
    let usual_plies = usual.max_ply as u32;
    let task = BookTask::Make {
        games: vec![PathBuf::from(games)],
        output: PathBuf::from(book),
        force,
        max_ply: limit(plies, "the number of plies", usual_plies, 1, 10_000)? as usize,
        min_games: limit(min_games, "the number of games", usual.min_games, 1, 1_000_000)?,
        min_score: limit(percent, "the percentage", usual.min_score, 0, 100)?,
        uniform: false,
    };
    let said =
        task.run().map_err(|error| Refusal::BadArgument(error.to_string().replace('\n', "; ")))?;
    engine.session.client.line(said.join("\n"));
    Ok(())
}
