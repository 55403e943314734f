//! What cannot be used, and why.

use std::io;
use std::path::PathBuf;

/// Why a directory or a file cannot be used.
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
        /// Why not.
        damage: Damage,
    },
    /// A file of distances is useless without that of results.
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
    /// The system refuses the little memory that processes share.
    #[error("cannot use Syzygy tables: {}", reason(.0))]
    Memory(io::Error),
}

/// Why a file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum Damage {
    /// The system cannot read it.
    #[error("{}", reason(.0))]
    Unreadable(#[from] io::Error),
    /// It does not begin as a table does.
    #[error("it is not a Syzygy table")]
    NotATable,
    /// Its length is not that of a table.
    #[error("it is incomplete: its length, {0} bytes, is not that of a table")]
    Length(usize),
    /// Its header makes no sense, or does not fit its length or its name.
    #[error("it is damaged: its header does not fit its name or its length")]
    Header,
    /// Its length is not what it was when it was opened.
    #[error("its length has changed while it was in use")]
    Changed,
    /// Its compressed part makes no sense.
    #[error("it is damaged: its content makes no sense")]
    Content,
}

/// The system's reason in words, without the number that follows them.
fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    let words = text.split_once(" (os error").map_or(text.as_str(), |(words, _)| words);
    words.into()
}
