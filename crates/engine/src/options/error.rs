//! The reasons why options cannot be set: alone, by a file of options, or by a personality.

use std::io;

use cleave_book::NotABook;
use cleave_io::option::BadValue;
use cleave_search::SearcherError;
use cleave_search::saved::SavedTableError;
use cleave_search::team::NumaPolicyError;
use cleave_tt::MappingError;

use crate::refusal::Refusal;

/// The reason why an option cannot be set.
#[derive(Debug, thiserror::Error)]
pub enum OptionError {
    /// No option has this name.
    #[error("no option '{0}'")]
    Unknown(String),
    /// The machines of a cluster do not share this option.
    #[error("{0} is not an option that machines share")]
    NotShared(String),
    /// The text is not one of its values.
    #[error(transparent)]
    BadValue(#[from] BadValue),
    /// The description of the opponent has another form.
    #[error(
        "UCI_Opponent has the form TITLE ELO human|computer NAME, with 'none' for unknown parts"
    )]
    BadOpponent,
    /// A file is not a book.
    #[error(transparent)]
    Book(#[from] NotABook),
    /// A file has no network that can be used.
    #[error("the network {0}: {1}")]
    Network(String, String),
    /// There are no endgame tables that can be used, for these reasons.
    #[error("{0}")]
    NoTables(String),
    /// The log of the conversation cannot be written.
    #[error("cannot write {0}: {1}")]
    DebugLog(String, io::Error),
    /// No file of the table is named.
    #[error("the option Hash File names no file")]
    NoHashFile,
    /// The table cannot be saved in this file.
    #[error("cannot write {0}: {1}")]
    SavingHash(String, io::Error),
    /// The table cannot be loaded from this file.
    #[error("cannot load {0}: {1}")]
    LoadingHash(String, SavedTableError),
    /// The system refuses the memory of the table.
    #[error(transparent)]
    Memory(#[from] MappingError),
    /// This number of workers is not possible.
    #[error(transparent)]
    Workers(#[from] SearcherError),
    /// Workers cannot be bound so.
    #[error(transparent)]
    NumaPolicy(#[from] NumaPolicyError),
    /// A personality cannot be loaded.
    #[error(transparent)]
    Personality(#[from] Box<PersonalityError>),
}

impl OptionError {
    /// Creates the error for a network that cannot be used, with the reason.
    pub(super) fn network(path: &str, reason: impl std::fmt::Display) -> OptionError {
        OptionError::Network(path.into(), reason.to_string())
    }

    /// Returns true if the option names a file, folder or processor that is missing or unusable now, and may come back.
    pub(super) fn is_missing_file(&self) -> bool {
        match self {
            OptionError::Book(_)
            | OptionError::Network(..)
            | OptionError::NoTables(_)
            | OptionError::DebugLog(..)
            | OptionError::LoadingHash(..)
            | OptionError::NumaPolicy(NumaPolicyError::Missing(..)) => true,
            OptionError::Personality(error) => matches!(
                **error,
                PersonalityError::None(_)
                    | PersonalityError::Unknown(..)
                    | PersonalityError::Options(ConfigurationError::Unreadable(..))
            ),
            _ => false,
        }
    }
}

/// The reason why the program cannot be configured.
#[derive(Debug, thiserror::Error)]
pub enum ConfigurationError {
    /// The file cannot be read.
    #[error("cannot read {0}: {1}")]
    Unreadable(String, io::Error),
    /// The file is larger than this many bytes.
    #[error("{0} is larger than {1} bytes, so it is not a configuration")]
    TooLarge(String, u64),
    /// The file is not TOML.
    #[error("{0} is not TOML: {1}")]
    NotToml(String, Box<toml::de::Error>),
    /// An entry of this file has a value that no option can have.
    #[error("{0}: {1} must be a number, true, false, or a text in quotes")]
    NoValue(String, String),
    /// There is no such option, or it cannot have the value that this file or argument gives it.
    #[error("{0}: {1}")]
    BadEntry(String, OptionError),
}

/// The reason why a personality cannot be loaded or saved.
#[derive(Debug, thiserror::Error)]
pub enum PersonalityError {
    /// The name cannot be a file name.
    #[error("the name of a personality may contain letters, digits, '-' and '_'")]
    BadName,
    /// There is no personality with this name or any other.
    #[error("no personality '{0}'; 'personality save {0}' makes it")]
    None(String),
    /// There are only others.
    #[error("no personality '{0}'; there are: {others}", others = .1.join(", "))]
    Unknown(String, Vec<String>),
    /// This file names another personality.
    #[error("{0}: a personality cannot name another")]
    NamesAnother(String),
    /// The file contains this option, written by a user, and would lose it.
    #[error("{0} also sets {1}; choose another name")]
    AlsoSets(String, &'static str),
    /// There is no folder for it.
    #[error("cannot save a personality: the environment names no home directory")]
    NoFolder,
    /// The file cannot be written.
    #[error("cannot write {0}: {1}")]
    Unwritable(String, io::Error),
    /// The file is not a file of options that can be set.
    #[error(transparent)]
    Options(#[from] ConfigurationError),
}

impl From<OptionError> for Refusal {
    fn from(error: OptionError) -> Refusal {
        Refusal::BadArgument(on_one_line(&error))
    }
}

impl From<PersonalityError> for Refusal {
    fn from(error: PersonalityError) -> Refusal {
        Refusal::BadArgument(on_one_line(&error))
    }
}

/// Puts an error on one line, as refusals are. Errors of a file may have several lines, and some show the file's text
/// after a bar.
fn on_one_line(error: &impl std::fmt::Display) -> String {
    let text = error.to_string();
    let is_margin = |c: char| c == ' ' || c.is_ascii_digit();
    let shows_file = |line: &str| line.trim_start_matches(is_margin).starts_with('|');
    text.lines().filter(|line| !shows_file(line)).collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_is_one_line() {
        let error = toml::from_str::<toml::Table>("Skill = = 3").unwrap_err();
        let text = on_one_line(&ConfigurationError::NotToml("x.toml".into(), Box::new(error)));
        let begin = "x.toml is not TOML: TOML parse error at line 1, column 9; ";
        assert!(text.starts_with(begin) && !text.contains(['\n', '|']), "{text}");
    }
}
