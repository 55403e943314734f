//! The checks after a fault. They must pass after every fault.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;

use cleave_board::Move;
use cleave_pgn::Games;
use nix::libc::SIGABRT;

use crate::fault::{ALLOCATION, Kind, MAPPING};
use crate::session::{Ending, Scenario, Step, WORK};

/// The files before a step, and after it without a fault.
pub(crate) struct Expected {
    before: BTreeMap<String, Vec<u8>>,
    clean: BTreeMap<String, Vec<u8>>,
    /// The last game after the step, if the step logs it.
    last_game: Option<String>,
}

impl Expected {
    pub(crate) fn new(step: &Step, before: &Scenario, clean: &Scenario) -> Expected {
        let last_game = step.logs.then(|| clean.copy().last_game());
        Expected { before: before.files(), clean: clean.files(), last_game }
    }

    /// Returns descriptions of all problems after this fault.
    pub(crate) fn problems(
        &self,
        after: &Scenario,
        ending: &Ending,
        kind: Kind,
        failed: &str,
    ) -> impl Iterator<Item = String> {
        let files = after.files();
        let last_game = self.last_game.as_ref().map(|_| after.last_game());
        let is_whole =
            |name: &String| files.get(name).is_some_and(|file| self.is_whole(name, file));
        let names = self.before.keys().chain(files.keys());
        let damaged: BTreeSet<_> = names.filter(|name| !is_whole(name)).collect();
        let damaged = (!damaged.is_empty()).then(|| format!("damaged or lost: {damaged:?}"));

        let is_all_logged = last_game == self.last_game;
        let is_told = !ending.is_success() || ending.said.contains("the game is not logged");
        let lost = (!is_all_logged && !is_told).then(|| format!("the last game is {last_game:?}"));

        let is_complete = files.iter().all(|(name, file)| self.is_complete(name, file));
        let is_as_ever = ending.is_success() && is_all_logged && is_complete;
        let unnamed = unnamed(ending, kind, failed);
        let unnamed = unnamed.filter(|_| !(is_dispensable(failed) && is_as_ever));
        [bad_end(ending, kind), unnamed, damaged, lost].into_iter().flatten()
    }

    /// Returns whether a file is as before, or has a part of the step's changes.
    fn is_whole(&self, name: &str, file: &[u8]) -> bool {
        let [before, clean] =
            [&self.before, &self.clean].map(|files| files.get(name).map_or(&[][..], Vec::as_slice));
        match Contents::of(name) {
            Contents::Transcript => file.starts_with(before),
            Contents::Page => match [file, clean].map(steps) {
                [Some(file), Some(clean)] => clean.starts_with(&file),
                _ => false,
            },
            Contents::Games if file == before => true,
            Contents::Games => match (games(file), games(clean)) {
                (Some(file), Some(clean)) => !file.is_empty() && clean.starts_with(&file),
                _ => false,
            },
            Contents::GameLog => match [before, file, clean].map(moves) {
                [Some(before), Some(file), Some(clean)] => {
                    file.starts_with(&before) && clean.starts_with(&file)
                }
                _ => false,
            },
            Contents::Other => file == before || file == clean,
        }
    }

    /// Returns whether a file is the same as after the step without a fault.
    fn is_complete(&self, name: &str, file: &[u8]) -> bool {
        let Some(clean) = self.clean.get(name) else { return false };
        match Contents::of(name) {
            Contents::Transcript => true,
            // The clocks differ.
            Contents::GameLog => moves(file) == moves(clean),
            Contents::Page => steps(file) == steps(clean),
            // The results of two workers for a game differ from run to run.
            Contents::Games => games(file) == games(clean),
            Contents::Other => file == clean,
        }
    }
}

/// The kind of a file, by its name.
enum Contents {
    /// Lines with their times.
    Transcript,
    /// A game that grows move by move.
    GameLog,
    /// Games. The program writes each at once.
    Games,
    /// A page that grows with each game, or an empty file. The mark of a log that is behind is empty.
    Page,
    /// A file that the program writes at once.
    Other,
}

impl Contents {
    fn of(name: &str) -> Contents {
        match Path::new(name).extension().and_then(OsStr::to_str) {
            // No draft may remain.
            Some("new") => Contents::Other,
            Some("log") => Contents::Transcript,
            Some("pgn") => Contents::Games,
            Some("html" | "behind") => Contents::Page,
            _ if name.starts_with("logs/log.") => Contents::Transcript,
            _ if name.starts_with("logs/game.") => Contents::GameLog,
            _ => Contents::Other,
        }
    }
}

/// Returns the moves of each game, or `None` if one cannot be read.
fn games(text: &[u8]) -> Option<Vec<Vec<Move>>> {
    Games::new(text).map(|game| Some(game.ok()?.main.moves().collect())).collect()
}

/// Returns the moves of a file with at most one game.
fn moves(text: &[u8]) -> Option<Vec<Move>> {
    games(text).filter(|games| games.len() < 2).map(|games| games.concat())
}

/// Returns the head of a page and the steps through its games, in order, or `None` if a game is incomplete. The results
/// of two workers for a game differ from run to run.
fn steps(page: &[u8]) -> Option<Vec<&str>> {
    let page = str::from_utf8(page).ok()?;
    let mut games = page.split("<section>");
    let mut steps = Vec::from_iter(games.next().filter(|head| !head.is_empty()));
    for game in games {
        let ids = game.strip_suffix("</section>\n")?.split("id='g").skip(1);
        steps.extend(ids.filter_map(|id| id.split('\'').next()));
    }
    Some(steps)
}

/// Returns a problem if the program does not end cleanly. Without memory, Rust ends it with a message.
fn bad_end(ending: &Ending, kind: Kind) -> Option<String> {
    let Some(status) = ending.status else { return Some("it hangs".into()) };
    let is_for_memory = [ALLOCATION, MAPPING].contains(&kind);
    let is_clean = match status.code() {
        Some(code) => code <= 1 && !ending.said.contains("panicked"),
        None => is_for_memory && status.signal() == Some(SIGABRT),
    };
    (!is_clean).then(|| "it does not end cleanly".into())
}

/// Returns a problem if the message does not name the failed object.
fn unnamed(ending: &Ending, kind: Kind, failed: &str) -> Option<String> {
    let file = Path::new(failed).file_name().unwrap_or_default().to_string_lossy();
    let file = match file.as_ref() {
        // The program cannot write the message.
        "errors" => return None,
        "input" => "standard input",
        "output" => "standard output",
        // The folder of a file that already has its final name.
        WORK => "",
        draft => draft.trim_end_matches(".new"),
    };
    let names = |what: &str| ending.said.contains(what);
    let is_named = names(kind.reason) && (!kind.has_file || names(file));
    (!is_named).then(|| "it is not named".into())
}

/// Returns true if the program can continue without this call. It needs neither a thread that helps to clear the table,
/// nor libc's own allocations, nor a worker that ends anyway. It replaces a memory file or its mapping with anonymous
/// memory.
fn is_dispensable(failed: &str) -> bool {
    ["thread", "memory allocation", "clock", "memory file", "size of a memory file", "mapping"]
        .contains(&failed)
}
