//! The settings before the first line of input: from the configuration file and the command line.
//!
//! The file is TOML, and its keys are names of options ([`crate::options`]): `Threads = 4`, `BookFile =
//! "/home/me/lines.txt"`. The command line overrides the file, and the GUI overrides both.
//!
//! A wrong name or value is an error, and the program does not start. A missing book, personality or folder of tables
//! is left out with a warning. A disk may not be mounted, and an engine without a book is better than none.

use std::fmt::Write as _;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use cleave_io::files;
use cleave_io::option::{EMPTY, OptionValue};
use cleave_search::team::NumaPolicy;
use toml::{Table, Value};

use super::error::{ConfigurationError, OptionError};
use super::option::Change;
use super::personality::OPTION as PERSONALITY;
use crate::client::notice::Notice;
use crate::engine::Engine;
use crate::{folders, options};

/// The largest file that is read, in bytes.
pub(crate) const LARGEST: u64 = 1 << 20;

/// Options that name a file, each with the option that switches its use. Setting the file may change that switch.
const FILES: [(&str, &str); 2] = [("Book File", "OwnBook"), ("EvalFile", "Use NNUE")];

/// Options and the values that they get. Later entries override earlier ones. But within one origin the personality and
/// the files come first, so that they do not undo the other entries.
#[derive(Clone, Debug, Default)]
pub struct Configuration {
    entries: Vec<Entry>,
}

/// An option and the value that it gets.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    /// The name of the option in its table.
    pub(super) name: &'static str,
    value: String,
    /// The file, or the argument of the command line.
    origin: String,
}

impl Configuration {
    /// Returns the file that is read if none is named: `cleave.toml` in the folder for configuration, by default
    /// `~/.config/cleave`. Returns `None` if there is no such file.
    pub fn usual_file() -> Option<PathBuf> {
        Configuration::place().filter(|path| path.exists())
    }

    /// Returns the place of that file, if the environment names a home directory.
    pub fn place() -> Option<PathBuf> {
        Some(folders::configuration()?.join("cleave.toml"))
    }

    /// Adds the settings of a file.
    ///
    /// # Errors
    /// The file cannot be read or is not TOML, or a key is not the name of an option.
    pub fn add_file(&mut self, path: &Path) -> Result<(), ConfigurationError> {
        self.add_text(&read(path)?, &path.display().to_string())
    }

    /// Adds the settings in the text of a file. `origin` names the file.
    ///
    /// # Errors
    /// The text is not TOML, or a key is not the name of an option.
    pub fn add_text(&mut self, text: &str, origin: &str) -> Result<(), ConfigurationError> {
        let table: Table = text
            .parse()
            .map_err(|error| ConfigurationError::NotToml(origin.into(), Box::new(error)))?;
        for (name, value) in &table {
            let value = text_of(value)
                .ok_or_else(|| ConfigurationError::NoValue(origin.into(), name.clone()))?;
            self.add(name, value, origin)?;
        }
        Ok(())
    }

    /// Adds a value for an option. `origin` names its source.
    ///
    /// # Errors
    /// There is no such option.
    pub fn add(
        &mut self,
        name: &str,
        value: String,
        origin: &str,
    ) -> Result<(), ConfigurationError> {
        let option = options::find(name).map_err(|error| bad_entry(origin, error))?;
        self.entries.push(Entry { name: option.name, value, origin: origin.into() });
        Ok(())
    }

    /// Returns the size of the table, if it is set to a number of MiB.
    pub fn table_mib(&self) -> Option<usize> {
        self.entry("Hash")?.value.parse().ok().filter(|&mib| mib > 0)
    }

    /// Sets the options.
    ///
    /// # Errors
    /// An option cannot have its value. If the system is the reason, the options before it have been set. A missing
    /// file is left out with a warning.
    pub fn apply(&self, engine: &mut Engine) -> Result<(), ConfigurationError> {
        make(self.read()?, engine)
    }

