//! The folders of the user, by the XDG Base Directory Specification or by Windows' rules.

use std::path::PathBuf;

/// Returns the folder of the configuration: `cleave` in `XDG_CONFIG_HOME`, by default `~/.config/cleave`. On Windows it
/// is in `APPDATA`. Returns `None` if the environment names no home. The folder need not exist.
pub fn configuration() -> Option<PathBuf> {
    cleave_in(["XDG_CONFIG_HOME", "APPDATA"], ".config")
}

/// Returns the folder of logs and histories: `cleave` in `XDG_STATE_HOME`, by default `~/.local/state/cleave`. On
/// Windows it is in `LOCALAPPDATA`. Returns `None` if the environment names no home. The folder need not exist.
pub fn state() -> Option<PathBuf> {
    cleave_in(["XDG_STATE_HOME", "LOCALAPPDATA"], ".local/state")
}

/// Ignores paths that are not absolute, as the specification requires.
fn cleave_in(variables: [&str; 2], in_home: &str) -> Option<PathBuf> {
    let absolute =
        |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let folder =
        variables.into_iter().find_map(absolute).or_else(|| Some(absolute("HOME")?.join(in_home)));
    Some(folder?.join("cleave"))
}
