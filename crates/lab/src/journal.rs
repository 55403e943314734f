//! A file that grows by a line for each piece of a long measurement, so that the measurement can be broken
//! off at any moment and resumed.
//!
//! The first line is the setting, every other line an entry, all of them JSON. While work is under way
//! the entries are in the order in which they were done, which chance decides;
//! [`Journal::finish`] puts them in the order of their keys, so that the same work leaves the same file.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{Read, Write};
use std::sync::{Mutex, PoisonError};

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::destination::Destination;

/// A piece of work done.
pub(crate) trait Entry: Serialize + DeserializeOwned {
    /// What tells the pieces apart, and orders them.
    type Key: Ord;

    fn key(&self) -> Self::Key;
}

/// A journal open for writing, by several threads at once.
pub(crate) struct Journal<E: Entry> {
    destination: Destination,
    setting: String,
    state: Mutex<State<E>>,
}

struct State<E: Entry> {
    file: File,
    entries: BTreeMap<E::Key, E>,
}

impl<E: Entry> Journal<E> {
    /// Opens the file, with the entries that are in it already.
    ///
    /// # Errors
    /// It cannot be read or written, another program writes it, it is no journal, or it was made with
    /// another setting.
    pub(crate) fn open(
        destination: &Destination,
        setting: &impl Serialize,
    ) -> Result<Journal<E>, String> {
        let blame = |error: &dyn std::fmt::Display| destination.blame(error);
        let setting = to_line(setting).map_err(|error| blame(&error))?;
        let path = destination.path();
        let file = File::options().create(true).append(true).read(true).open(path);
        let mut file = file.map_err(|error| blame(&error))?;
        // Released when the file is closed, however the program ends.
        file.try_lock().map_err(|error| blame(&format!("another program writes it ({error})")))?;
        let mut text = String::new();
        file.read_to_string(&mut text).map_err(|error| blame(&error))?;
        let lines = whole_lines(&text);
        // Without a whole line it is new, or was broken off before the end of the setting.
        let entries = match lines.is_empty() && setting.starts_with(&text) {
            true => BTreeMap::new(),
            false => entries(&text, &setting).map_err(|error| blame(&error))?,
        };
        // A line that the last run did not write to its end is done again.
        file.set_len(lines.len() as u64).map_err(|error| blame(&error))?;
        if lines.is_empty() {
            file.write_all(setting.as_bytes()).map_err(|error| blame(&error))?;
        }
        let state = Mutex::new(State { file, entries });
        Ok(Journal { destination: destination.clone(), setting, state })
    }

    /// True if the piece of work with this key is done.
    pub(crate) fn has(&self, key: &E::Key) -> bool {
        self.lock().entries.contains_key(key)
    }

    /// The piece of work with this key, if it is done.
    pub(crate) fn get(&self, key: &E::Key) -> Option<E>
    where
        E: Clone,
    {
        self.lock().entries.get(key).cloned()
    }

    /// What the entries so far say, each that says something.
    pub(crate) fn gather<T>(&self, say: impl Fn(&E) -> Option<T>) -> Vec<T> {
        self.lock().entries.values().filter_map(say).collect()
    }

    /// Writes an entry to the file, or nothing if not all of it can be written.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(crate) fn record(&self, entry: E) -> Result<(), String> {
        let line = to_line(&entry).map_err(|error| self.destination.blame(&error))?;
        let mut state = self.lock();
        let written = state.file.metadata().and_then(|before| {
            state.file.write_all(line.as_bytes()).inspect_err(|_| {
                // Half a line would be taken for the end of the file only if it is the last.
                let _ = state.file.set_len(before.len());
            })
        });
        written.map_err(|error| self.destination.blame(&error))?;
        state.entries.insert(entry.key(), entry);
        Ok(())
    }

    /// Orders the file, and returns its entries.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(crate) fn finish(self) -> Result<Vec<E>, String> {
        let state = self.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        let mut text = self.setting;
        for entry in state.entries.values() {
            text += &to_line(entry).map_err(|error| self.destination.blame(&error))?;
        }
        self.destination.write(&text)?;
        Ok(state.entries.into_values().collect())
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, State<E>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Reads a journal: its setting and its entries, in order.
///
/// # Errors
/// What is wrong with the text, and in which line.
pub(crate) fn read<S: DeserializeOwned, E: Entry>(text: &str) -> Result<(S, Vec<E>), String> {
    let (head, rest) = whole_lines(text).split_once('\n').ok_or("line 1: no setting")?;
    let setting = serde_json::from_str(head).map_err(|error| format!("line 1: {error}"))?;
    Ok((setting, parse(rest, 2)?.into_values().collect()))
}

