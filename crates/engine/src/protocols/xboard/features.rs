//! The engine's features, as sent to GUIs.

use cleave_io::option::OptionState;

/// All features whose value differs from the GUIs' default, and those worth stating.
const FEATURES: &[(&str, &str)] = &[
    ("myname", concat!("\"Cleave ", env!("CARGO_PKG_VERSION"), "\"")),
    ("variants", "\"normal,nocastle,fischerandom\""),
    ("ping", "1"),
    ("setboard", "1"),
    ("playother", "1"),
    // Moves are read in both notations. Coordinates are simpler for the GUI.
    ("san", "0"),
    ("usermove", "1"),
    ("time", "1"),
    ("draw", "1"),
    // Input is always polled, so no signal is needed to get the engine's attention.
    ("sigint", "0"),
    ("sigterm", "0"),
    ("reuse", "1"),
    ("analyze", "1"),
    ("colors", "0"),
    ("ics", "1"),
    ("name", "1"),
    ("pause", "0"),
    ("nps", "1"),
    // The statistics of a team are comments.
    ("debug", "1"),
    ("memory", "1"),
    ("smp", "1"),
    ("exclude", "1"),
    ("egt", "\"syzygy\""),
    ("setscore", "0"),
    ("highlight", "0"),
];

/// Options that xboard sets by its own commands (`memory`, `cores`, `hard`, `variant`, `rating`), or does not use.
const OTHERWISE_SET: &[&str] = &[
    "Hash",
    "Threads",
    "Ponder",
    "UCI_Chess960",
    "UCI_ShowWDL",
    "UCI_Opponent",
    "UCI_AnalyseMode",
    "UCI_EngineAbout",
    "Unicode Board",
];

/// Returns all features and options, between `done=0` and `done=1`.
pub(super) fn lines(options: impl IntoIterator<Item = OptionState>) -> Vec<String> {
    let mut lines = vec!["feature done=0".into()];
    for group in FEATURES.chunks(6) {
        let words: Vec<String> =
            group.iter().map(|(name, value)| format!("{name}={value}")).collect();
        lines.push(format!("feature {}", words.join(" ")));
    }
    for option in options.into_iter().filter(|it| !OTHERWISE_SET.contains(&it.name)) {
        lines.push(format!("feature option=\"{}\"", option.xboard()));
    }
    lines.push("feature done=1".into());
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn done_comes_last_and_no_feature_twice() {
        let lines = lines([]);
        assert_eq!(lines.first().map(String::as_str), Some("feature done=0"));
        assert_eq!(lines.last().map(String::as_str), Some("feature done=1"));
        let mut names: Vec<&str> = FEATURES.iter().map(|(name, _)| *name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), FEATURES.len());
        assert!(lines.iter().any(|line| line.contains("myname=\"Cleave ")));
    }
}
