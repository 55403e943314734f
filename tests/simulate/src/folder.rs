//! The folder of a session, and the checks of its files. A file has its old contents or its new ones.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use cleave_pgn::Games;
use cleave_tests::program;
use tempfile::TempDir;

use crate::problem::{Problem, Result};

const GAMES: &str = "1. f3 e5 2. g4 Qh4# 0-1\n\n1. e4 e5 2. Nf3 Nc6 1-0\n\n1. d4 d5 2. c4 *\n";

const BOOK: &str = "book.bin";
const HASH: &str = "hash.bin";

/// The size of an entry of a book: a key, a move, a weight and what is learnt.
const ENTRY: usize = 16;

/// The bytes of an entry that learning does not change: key and move.
const FIXED: usize = 10;

pub(crate) struct Folder {
    place: TempDir,
    /// A program was killed, so drafts may be left.
    pub(crate) has_drafts: bool,
}

impl Folder {
    /// Creates a folder with a book.
    pub(crate) fn new() -> Result<Folder> {
        let folder = Folder { place: tempfile::tempdir()?, has_drafts: false };
        fs::create_dir(folder.path())?;
        fs::write(folder.path().join(BOOK), book()?)?;
        Ok(folder)
    }

    /// Returns the folder in which the program runs.
    pub(crate) fn path(&self) -> PathBuf {
        self.place.path().join("work")
    }

    /// Returns the state of the library that makes calls fail.
    pub(crate) fn fault_state(&self) -> PathBuf {
        self.place.path().join("state")
    }

    /// Checks all files. Returns their number.
    ///
    /// # Errors
    /// A file is lost or damaged; or a draft is left, though no program was killed.
    pub(crate) fn check(&self) -> Result<u64> {
        let files = files(&self.path())?;
        for path in &files {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let contents = fs::read(path)?;
            let is_whole = match name.as_ref() {
                _ if name.ends_with(".new") => self.has_drafts,
                BOOK => is_book(&contents, &book()?),
                _ if name.starts_with("game.") && !name.ends_with(".behind") => is_game(&contents),
                "saved.pgn" => Games::new(&contents[..]).all(|game| game.is_ok()),
                "mine.toml" => contents.ends_with(b"\n"),
                _ => true,
            };
            if !is_whole {
                return Err(Problem::new(format!("damaged or left: {}", path.display())));
            }
        }
        for lost in [BOOK] {
            if !self.path().join(lost).exists() {
                return Err(Problem::new(format!("{lost} is lost")));
            }
        }
        if self.path().join(HASH).exists() {
            self.load_hash()?;
        }
        Ok(files.len() as u64)
    }

    /// Lets a program load the saved table.
    fn load_hash(&self) -> Result<()> {
        let name = self.path().join(HASH);
        let script = format!(
            "uci\nsetoption name Hash File value {}\nsetoption name Load Hash\nquit\n",
            name.display()
        );
        let said = said(Command::new(program()).env("XDG_CONFIG_HOME", "/nowhere"), &script)?;
        let is_damaged = ["damaged", "not a saved table", "bytes; expected"];
        match is_damaged.iter().any(|word| said.contains(word)) {
            true => Err(Problem::new(format!("the saved table is damaged: {said}"))),
            false => Ok(()),
        }
    }

    /// Returns the moves of the newest game log.
    pub(crate) fn logged_moves(&self) -> Result<Option<Vec<String>>> {
        let logs = files(&self.path().join("logs")).unwrap_or_default();
        let number = |path: &PathBuf| path.extension()?.to_str()?.parse::<u32>().ok();
        let is_game = |path: &&PathBuf| path.file_stem().is_some_and(|stem| stem == "game");
        let Some(last) = logs.iter().filter(is_game).max_by_key(|path| number(path)) else {
            return Ok(None);
        };
        Ok(moves(&fs::read(last)?))
    }
}

/// Returns the book that `cleave book make` makes of some games.
fn book() -> Result<Vec<u8>> {
    static BOOK_FILE: OnceLock<Vec<u8>> = OnceLock::new();
    if let Some(book) = BOOK_FILE.get() {
        return Ok(book.clone());
    }
    let folder = tempfile::tempdir()?;
    fs::write(folder.path().join("games.pgn"), GAMES)?;
    let arguments = "book make games.pgn --output book.bin --min-games 1".split(' ');
    said(Command::new(program()).args(arguments).current_dir(&folder), "")?;
    let book = fs::read(folder.path().join(BOOK))?;
    Ok(BOOK_FILE.get_or_init(|| book).clone())
}

/// Returns what a program says after these lines.
fn said(command: &mut Command, lines: &str) -> Result<String> {
    let input = tempfile::NamedTempFile::new()?;
    fs::write(input.path(), lines)?;
    let input = fs::File::open(input.path())?;
    let output = command.stdin(Stdio::from(input)).stderr(Stdio::null()).output()?;
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Returns true if a book has the entries of the first one. What was learnt may differ.
fn is_book(found: &[u8], first: &[u8]) -> bool {
    let fixed = |book: &[u8]| {
        book.chunks(ENTRY).map(|entry| entry[..FIXED.min(entry.len())].to_vec()).collect::<Vec<_>>()
    };
    found.len() == first.len() && fixed(found) == fixed(first)
}

/// Returns true if the file has one whole game with legal moves, or none yet.
fn is_game(contents: &[u8]) -> bool {
    let end = contents.trim_ascii_end();
    let ends = ["*", "1-0", "0-1", "1/2-1/2"].iter().any(|result| end.ends_with(result.as_bytes()));
    contents.is_empty() || ends && moves(contents).is_some()
}

/// Returns the moves of a file with at most one game, as coordinates.
fn moves(contents: &[u8]) -> Option<Vec<String>> {
    let games: Vec<_> = Games::new(contents).collect();
    match &games[..] {
        [] => Some(Vec::new()),
        [Ok(game)] => Some(game.main.moves().map(|mv| mv.to_string()).collect()),
        _ => None,
    }
}

/// Returns the files in a folder and its subfolders.
fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        match entry.file_type()?.is_dir() {
            true => found.extend(files(&entry.path())?),
            false => found.push(entry.path()),
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shorter_book_is_damaged_and_a_learned_one_is_not() {
        let first: Vec<u8> = (0..32).collect();
        let mut learned = first.clone();
        learned[12] = 99;
        assert!(is_book(&first, &first) && is_book(&learned, &first));
        learned[9] = 99;
        assert!(!is_book(&learned, &first) && !is_book(&first[..16], &first));
        assert!(!is_book(&first[..20], &first));
    }

    #[test]
    fn half_a_game_is_damaged() {
        assert!(is_game(b"1. e4 e5 *") && is_game(b""));
        assert!(!is_game(b"1. e4 e5 2. Ke") && !is_game(b"1. e4 e5"));
        assert!(!is_game(b"1. e4 e4 *"));
    }
}
