//! The folders of the user, where the XDG Base Directory Specification puts them.

use std::path::PathBuf;

/// Where configuration lies: `cleave` in `XDG_CONFIG_HOME`, by default `~/.config/cleave`. `None` if the
/// environment names no home. The folder need not exist.
pub fn configuration() -> Option<PathBuf> {
    cleave_in("XDG_CONFIG_HOME", ".config")
}

/// Where logs and histories lie: `cleave` in `XDG_STATE_HOME`, by default `~/.local/state/cleave`.
/// `None` if the environment names no home. The folder need not exist.
pub fn state() -> Option<PathBuf> {
    cleave_in("XDG_STATE_HOME", ".local/state")
}

/// The specification ignores paths that are not absolute.
fn cleave_in(variable: &str, in_home: &str) -> Option<PathBuf> {
    let absolute =
        |name| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let folder = absolute(variable).or_else(|| Some(absolute("HOME")?.join(in_home)));
    Some(folder?.join("cleave"))
}
