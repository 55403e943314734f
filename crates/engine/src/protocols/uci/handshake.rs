//! Commands that prepare the engine: introduction, options, a new game.

use super::learning::learn_from_last_game;
use super::options::is_offered;
use crate::client::notice::Notice;
use crate::commands::arguments::on_or_off;
use crate::conversation::protocol::Action::{AtOnce, Interrupts, Queues};
use crate::conversation::protocol::{Chapter, command, gui_command};
use crate::engine::Engine;
use crate::options;
use crate::refusal::Reply;
use crate::session::Session;

pub(crate) const UCI_HELP: &str = "Switch to UCI, for a GUI. The lines isready, position, setoption, ucinewgame, and go with limits do so, too.";

/// Commands that prepare the engine.
#[rustfmt::skip]
pub(super) const CHAPTER: Chapter = Chapter {
    topic: "preparing",
    title: "Preparing",
    commands: &[
        gui_command(&["uci"], "", Queues(introduce), UCI_HELP),
        gui_command(&["isready"], "", AtOnce(ready), "Answer 'readyok', also during a search."),
        command(&["setoption"], "name NAME [value VALUE]", Queues(set_option),
            "Set an option, or press a button."),
        command(&["ucinewgame"], "", Queues(new_game), "Start a new game with the next search."),
        command(&["debug"], "on | off", AtOnce(debug),
            "Show the statistics of each search, or do not."),
        gui_command(&["register"], "...", AtOnce(|_, _| Ok(())),
            "Has no effect: anyone may use it."),
        command(&["quit"], "", Interrupts(quit), "Leave."),
    ],
};

fn introduce(engine: &mut Engine, _: &str) -> Reply {
    let listed = options::listed(engine);
    let session = &mut engine.session;
    session.client.line(concat!("id name Cleave ", env!("CARGO_PKG_VERSION")));
    session.client.line(concat!("id author ", env!("CARGO_PKG_AUTHORS")));
    for option in listed.iter().filter(|option| is_offered(option)) {
        session.client.say(&Notice::Option(option));
    }
    session.client.line("uciok");
    Ok(())
}

fn ready(session: &mut Session, _: &str) -> Reply {
    session.client.line("readyok");
    Ok(())
}

/// Both name and value may contain blanks.
fn set_option(engine: &mut Engine, text: &str) -> Reply {
    let expected = "expected 'name NAME' and perhaps 'value VALUE'";
    let (_, named) = split_at_word(text, "name").ok_or(expected)?;
    let (name, value) = split_at_word(named, "value").unwrap_or((named, ""));
    Ok(options::set(engine, name, value)?)
}

/// Splits a text at the first occurrence of a word.
fn split_at_word<'a>(text: &'a str, word: &str) -> Option<(&'a str, &'a str)> {
    let is_alone = |&(start, _): &(usize, &str)| {
        let (before, after) = (&text[..start], &text[start + word.len()..]);
        let is_end =
            |part: &str, c: Option<char>| part.is_empty() || c.is_some_and(char::is_whitespace);
        is_end(before, before.chars().next_back()) && is_end(after, after.chars().next())
    };
    let (start, _) = text.match_indices(word).find(is_alone)?;
    Some((text[..start].trim(), text[start + word.len()..].trim()))
}

fn new_game(engine: &mut Engine, _: &str) -> Reply {
    learn_from_last_game(&mut engine.session);
    engine.new_game();
    Ok(())
}

fn debug(session: &mut Session, text: &str) -> Reply {
    session.settings.shown.statistics = on_or_off(text)?;
    Ok(())
}

fn quit(engine: &mut Engine, _: &str) -> Reply {
    learn_from_last_game(&mut engine.session);
    engine.session.quit();
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_found_where_it_stands_alone() {
        assert_eq!(split_at_word("name Hash value 16", "value"), Some(("name Hash", "16")));
        assert_eq!(split_at_word("rename name  A B", "name"), Some(("rename", "A B")));
        assert_eq!(split_at_word("name", "name"), Some(("", "")));
        assert_eq!(split_at_word("names surname", "name"), None);
    }
}