/// The entries of a journal, by their keys.
///
/// # Errors
/// What is wrong with the text, and in which line; or it was made with another setting.
pub(crate) fn read_made_with<E: Entry>(
    text: &str,
    setting: &impl Serialize,
) -> Result<BTreeMap<E::Key, E>, String> {
    entries(text, &to_line(setting).map_err(|error| error.to_string())?)
}

/// The entries below this setting, which is a line.
fn entries<E: Entry>(text: &str, setting: &str) -> Result<BTreeMap<E::Key, E>, String> {
    let expected = setting.trim_end();
    match whole_lines(text).split_once('\n') {
        None => Err(format!("no journal; expected {expected}")),
        Some((head, _)) if head != expected => {
            Err(format!("made with another setting, {head}; expected {expected}"))
        }
        Some((_, rest)) => parse(rest, 2),
    }
}

fn to_line(value: &impl Serialize) -> serde_json::Result<String> {
    Ok(serde_json::to_string(value)? + "\n")
}

/// The text up to its last line end.
fn whole_lines(text: &str) -> &str {
    text.rfind('\n').map_or("", |end| &text[..=end])
}

fn parse<E: Entry>(lines: &str, first: usize) -> Result<BTreeMap<E::Key, E>, String> {
    let entry = |(number, line): (usize, &str)| {
        let entry: Result<E, _> = serde_json::from_str(line);
        entry.map_err(|error| format!("line {}: {error}", first + number))
    };
    let entries = lines.lines().enumerate().map(entry);
    entries.map(|entry| entry.map(|entry| (entry.key(), entry))).collect()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use serde::Deserialize;

    use super::*;

    #[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
    struct Square {
        root: u32,
        square: u32,
    }

    impl Entry for Square {
        type Key = u32;

        fn key(&self) -> u32 {
            self.root
        }
    }

    fn square(root: u32) -> Square {
        Square { root, square: root * root }
    }

    /// A file that is removed at the end.
    struct Scratch(Destination);

    impl Scratch {
        fn new(name: &str) -> Scratch {
            let path = std::env::temp_dir().join(format!("{name}-{}", std::process::id()));
            Scratch(Destination::parse(path.to_str().unwrap()).unwrap())
        }

        fn text(&self) -> String {
            fs::read_to_string(self.0.path()).unwrap()
        }
    }

    impl Drop for Scratch {
        fn drop(&mut self) {
            let _ = fs::remove_file(self.0.path());
        }
    }

    #[test]
    fn work_broken_off_is_resumed_and_ends_in_the_same_file() {
        let scratch = Scratch::new("journal");
        let journal: Journal<Square> = Journal::open(&scratch.0, &"squares").unwrap();
        for root in [3, 1] {
            journal.record(square(root)).unwrap();
        }
        drop(journal);
        // The next line was not written to its end.
        let broken_off = scratch.text() + "{\"root\":2,";
        fs::write(scratch.0.path(), &broken_off).unwrap();
        let journal: Journal<Square> = Journal::open(&scratch.0, &"squares").unwrap();
        assert_eq!([1, 2, 3].map(|root| journal.has(&root)), [true, false, true]);
        assert_eq!(journal.gather(|entry| (entry.root > 1).then_some(entry.square)), [9]);
        journal.record(square(2)).unwrap();
        let squares = [1, 2, 3].map(square).to_vec();
        assert_eq!(journal.finish().unwrap(), squares);
        assert_eq!(
            scratch.text(),
            "\"squares\"\n{\"root\":1,\"square\":1}\n{\"root\":2,\"square\":4}\n{\"root\":3,\"square\":9}\n"
        );
        assert_eq!(read(&scratch.text()), Ok(("squares".to_string(), squares)));
    }

    /// Each would undo what the other has written.
    #[test]
    fn only_one_program_writes_a_journal() {
        let scratch = Scratch::new("journal-locked");
        let open = || Journal::<Square>::open(&scratch.0, &"squares");
        let journal = open().unwrap();
        assert!(open().err().unwrap().contains("another program writes it"));
        journal.record(square(1)).unwrap();
        journal.finish().unwrap();
        assert!(open().unwrap().has(&1));
    }

    #[test]
    fn another_setting_and_other_text_are_refused_and_the_file_stays() {
        let scratch = Scratch::new("journal-refused");
        for text in ["\"cubes\"\n", "\"squares\"\nnonsense\n", "nonsense\n", "nonsense"] {
            fs::write(scratch.0.path(), text).unwrap();
            let error = Journal::<Square>::open(&scratch.0, &"squares").err().unwrap();
            assert!(error.contains("journal-refused"), "{error}");
            let reasons = ["another setting", "line 2", "no journal"];
            assert!(reasons.iter().any(|reason| error.contains(reason)), "{error}");
            assert_eq!(scratch.text(), text);
        }
    }
}
