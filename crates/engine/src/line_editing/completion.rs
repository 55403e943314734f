//! Completion by the Tab key: moves, commands, and their arguments, which are words, moves, names of options, or names
//! of files.
//!
//! The engine sends the position on the board. The rest comes from the tables of [`Console`] and
//! [`options`]: an argument that the table of commands calls `FILE` or `MOVE` is completed as one, and
//! small letters in it are words to choose from.

use std::sync::{Arc, Mutex, PoisonError};

use cleave_board::{Position, Square};
use cleave_movegen::{legal_moves, to_coordinate, to_san};
use rustyline::completion::{Completer, FilenameCompleter};
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::FileHistory;
use rustyline::validate::Validator;
use rustyline::{Context, Editor, Helper};

use crate::commands::help;
use crate::conversation::protocol::{Command, Protocol, names_for_people};
use crate::options;
use crate::protocols::console::Console;

/// The editor and its completion.
pub(super) type LineEditor = Editor<Completion, FileHistory>;

/// Completes lines for the console.
pub(super) struct Completion {
    files: FilenameCompleter,
    /// The position on the board.
    pub(super) position: Arc<Mutex<Position>>,
}

impl Default for Completion {
    fn default() -> Completion {
        let position = Arc::new(Mutex::new(Position::start()));
        Completion { files: FilenameCompleter::default(), position }
    }
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
            return Ok((0, self.first_words(before)));
        };
        let last_blank = before.char_indices().rfind(|(_, c)| c.is_whitespace());
        let start = last_blank.map_or(0, |(place, blank)| place + blank.len_utf8());
        let word = &before[start..];
        Ok(match Console.find(name) {
            Some(command) if command.arguments.trim_start_matches('[').starts_with("FILE") => {
                let (start, files) = self.files.complete(line, cursor, context)?;
                (start, files.into_iter().map(|file| file.replacement).collect())
            }
            Some(command) => (start, self.arguments(command, word)),
            None => (start, Vec::new()),
        })
    }
}

impl Completion {
    /// Returns moves, and also commands once there is a letter to choose by.
    fn first_words(&self, start: &str) -> Vec<String> {
        let commands = commands().filter(|_| !start.is_empty());
        starting_with(start, commands.chain(self.moves(start)))
    }

    /// Returns the possible arguments of this command.
    fn arguments(&self, command: &Command, start: &str) -> Vec<String> {
        let words = command.arguments.split(|c: char| !c.is_ascii_alphabetic());
        let is_literal = |word: &&str| word.len() > 1 && word.chars().all(char::is_lowercase);
        let mut found: Vec<String> = words.clone().filter(is_literal).map(String::from).collect();
        if words.clone().any(|word| word == "MOVE") {
            found.extend(self.moves(start));
        }
        match command.names[0] {
            "help" => {
                found.extend(commands());
                found.extend(help::topics(Console.commands()).into_iter().map(String::from));
            }
            "option" => found.extend(option_names()),
            _ => {}
        }
        starting_with(start, found.into_iter())
    }

    /// Returns the legal moves in SAN, or in coordinates if a move in coordinates begins with this text.
    fn moves(&self, start: &str) -> Vec<String> {
        let position = self.position.lock().unwrap_or_else(PoisonError::into_inner);
        let is_square = |from: &str| Square::from_name(from).is_some();
        let spell = if start.get(..2).is_some_and(is_square) { to_coordinate } else { to_san };
        let moves = legal_moves(&position);
        let coordinates_or_san = moves.into_iter().map(|mv| spell(&position, mv));
        let san = moves.into_iter().map(|mv| to_san(&position, mv));
        coordinates_or_san.chain(san).collect()
    }
}

/// Returns the commands for people.
fn commands() -> impl Iterator<Item = String> {
    names_for_people(Console.commands()).map(String::from)
}

/// Returns the options, as `option` takes them.
fn option_names() -> impl Iterator<Item = String> {
    options::all().map(|option| option.name.replace(' ', ""))
}

/// Returns the words that begin with this text, in alphabetical order. Case counts if there is a capital letter and a
/// word matches.
fn starting_with(start: &str, words: impl Iterator<Item = String>) -> Vec<String> {
    let small = start.to_lowercase();
    let mut found: Vec<String> =
        words.filter(|word| word.to_lowercase().starts_with(&small)).collect();
    if small != start && found.iter().any(|word| word.starts_with(start)) {
        found.retain(|word| word.starts_with(start));
    }
    found.sort_unstable();
    found.dedup();
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
    fn legal_moves_are_completed_in_both_notations() {
        assert_eq!(completed("Nf"), (0, vec!["Nf3".into()]));
        assert_eq!(completed("nf"), (0, vec!["Nf3".into()]));
        assert_eq!(completed("N").1, ["Na3", "Nc3", "Nf3", "Nh3"]);
        assert!(
            completed("n").1.contains(&"Nf3".into()) && completed("n").1.contains(&"new".into())
        );
        assert_eq!(completed("g1"), (0, vec!["g1f3".into(), "g1h3".into()]));
        assert_eq!(completed("e2"), (0, vec!["e2e3".into(), "e2e4".into()]));
        assert_eq!(completed("usermove Nf"), (9, vec!["Nf3".into()]));
        assert_eq!(completed("exclude al"), (8, vec!["all".into()]));
        let (_, all) = completed("");
        assert_eq!(all.len(), 20, "the moves alone: {all:?}");
        assert_eq!(completed("Ng").1, Vec::<String>::new());
    }

    #[test]
    fn words_of_a_command_are_completed() {
        assert_eq!(completed("ponder of"), (7, vec!["off".into()]));
        assert_eq!(completed("help dr"), (5, vec!["draw".into(), "draws".into()]));
        assert_eq!(completed("level a"), (6, Vec::new()));
    }

    #[test]
    fn any_blank_ends_a_word() {
        for blank in [' ', '\u{a0}', '\u{3000}'] {
            let expected = (4 + blank.len_utf8(), vec!["savepos".into()]);
            assert_eq!(completed(&format!("help{blank}savep")), expected, "{blank:?}");
        }
    }

    #[test]
    fn files_are_completed_for_arguments_named_file() {
        let file = format!("{}/Cargo.tom", env!("CARGO_MANIFEST_DIR"));
        let (start, files) = completed(&format!("loadpos {file}"));
        assert_eq!((start, files), (8, vec![format!("{file}l")]));
        assert_eq!(completed(&format!("level {file}")).1, Vec::<String>::new());
    }
}
