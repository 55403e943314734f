//! Why options cannot be set: alone, by a file of options, or by a personality.

use std::io;

use cleave_book::NotABook;
use cleave_search::Refused;
use cleave_tt::MappingError;

use crate::refusal::Refusal;

/// Why an option cannot be set.
#[derive(Debug, thiserror::Error)]
pub enum OptionError {
    /// There is none of this name.
    #[error("no option '{0}'")]
    Unknown(String),
    /// There is none of this name among those about splitting, which have these.
    #[error("no '{name}'; there are: {names}")]
    NotAboutSplitting {
        /// The name.
        name: String,
        /// The names that there are.
        names: String,
    },
    /// It is none of those that machines share.
    #[error("{0} is no option that machines share")]
    NotShared(String),
    /// It is on or off.
    #[error("{0} is 0 or 1, false or true")]
    NotBoolean(&'static str),
    /// It is a number within bounds.
    #[error("{name} is a number from {least} to {most}")]
    OutOfRange {
        /// The name of the option.
        name: &'static str,
        /// The smallest number.
        least: i32,
        /// The largest number.
        most: i32,
    },
    /// It is one of several words.
    #[error("{name} is one of: {}", words.join(", "))]
    NoneOf {
        /// The name of the option.
        name: &'static str,
        /// The words.
        words: &'static [&'static str],
    },
    /// The description of the opponent has another form.
    #[error("UCI_Opponent is TITLE ELO human|computer NAME, with 'none' for what is unknown")]
    BadOpponent,
    /// A file is not a book.
    #[error(transparent)]
    Book(#[from] NotABook),
    /// There are no endgame tables that can be used, for these reasons.
    #[error("{0}")]
    NoTables(String),
    /// The system refuses the memory of the table.
    #[error(transparent)]
    Memory(#[from] MappingError),
    /// So many workers are not possible.
    #[error(transparent)]
    Workers(#[from] Refused),
    /// A personality cannot be loaded.
    #[error(transparent)]
    Personality(#[from] Box<PersonalityError>),
}

/// Why the program cannot be configured.
#[derive(Debug, thiserror::Error)]
pub enum ConfigurationError {
    /// The file cannot be read.
    #[error("cannot read {path}: {error}")]
    Unreadable {
        /// The file.
        path: String,
        /// The system's reason.
        error: io::Error,
    },
    /// The file is larger than this many bytes.
    #[error("{path} is larger than {largest} bytes, and no configuration")]
    TooLarge {
        /// The file.
        path: String,
        /// The number.
        largest: u64,
    },
    /// The file is not TOML.
    #[error("{path} is not TOML: {error}")]
    NotToml {
        /// The file.
        path: String,
        /// What is wrong, and in which line.
        error: Box<toml::de::Error>,
    },
    /// An entry has a value that no option can have.
    #[error("{origin}: {name} is a number, true or false, or a text in quotes")]
    NoValue {
        /// The file.
        origin: String,
        /// The name of the option.
        name: String,
    },
    /// There is no such option, or it cannot have this value.
    #[error("{origin}: {error}")]
    BadEntry {
        /// The file, or the argument of the command line.
        origin: String,
        /// What is wrong.
        error: OptionError,
    },
}

/// Why a personality cannot be loaded or saved.
#[derive(Debug, thiserror::Error)]
pub enum PersonalityError {
    /// The name cannot be that of a file.
    #[error("the name of a personality has letters, digits, '-' and '_'")]
    BadName,
    /// There is none, of this name or any other.
    #[error("no personality '{0}'; 'personality save {0}' makes it")]
    None(String),
    /// There are others.
    #[error("no personality '{name}'; there are: {}", others.join(", "))]
    Unknown {
        /// The name.
        name: String,
        /// Those that there are.
        others: Vec<String>,
    },
    /// This file names another personality.
    #[error("{0}: a personality cannot name another")]
    NamesAnother(String),
    /// The file would lose this option, which somebody has written into it.
    #[error("{path} also sets {option}; choose another name")]
    AlsoSets {
        /// The file.
        path: String,
        /// The name of the option.
        option: &'static str,
    },
    /// There is no folder for it.
    #[error("the environment names no home to save a personality in")]
    NoFolder,
    /// The file cannot be written.
    #[error("cannot write {path}: {error}")]
    Unwritable {
        /// The file.
        path: String,
        /// The system's reason.
        error: io::Error,
    },
    /// The file is not one of options that can be set.
    #[error(transparent)]
    Options(#[from] ConfigurationError),
}

impl From<OptionError> for Refusal {
    fn from(error: OptionError) -> Refusal {
        Refusal::BadArgument(error.to_string())
    }
}

impl From<PersonalityError> for Refusal {
    fn from(error: PersonalityError) -> Refusal {
        Refusal::BadArgument(error.to_string())
    }
}
