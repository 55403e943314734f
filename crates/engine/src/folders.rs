//! The folders of the user, where the XDG Base Directory Specification puts them, or Windows.

use std::path::PathBuf;

/// Where configuration lies: `cleave` in `XDG_CONFIG_HOME`, by default `~/.config/cleave`. On Windows it is in
/// `APPDATA`. `None` if the environment names no home. The folder need not exist.
pub fn configuration() -> Option<PathBuf> {
    cleave_in(["XDG_CONFIG_HOME", "APPDATA"], ".config")
}

/// Where logs and histories lie: `cleave` in `XDG_STATE_HOME`, by default `~/.local/state/cleave`. On
/// Windows it is in `LOCALAPPDATA`. `None` if the environment names no home. The folder need not exist.
pub fn state() -> Option<PathBuf> {
    cleave_in(["XDG_STATE_HOME", "LOCALAPPDATA"], ".local/state")
}

/// The specification ignores paths that are not absolute.
fn cleave_in(variables: [&str; 2], in_home: &str) -> Option<PathBuf> {
    let absolute =
        |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let folder =
        variables.into_iter().find_map(absolute).or_else(|| Some(absolute("HOME")?.join(in_home)));
    Some(folder?.join("cleave"))
}