    /// Returns the changes to make, in their order, each with its entry.
    pub(super) fn read<'a>(&'a self) -> Result<Vec<(&'a Entry, Change<'a>)>, ConfigurationError> {
        let read = |entry: &'a Entry| match options::read(entry.name, &entry.value) {
            Ok(change) => Ok((entry, change)),
            Err(error) => Err(bad_entry(&entry.origin, error)),
        };
        self.in_order().map(read).collect()
    }

    /// Returns the options that are set.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.entries.iter().map(|entry| entry.name)
    }

    /// Sets the options, or none of them.
    ///
    /// # Errors
    /// An option cannot have its value. Nothing has changed.
    pub fn apply_or_restore(&self, engine: &mut Engine) -> Result<(), ConfigurationError> {
        let value = |name| options::find(name).ok()?.state(engine).value.text();
        // The switches for the use of files are restored last.
        let sets = |name: &str| self.names().any(|set| set == name);
        let uses = FILES.iter().filter(|(file, used)| sets(file) || sets(used));
        let names = self.names().filter(|name| FILES.iter().all(|(_, used)| name != used));
        let names = names.chain(uses.map(|&(_, used)| used));
        let before: Vec<_> = names.filter_map(|name| Some((name, value(name)?))).collect();
        let applied = make(self.read()?, engine);
        if applied.is_err() {
            for (name, value) in before {
                // The value was valid before.
                let _ = options::set(engine, name, &value);
            }
        }
        applied
    }

    /// Returns every option with its value in this engine, as TOML, with its origin as a comment.
    pub fn report(&self, engine: &Engine) -> String {
        let mut report = String::new();
        for option in options::all() {
            let Some(value) = toml_of(&option.state(engine).value) else { continue };
            let setting = format!("{} = {value}", option.name.replace(' ', ""));
            let personalities = &engine.session.personalities;
            let by_personality =
                personalities.sets.contains(&option.name).then_some("the personality");
            let origin = self.origin(option.name, engine).or(by_personality);
            let origin = origin.unwrap_or("built in");
            let _ = writeln!(report, "{setting:35} # {origin}");
        }
        report
    }

    /// Returns the entries, in the order in which they are applied.
    fn in_order(&self) -> impl Iterator<Item = &Entry> {
        let by_origin = self.entries.chunk_by(|one, other| one.origin == other.origin);
        by_origin.flat_map(|entries| {
            let mut entries: Vec<&Entry> = entries.iter().collect();
            entries.sort_by_key(|entry| match entry.name {
                PERSONALITY => 0,
                name if FILES.iter().any(|(file, _)| *file == name) => 1,
                _ => 2,
            });
            entries
        })
    }

    /// Returns the origin of this option's value, if an entry sets it.
    fn origin(&self, name: &str, engine: &Engine) -> Option<&str> {
        let sets = |entry: &&Entry| entry.name == name || FILES.contains(&(entry.name, name));
        let in_force = self.in_order().filter(sets).filter(|entry| !entry.is_left_out(engine));
        in_force.last().map(|entry| entry.origin.as_str())
    }

    /// Returns the entry that decides about this option.
    fn entry(&self, name: &str) -> Option<&Entry> {
        self.entries.iter().rev().find(|entry| entry.name == name)
    }
}

impl Entry {
    /// Returns true if the entry names a file, or processors, that are not in use.
    fn is_left_out(&self, engine: &Engine) -> bool {
        let value = options::find(self.name).map(|option| option.state(engine).value);
        match value {
            Ok(OptionValue::File(used)) => used != self.value && self.value != EMPTY,
            Ok(OptionValue::Text(used)) => {
                let wanted = self.value.parse::<NumaPolicy>();
                wanted.is_ok_and(|wanted| wanted.to_string() != used)
            }
            _ => false,
        }
    }
}

/// Makes the changes, up to the first that cannot be made. A missing file is left out.
fn make(changes: Vec<(&Entry, Change<'_>)>, engine: &mut Engine) -> Result<(), ConfigurationError> {
    for (entry, change) in changes {
        let Err(error) = change.make(engine) else { continue };
        if !error.is_missing_file() {
            return Err(bad_entry(&entry.origin, error));
        }
        let warning = format!("{}; it is left out", bad_entry(&entry.origin, error));
        log::warn!("{warning}");
        engine.session.client.say(&Notice::Warning(&warning));
    }
    Ok(())
}

fn bad_entry(origin: &str, error: OptionError) -> ConfigurationError {
    ConfigurationError::BadEntry(origin.into(), error)
}

fn read(path: &Path) -> Result<String, ConfigurationError> {
    let name = || path.display().to_string();
    let bytes = files::read(path, LARGEST).map_err(|error| match error.kind() {
        ErrorKind::FileTooLarge => ConfigurationError::TooLarge(name(), LARGEST),
        _ => ConfigurationError::Unreadable(name(), error),
    })?;
    String::from_utf8(bytes).map_err(|error| {
        ConfigurationError::Unreadable(name(), io::Error::new(ErrorKind::InvalidData, error))
    })
}

/// Returns the value as an option reads it.
fn text_of(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Integer(number) => Some(number.to_string()),
        Value::Boolean(on) => Some(on.to_string()),
        Value::Float(_) | Value::Datetime(_) | Value::Array(_) | Value::Table(_) => None,
    }
}

/// Returns the value of an option for a file; `None` for a button.
pub(crate) fn toml_of(value: &OptionValue) -> Option<Value> {
    Some(match value {
        OptionValue::Button => return None,
        OptionValue::Check(on) => (*on).into(),
        OptionValue::Spin(number, _) => (*number).into(),
        OptionValue::Choice(chosen, words) => words[*chosen].into(),
        OptionValue::File(text) | OptionValue::Text(text) => text.as_str().into(),
    })
}
