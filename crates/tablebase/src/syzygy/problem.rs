//! Directories and files that cannot be used, with reasons.

use std::io;
use std::path::PathBuf;

/// The reason why a directory or a file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum Problem {
    /// A directory cannot be read.
    #[error("cannot read the directory {path}: {}", reason(error), path = path.display())]
    Directory {
        /// The directory.
        path: PathBuf,
        /// The system's reason.
        error: io::Error,
    },
    /// A directory has no tables.
    #[error("there are no Syzygy tables (*.rtbw) in {path}", path = .0.display())]
    NoTables(PathBuf),
    /// A file cannot be used.
    #[error("{path} is left out: {damage}", path = path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The reason.
        damage: Damage,
    },
    /// A file of distances is useless without the file of results.
    #[error("{path} is left out: there is no {name}.rtbw", path = path.display())]
    NoResults {
        /// The file.
        path: PathBuf,
        /// The name of the table.
        name: String,
    },
    /// Some tables have no distances.
    #[error("tables without distances (*.rtbz): {}", .0.join(" "))]
    NoDistances(Vec<String>),
    /// The system refuses the small memory that processes share.
    #[error("cannot use Syzygy tables: {}", reason(.0))]
    Memory(io::Error),
}

/// The damage of a file.
#[derive(Debug, thiserror::Error)]
pub enum Damage {
    /// The system cannot read the file.
    #[error("{}", reason(.0))]
    Unreadable(#[from] io::Error),
    /// The file does not begin like a table.
    #[error("it is not a Syzygy table")]
    NotATable,
    /// No table has this length.
    #[error("it is incomplete: a table cannot have {0} bytes")]
    Length(usize),
    /// The header is invalid, or does not fit the length or the name.
    #[error("it is damaged: its header does not fit its name or its length")]
    Header,
    /// The length has changed since the file was opened.
    #[error("its length has changed while it was in use")]
    Changed,
    /// The compressed part is invalid.
    #[error("it is damaged: its content is invalid")]
    Content,
}

/// Returns the system's reason in words, without the number that follows them.
fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    let words = text.split_once(" (os error").map_or(text.as_str(), |(words, _)| words);
    words.into()
}
