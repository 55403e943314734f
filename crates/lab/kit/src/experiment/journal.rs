//! A file that grows by a line for each piece of a long measurement. The measurement can therefore be broken off at any
//! moment and resumed.
//!
//! The first line is the setting, every other line an entry, all of them JSON. While work is under way the entries are
//! in the order in which they were done, which chance decides. [`Journal::finish`] puts them in the order of their
//! keys, so that the same work leaves the same file.

use std::path::Path;
use std::sync::{Mutex, PoisonError};

use cleave_io::files::Appender;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::entry::{Entries, Entry};
use crate::error::{Error, Result};
use crate::files::{Destination, read_text, read_text_of};

/// A journal open for writing, by several threads at once.
pub struct Journal {
    destination: Destination,
    /// Locked for this program until it is closed, however the program ends.
    file: Mutex<Appender>,
    /// The first line.
    setting: String,
}

impl Journal {
    /// Opens the file, with the entries that are in it already.
    ///
    /// # Errors
    /// It cannot be read or written, another program writes it, it is no journal, or it was made with
    /// another setting.
    pub fn open<S: Serialize + DeserializeOwned + PartialEq, E: Entry>(
        destination: &Destination,
        setting: &S,
    ) -> Result<(Journal, Entries<E>)> {
        let blame = |error| destination.blame(error);
        let path = destination.path();
        let mut file = Appender::open(path).map_err(blame)?;
        file.as_ref().try_lock().map_err(|error| {
            Error::of_file(path, format!("another program writes it ({error})"))
        })?;
        if !file.as_ref().metadata().is_ok_and(|found| found.is_file()) {
            return Err(Error::of_file(
                path,
                "it is no regular file; a journal is read and written",
            ));
        }
        let text = read_text_of(path, file.as_ref())?;
        // A power failure may have saved the length of a new file and not yet its contents.
        let text = text.trim_end_matches('\0');
        let mut first = to_line(setting)?;
        let mut entries = Entries::<E>::new();
        let whole = whole_lines(text);
        if whole.is_empty() && first.starts_with(text) {
            // It is new, or was broken off before the end of the setting.
            let emptied = file.as_ref().set_len(0);
            emptied.and_then(|()| file.add(&first)).and_then(|()| file.sync()).map_err(blame)?;
        } else {
            (first, entries) = parse(path, whole, setting)?;
            // A line that the last run did not write to its end is done again.
            file.as_ref().set_len(whole.len() as u64).map_err(blame)?;
        }
        let destination = destination.clone();
        Ok((Journal { destination, file: Mutex::new(file), setting: first }, entries))
    }

    /// Writes an entry to the file, or nothing if not all of it can be written. Returns once a power failure would not
    /// take it back: lost bytes between two entries would make the whole file unreadable.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn record(&self, entry: &impl Serialize) -> Result<()> {
        let line = to_line(entry)?;
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        // Half a line would be taken for the end of the file only if it is the last.
        let written = file.add(&line).and_then(|()| file.sync());
        written.map_err(|error| self.destination.blame(error))
    }

    /// Orders the file.
    ///
    /// # Errors
    /// It cannot be written, and stays as it is.
    pub fn finish<E: Entry>(self, entries: &Entries<E>) -> Result<()> {
        self.destination.write(&(self.setting + &lines(entries)?))
    }
}

/// Writes a journal whose entries were not kept one by one.
///
/// # Errors
/// The file cannot be written.
pub fn write<E: Entry>(
    file: &Destination,
    setting: &impl Serialize,
    entries: impl IntoIterator<Item = E>,
) -> Result<()> {
    let entries = entries.into_iter().map(|entry| (entry.key(), entry));
    file.write(&(to_line(setting)? + &lines(&entries.collect::<Entries<E>>())?))
}

/// Returns the entries in order, a line each.
fn lines<E: Entry>(entries: &Entries<E>) -> Result<String> {
    entries.values().map(to_line).collect()
}

/// Reads a journal: its setting and its entries, in order.
///
/// # Errors
/// The file cannot be read; or a line is wrong, and the error names it.
pub fn read<S: DeserializeOwned, E: Entry>(path: &Path) -> Result<(S, Vec<E>)> {
    let text = read_text(path)?;
    let mut lines = whole_lines(&text).lines();
    let first = lines.next().ok_or_else(|| Error::of_file(path, "line 1: no setting"))?;
    let setting = serde_json::from_str(first)
        .map_err(|error| Error::of_file(path, format!("line 1: {error}")))?;
    let entries: Entries<E> = entries(path, lines)?;
    Ok((setting, entries.into_values().collect()))
}

/// Returns the entries of a journal that was made with this setting.
///
/// # Errors
/// The file cannot be read, is no journal, or was made with another setting.
pub(super) fn made_with<S: Serialize + DeserializeOwned + PartialEq, E: Entry>(
    path: &Path,
    setting: &S,
) -> Result<Entries<E>> {
    Ok(parse(path, whole_lines(&read_text(path)?), setting)?.1)
}

/// Returns the first line of a journal, which must be this setting, and its entries. Other programs may have written
/// the setting in another order.
fn parse<S: Serialize + DeserializeOwned + PartialEq, E: Entry>(
    path: &Path,
    text: &str,
    setting: &S,
) -> Result<(String, Entries<E>)> {
    let expected = serde_json::to_string(setting)?;
    let mut lines = text.lines();
    let Some(first) = lines.next() else {
        return Err(Error::of_file(path, format!("no journal; expected {expected}")));
    };
    if serde_json::from_str::<S>(first).ok().as_ref() != Some(setting) {
        let reason = format!("made with another setting, {first}; expected {expected}");
        return Err(Error::of_file(path, reason));
    }
    Ok((format!("{first}\n"), entries(path, lines)?))
}

/// Returns the entries in all lines but the first.
fn entries<'t, E: Entry>(path: &Path, lines: impl Iterator<Item = &'t str>) -> Result<Entries<E>> {
    let entry = |(number, line)| {
        let entry: Result<E, _> = serde_json::from_str(line);
        let blame = |error| Error::of_file(path, format!("line {number}: {error}"));
        entry.map(|entry| (entry.key(), entry)).map_err(blame)
    };
    (2..).zip(lines).map(entry).collect()
}

fn to_line(value: &impl Serialize) -> Result<String> {
    Ok(serde_json::to_string(value)? + "\n")
}

/// Returns the text up to its last line end.
fn whole_lines(text: &str) -> &str {
    text.rfind('\n').map_or("", |end| &text[..=end])
}
