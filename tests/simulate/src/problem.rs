//! What a session has found to be wrong.

use std::fmt::Display;
use std::io;

pub(crate) type Result<T> = std::result::Result<T, Problem>;

/// A condition that must always hold, and does not.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct Problem(String);

impl Problem {
    pub(crate) fn new(what: impl Display) -> Problem {
        Problem(what.to_string())
    }
}

impl From<io::Error> for Problem {
    fn from(error: io::Error) -> Problem {
        Problem::new(format!("the simulation itself: {error}"))
    }
}

impl From<nix::Error> for Problem {
    fn from(error: nix::Error) -> Problem {
        io::Error::from(error).into()
    }
}
