//! Tests power failures. The library `fault-shim` records what the program does to files. After each operation the
//! power fails, and a [`disk`] keeps what was synced, and any part of the rest. Each file must then have its old contents
//! or its new ones, and the program must start on it, or name it in an error. Once the program has ended, the new
//! contents must be there.
//!
//! The [`steps`] write a book, what is learnt, a saved table, annotations, game logs, personalities, saved games and
//! positions, recordings, journals of measurements, and self-play. The command `autotune`, which writes
//! the configuration by the same functions, would take too long.

mod disk;
mod records;
mod steps;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use disk::{Disk, Op, Survivors};
use steps::{Session, Step};

/// The states in which the program is started, for each step.
const STARTED: usize = 12;

/// The random choices of survivors after each operation.
const CHOICES: u64 = 3;

type Files = BTreeMap<PathBuf, Vec<u8>>;

/// How a file is written, by its name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// At once.
    Whole,
    /// At its end. What is synced stays.
    Grows,
    /// A conversation, a draft or a mark, without which nothing is lost.
    Passing,
}

impl Kind {
    fn of(name: &Path) -> Kind {
        let text = name.to_string_lossy();
        match text.rsplit('.').next() {
            Some("new" | "behind" | "log" | "lock") => Kind::Passing,
            _ if text.contains("logs/log.") => Kind::Passing,
            Some("pgn" | "epd" | "jsonl" | "html" | "games") => Kind::Grows,
            _ => Kind::Whole,
        }
    }
}

macro_rules! tests {
    ($($test:ident: $step:ident;)*) => {$(
        #[test]
        fn $test() {
            survive(&steps::$step);
        }
    )*};
}

tests! {
    a_book_survives: BOOK;
    what_is_learnt_survives: LEARNING;
    a_saved_table_survives: TABLE;
    annotations_survive: ANNOTATIONS;
    the_first_game_log_survives: FIRST_GAME;
    a_game_log_survives: GAME;
    the_first_personality_survives: FIRST_PERSONALITY;
    a_personality_survives: PERSONALITY;
    the_first_saved_game_survives: FIRST_SAVED_GAME;
    a_saved_game_survives: SAVED_GAME;
    a_recording_survives: RECORDING;
    a_new_journal_survives: FIRST_MEASUREMENTS;
    a_journal_that_goes_on_survives: MEASUREMENTS;
    self_play_survives: SELF_PLAY;
}

/// Lets the power fail after each operation of a step.
fn survive(step: &Step) {
    let session = Session::before(step);
    let mut after = Disk::read(&session.folder());
    let before = after.clone();
    let ops = session.record(step, &mut after);
    assert_eq!(after.files(), Disk::read(&session.folder()).files(), "the records are complete");
    let failures = Failures::of(&before, &ops);
    let mut problems = failures.damaged();
    problems.extend(failures.lost_at_the_end(&after.files()));
    let states: Vec<_> = failures.states().into_iter().collect();
    println!("{}: {} operations, {} states", step.name, ops.len(), states.len());
    assert!(states.len() > 2, "{}: nothing is written", step.name);
    for state in states.iter().step_by(states.len().div_ceil(STARTED)) {
        problems.extend(session.start_on(step, state, &after.files()));
    }
    assert!(problems.is_empty(), "{}: {:#?}\n{:#?}", step.name, problems, short(&ops));
}

/// All states of the disk after a power failure.
struct Failures {
    /// The files after each number of operations, without a failure.
    versions: Vec<Files>,
    /// The number of operations before the failure, the survivors, and the files.
    after: Vec<(usize, Survivors, Files)>,
}

