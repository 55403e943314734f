//! The folder in which games last.

use std::env;
use std::path::PathBuf;

/// `cleave/selfplay` in `XDG_DATA_HOME`, by default in `~/.local/share`, where the XDG Base Directory Specification
/// puts data. Returns `None` if the environment names no home.
pub(super) fn default() -> Option<PathBuf> {
    below(|name| env::var_os(name).map(PathBuf::from))
}

/// The specification ignores paths that are not absolute.
fn below(variable: impl Fn(&str) -> Option<PathBuf>) -> Option<PathBuf> {
    let absolute = |name| variable(name).filter(|path| path.is_absolute());
    let data = absolute("XDG_DATA_HOME").or_else(|| Some(absolute("HOME")?.join(".local/share")));
    Some(data?.join("cleave/selfplay"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_last_where_the_user_keeps_data() {
        let folder = |data: &'static str, home: &'static str| {
            let variable = move |name: &str| match name {
                "XDG_DATA_HOME" => Some(data.into()),
                "HOME" => Some(home.into()),
                _ => None,
            };
            below(variable)
        };
        assert_eq!(folder("/data", "/me"), Some("/data/cleave/selfplay".into()));
        assert_eq!(folder("data", "/me"), Some("/me/.local/share/cleave/selfplay".into()));
        assert_eq!(folder("", ""), None);
    }
}
