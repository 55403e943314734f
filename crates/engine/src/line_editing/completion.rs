//! What the Tab key completes: commands, names of options, and names of files.
//!
//! All of it comes from the tables of [`Console`] and [`options`]: an argument that the table of commands
//! calls `FILE` is completed as one.

use rustyline::completion::{Completer, FilenameCompleter};
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::FileHistory;
use rustyline::validate::Validator;
use rustyline::{Context, Editor, Helper};

use crate::conversation::protocol::{Audience, Protocol};
use crate::options;
use crate::protocols::console::Console;

/// What is edited, and how.
pub(super) type LineEditor = Editor<Completion, FileHistory>;

/// Completes lines for the console.
#[derive(Default)]
pub(super) struct Completion {
    files: FilenameCompleter,
}

impl Completer for Completion {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        cursor: usize,
        context: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        let before = &line[..cursor];
        let Some((name, _)) = before.split_once(char::is_whitespace) else {
            return Ok((0, starting_with(before, commands())));
        };
        let last_blank = before.char_indices().rfind(|(_, c)| c.is_whitespace());
        let start = last_blank.map_or(0, |(place, blank)| place + blank.len_utf8());
        let word = &before[start..];
        Ok(match (name, Console.find(name)) {
            ("help", _) => (start, starting_with(word, commands())),
            ("option", _) => (start, starting_with(word, option_names())),
            (_, Some(command)) if command.arguments.starts_with("FILE") => {
                let (start, files) = self.files.complete(line, cursor, context)?;
                (start, files.into_iter().map(|file| file.replacement).collect())
            }
            _ => (start, Vec::new()),
        })
    }
}

/// The commands for people.
fn commands() -> impl Iterator<Item = String> {
    let rows = Console.commands().iter().flat_map(|chapter| chapter.commands);
    let rows = rows.filter(|command| command.audience == Audience::Everyone);
    rows.flat_map(|command| command.names).map(|&name| name.to_owned())
}

/// The options, as `option` takes them.
fn option_names() -> impl Iterator<Item = String> {
    options::all().map(|option| option.name.replace(' ', ""))
}

/// The words that begin so, in alphabetical order. Case does not count.
fn starting_with(start: &str, words: impl Iterator<Item = String>) -> Vec<String> {
    let start = start.to_lowercase();
    let mut found: Vec<String> =
        words.filter(|word| word.to_lowercase().starts_with(&start)).collect();
    found.sort_unstable();
    found
}

impl Helper for Completion {}
impl Highlighter for Completion {}
impl Validator for Completion {}

impl Hinter for Completion {
    type Hint = String;
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustyline::history::DefaultHistory;

    fn completed(line: &str) -> (usize, Vec<String>) {
        let history = DefaultHistory::new();
        Completion::default().complete(line, line.len(), &Context::new(&history)).unwrap()
    }

    #[test]
    fn commands_are_completed_and_those_of_guis_are_not() {
        assert_eq!(completed("savep"), (0, vec!["savepos".into()]));
        assert_eq!(completed("help savep"), (5, vec!["savepos".into()]));
        assert_eq!(completed("protov"), (0, Vec::new()));
    }

    #[test]
    fn options_are_completed_without_blanks() {
        assert_eq!(completed("option moveo"), (7, vec!["MoveOverhead".into()]));
    }

    #[test]
    fn any_blank_ends_a_word() {
        for blank in [' ', '\u{a0}', '\u{3000}'] {
            let expected = (4 + blank.len_utf8(), vec!["savepos".into()]);
            assert_eq!(completed(&format!("help{blank}savep")), expected, "{blank:?}");
        }
    }

    #[test]
    fn files_are_completed_where_the_table_says_so() {
        let file = format!("{}/Cargo.tom", env!("CARGO_MANIFEST_DIR"));
        let (start, files) = completed(&format!("loadpos {file}"));
        assert_eq!((start, files), (8, vec![format!("{file}l")]));
        assert_eq!(completed(&format!("level {file}")).1, Vec::<String>::new());
    }
}
