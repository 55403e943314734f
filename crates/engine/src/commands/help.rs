//! `help`: first the commands that a game needs, and the topics; then a topic, a command, or all commands.

use super::declined;
use crate::conversation::protocol::{
    Audience, Chapter, Command, beginning_with, find, names_for_people,
};
use crate::conversation::spelling::nearest;
use crate::refusal::{Refusal, Reply};
use crate::session::Session;

/// The commands for a first game.
const FIRST: [&str; 15] = [
    "new", "go", "takeback", "hint", "?", "draw", "resign", "st", "skill", "display", "setboard",
    "analyze", "savegame", "loadgame", "quit",
];

/// A protocol with no more commands than this has no topics to choose from.
const FEW: usize = 20;

/// The width of the column for the usage; the explanation is next to it.
const USAGE: usize = 22;

/// Narrower lines have no room for two columns.
const NARROW: usize = 60;

/// Explains the command or topic that this word names.
pub(super) fn help(session: &mut Session, chapters: &[&'static Chapter], word: &str) -> Reply {
    let columns = session.client.columns();
    let text = match word {
        "" if names_for_people(chapters).count() > FEW => overview(chapters, columns),
        "" => list(chapters, |command| command.audience == Audience::Everyone, columns),
        "all" => list(chapters, |_| true, columns),
        "protocol" => list(chapters, |command| command.audience == Audience::Gui, columns),
        _ => topic_or_command(chapters, in_our_words(word), columns)?,
    };
    session.client.line(text);
    Ok(())
}

/// Returns our word for a topic of Crafty's help.
fn in_our_words(word: &str) -> &str {
    match word {
        "smp" => "splitting",
        "tournament" => "mode",
        word => word,
    }
}

fn topic_or_command(
    chapters: &[&'static Chapter],
    word: &str,
    columns: usize,
) -> Result<String, Refusal> {
    if let Some(command) = find(chapters, word) {
        return Ok(explanation(command, columns));
    }
    let of_topic: Vec<&Chapter> =
        chapters.iter().copied().filter(|chapter| chapter.topic == word).collect();
    if !of_topic.is_empty() {
        return Ok(list(&of_topic, |command| command.audience == Audience::Everyone, columns));
    }
    match beginning_with(chapters, word)[..] {
        [(_, command)] => Ok(explanation(command, columns)),
        _ => Err(unknown(chapters, word)),
    }
}

fn unknown(chapters: &[&'static Chapter], word: &str) -> Refusal {
    if let Some(why) = declined::reason(word) {
        return Refusal::Declined(why);
    }
    match nearest(word, names_for_people(chapters).chain(topics(chapters))) {
        Some(name) => format!("there is no such command. Did you mean 'help {name}'?").into(),
        None => "there is no such command; 'help all' lists all commands".into(),
    }
}

/// Returns the topics with commands for people, in order.
pub(crate) fn topics(chapters: &[&'static Chapter]) -> Vec<&'static str> {
    let is_for_people = |command: &Command| command.audience == Audience::Everyone;
    let with_commands = chapters.iter().filter(|it| it.commands.iter().any(is_for_people));
    let mut topics: Vec<&str> = with_commands.map(|chapter| chapter.topic).collect();
    topics.dedup();
    topics
}

/// Returns the overview for beginners.
fn overview(chapters: &[&'static Chapter], columns: usize) -> String {
    let mut text = wrap("To move, type the move: e4, Nf3, exd5, O-O, e8=Q, or e2e4.", columns, 0);
    for command in FIRST.iter().filter_map(|name| find(chapters, name)) {
        let usage = usage(command, ", ");
        let short = if usage.len() > USAGE { command.names[0].into() } else { usage };
        text.push_str(&row(&short, in_short(command.help), columns));
    }
    let topics = format!("More by topic: {}.", topics(chapters).join(", "));
    text.push_str(&wrap(&topics, columns, 0));
    let more = "'help analysis' lists a topic, 'help st' explains a command, 'help all' has all.";
    text.push_str(&wrap(more, columns, 0));
    text.trim_end().into()
}

/// Lists the commands that `is_wanted` selects, chapter by chapter.
fn list(chapters: &[&Chapter], is_wanted: fn(&Command) -> bool, columns: usize) -> String {
    let mut text = String::new();
    for chapter in chapters {
        let row = |command| row(&usage(command, ", "), command.help, columns);
        let rows: String =
            chapter.commands.iter().filter(|command| is_wanted(command)).map(row).collect();
        if !rows.is_empty() {
            text.push_str(&wrap(chapter.title, columns, 0));
            text.push_str(&rows);
        }
    }
    text.trim_end().into()
}

fn explanation(command: &Command, columns: usize) -> String {
    let text = wrap(&usage(command, ", "), columns, 2) + &wrap(command.help, columns, 2);
    text.trim_end().into()
}

/// Returns the names and the arguments.
fn usage(command: &Command, between: &str) -> String {
    format!("{} {}", command.names.join(between), command.arguments).trim_end().into()
}

/// Returns a command and its explanation, next to each other or one below the other if there is no room.
fn row(usage: &str, help: &str, columns: usize) -> String {
    if columns < NARROW {
        return wrap(usage, columns, 2) + &wrap(help, columns, 6);
    }
    let indent = USAGE + 4;
    let help = wrap(help, columns, indent);
    if usage.len() > USAGE {
        return wrap(usage, columns, 2) + &help;
    }
    format!("  {usage:USAGE$}  {}", &help[indent..])
}

/// Returns the first statement of a help text.
fn in_short(help: &str) -> &str {
    let end = [". ", "; ", ": "].iter().filter_map(|mark| help.find(mark)).min();
    help[..end.unwrap_or(help.len())].trim_end_matches('.')
}

/// Breaks a text into lines of whole words, each indented by `indent`. A line is wider than `columns` only if a word
/// is.
fn wrap(text: &str, columns: usize, indent: usize) -> String {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= columns => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(format!("{}{word}", " ".repeat(indent))),
        }
    }
    lines.iter().map(|line| format!("{line}\n")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conversation::protocol::Protocol;
    use crate::protocols::console::Console;

    #[test]
    fn the_first_page_fits_a_terminal() {
        let text = overview(Console.commands(), 80);
        assert!(text.lines().count() < 24, "{text}");
        for name in FIRST {
            let command = find(Console.commands(), name).expect(name);
            let names = format!("\n  {}", command.names[0]);
            assert!(text.contains(&names), "{name}: {text}");
        }
    }

    #[test]
    fn no_line_is_wider_than_the_terminal_and_no_word_is_broken() {
        let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        let widest = list(Console.commands(), |_| true, 1000);
        for columns in [40, NARROW - 1, NARROW, 80, 81, 120] {
            let text = list(Console.commands(), |_| true, columns);
            let too_long = text.lines().find(|line| line.chars().count() > columns);
            // A list of alternatives without blanks is one word.
            assert!(too_long.is_none_or(|line| !line.trim().contains(' ')), "{too_long:?}");
            assert_eq!(words(&text), words(&widest), "{columns}");
        }
        for columns in [40, NARROW - 1, NARROW] {
            let text = list(Console.commands(), |_| true, columns);
            let is_below = text.contains("\n  perft DEPTH\n      Count");
            assert_eq!(is_below, columns < NARROW, "{columns}: a narrow one has help below");
        }
        assert_eq!(wrap("ab cd ef", 5, 0), "ab cd\nef\n");
        assert_eq!(wrap("ab cd ef", 4, 0), "ab\ncd\nef\n");
        assert_eq!(wrap("ab cd", 7, 2), "  ab cd\n");
    }

    #[test]
    fn a_topic_is_not_a_command() {
        let topics = topics(Console.commands());
        assert!(topics.contains(&"playing") && !topics.contains(&"protocol"));
        for topic in topics {
            assert!(find(Console.commands(), topic).is_none(), "{topic}");
        }
    }
}