impl Failures {
    fn of(before: &Disk, ops: &[Op]) -> Failures {
        let mut disk = before.clone();
        let mut versions = vec![disk.files()];
        for op in ops {
            disk.apply(op);
            versions.push(disk.files());
        }
        let mut after = Vec::new();
        for count in 0..=ops.len() {
            let some = (0..CHOICES).map(|choice| Survivors::Some(CHOICES * count as u64 + choice));
            let sure = [Survivors::None, Survivors::All, Survivors::Names, Survivors::Zeros];
            for survivors in sure.into_iter().chain([Survivors::Bytes]).chain(some) {
                let disk = before.after_failure(&ops[..count], survivors);
                after.push((count, survivors, disk.files()));
            }
        }
        Failures { versions, after }
    }

    /// Returns the files that have neither old contents nor new ones.
    fn damaged(&self) -> BTreeSet<String> {
        let mut found = BTreeSet::new();
        let mut synced = &self.versions[0];
        for (count, survivors, files) in &self.after {
            if *survivors == Survivors::None {
                synced = files;
            }
            let names: BTreeSet<_> = self.versions.iter().flat_map(BTreeMap::keys).collect();
            for name in names {
                let contents = files.get(name);
                let is_version =
                    self.versions[..=*count].iter().any(|files| files.get(name) == contents);
                let is_longer = Kind::of(name) == Kind::Grows
                    && contents.is_some_and(|found| {
                        synced.get(name).is_none_or(|synced| found.starts_with(synced))
                    });
                if Kind::of(name) != Kind::Passing && !is_version && !is_longer {
                    let length = contents.map(Vec::len);
                    found
                        .insert(format!("{} is damaged: {length:?} {survivors:?}", name.display()));
                }
            }
        }
        found
    }

    /// Returns the files whose last contents may be lost although the program has ended.
    fn lost_at_the_end(&self, last: &Files) -> BTreeSet<String> {
        let end = self.versions.len() - 1;
        let mut lost = BTreeSet::new();
        for (_, survivors, files) in self.after.iter().filter(|(count, ..)| *count == end) {
            let differs = |name: &&PathBuf| files.get(*name) != last.get(*name);
            let names = last.keys().filter(|name| Kind::of(name) != Kind::Passing).filter(differs);
            lost.extend(names.map(|name| format!("{} is lost: {survivors:?}", name.display())));
        }
        lost
    }

    /// Returns all different states.
    fn states(&self) -> BTreeSet<Files> {
        self.after.iter().map(|(_, _, files)| files.clone()).collect()
    }
}

/// Returns the operations without their bytes.
fn short(ops: &[Op]) -> Vec<String> {
    let short = |op: &Op| match op {
        Op::Write { file, at, bytes } => format!("Write {file:?} at {at}, {} bytes", bytes.len()),
        op => format!("{op:?}"),
    };
    ops.iter().map(short).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A rename that was not preceded by a sync of the contents leaves an empty file, and one that was not followed by
    /// a sync of the folder may be undone.
    #[test]
    fn both_syncs_are_missed() {
        let mut before = Disk::default();
        let (old, new) = (before.new_file(), before.new_file());
        let [name, draft] = ["file", "file.new"].map(PathBuf::from);
        before.apply(&Op::Create { name: name.clone(), file: old });
        before.apply(&Op::Write { file: old, at: 0, bytes: b"old".into() });
        let folder = PathBuf::new();
        let all = [
            Op::Create { name: draft.clone(), file: new },
            Op::Write { file: new, at: 0, bytes: b"newer".into() },
            Op::Sync { file: new },
            Op::Rename { from: draft, to: name, file: new },
            Op::SyncFolder { folder },
        ];
        let without = |place: Option<usize>| {
            let mut ops = all.to_vec();
            place.map(|place| ops.remove(place));
            let failures = Failures::of(&before, &ops);
            let last = failures.versions.last().unwrap().clone();
            (failures.damaged().is_empty(), failures.lost_at_the_end(&last).is_empty())
        };
        assert_eq!(without(None), (true, true));
        assert_eq!(without(Some(2)), (false, false), "the file was not synced");
        assert_eq!(without(Some(4)), (true, false), "the folder was not synced");
    }
}
