//! The arguments of a command as clap reads them from a line, for tests of the command.

use std::ffi::OsString;

use clap::{Args, Command};

/// Parses the words of a line; the first word is the command's name.
///
/// # Errors
/// The message that clap has for the user.
pub fn parse<A: Args>(words: impl IntoIterator<Item: Into<OsString> + Clone>) -> Result<A, String> {
    A::augment_args(Command::new("xtask"))
        .try_get_matches_from(words)
        .and_then(|matches| A::from_arg_matches(&matches))
        .map_err(|error| error.to_string())
}
