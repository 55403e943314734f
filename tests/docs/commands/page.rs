//! The commands of a page.

use std::fs;
use std::path::{Path, PathBuf};

use crate::{files, prose, root};

/// A command line in a fenced block, with what the page shows below it.
pub(super) struct Shown {
    /// The page, from the root, and the line of its text.
    pub(super) place: String,
    /// The line for the shell, with its comment.
    pub(super) command: String,
    /// The lines below it.
    pub(super) session: Vec<Line>,
}

impl Shown {
    /// Returns true if another page shows the same command with the same session.
    pub(super) fn is_same_as(&self, other: &Shown) -> bool {
        (&self.command, &self.session) == (&other.command, &other.session)
    }
}

/// A line of a session.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Line {
    /// The user types it.
    Typed(String),
    /// The program prints it.
    Printed(String),
}

/// The languages of blocks that have no commands.
const OTHER: [&str; 3] = ["rust,ignore", "toml", "yaml"];

/// Returns README and the pages of the book.
pub(super) fn pages() -> Vec<PathBuf> {
    let book = files(&root().join("book/src"), "md");
    [root().join("README.md")].into_iter().chain(book).collect()
}

/// Returns the commands in the fenced blocks of a page.
///
/// In a block of the language `console` a command has a `$`, and the lines below it are a session: the user types the
/// lines with a `>`, and the program prints the others. In other blocks each line is a command.
pub(super) fn shown(page: &Path) -> Vec<Shown> {
    let text = fs::read_to_string(page).unwrap();
    let name = page.strip_prefix(root()).unwrap().display();
    let mut found: Vec<Shown> = Vec::new();
    let mut language = None;
    let mut is_continued = false;
    for (number, line) in text.lines().enumerate() {
        if let Some(of_fence) = line.strip_prefix("```") {
            language = language.is_none().then_some(of_fence);
            continue;
        }
        let Some(language) = language.filter(|language| !OTHER.contains(language)) else {
            continue;
        };
        let command = if language == "console" { line.strip_prefix("$ ") } else { Some(line) };
        match (command, found.last_mut()) {
            (_, Some(above)) if is_continued => {
                above.command = format!("{} {}", above.command, line.trim_start());
            }
            (Some(command), _) => {
                let place = format!("{name}:{}", number + 1);
                found.push(Shown { place, command: command.into(), session: Vec::new() });
            }
            (None, Some(above)) => above.session.push(Line::of(line)),
            (None, None) => panic!("{name}:{}: a session without a command", number + 1),
        }
        let last = &mut found.last_mut().expect("a command").command;
        is_continued = last.ends_with('\\');
        *last = last.trim_end_matches('\\').trim_end().into();
    }
    found
}

impl Line {
    fn of(line: &str) -> Line {
        match line.strip_prefix("> ") {
            Some(typed) => Line::Typed(without_comment(typed).into()),
            None => Line::Printed(line.trim_end().into()),
        }
    }
}

/// Returns a line without the comment behind it.
pub(super) fn without_comment(line: &str) -> &str {
    line.split(" #").next().unwrap_or(line).trim_end()
}

/// Returns the commands in the sentences and tables of a page, with their places.
pub(super) fn mentioned(page: &Path) -> Vec<(String, String)> {
    let text = fs::read_to_string(page).unwrap();
    let name = page.strip_prefix(root()).unwrap().display();
    let quoted = prose(&text).flat_map(|line| line.split('`').skip(1).step_by(2));
    let is_command = |text: &&str| {
        ["cargo xtask ", "cargo run ", "cleave "].iter().any(|start| text.starts_with(start))
    };
    quoted.filter(is_command).map(|text| (name.to_string(), text.to_owned())).collect()
}
