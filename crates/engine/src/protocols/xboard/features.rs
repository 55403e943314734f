//! What the engine can do, as it tells GUIs.

use super::options::{describe, name};
use crate::client::option_state::OptionState;

/// A feature and its value.
struct Feature {
    name: &'static str,
    value: &'static str,
}

/// A row of the table.
const fn feature(name: &'static str, value: &'static str) -> Feature {
    Feature { name, value }
}

/// All features whose value differs from what GUIs assume, and those worth stating.
const FEATURES: &[Feature] = &[
    feature("myname", concat!("\"Cleave ", env!("CARGO_PKG_VERSION"), "\"")),
    feature("variants", "\"normal,nocastle,fischerandom\""),
    feature("ping", "1"),
    feature("setboard", "1"),
    feature("playother", "1"),
    // Moves are read in both notations; coordinates are the shorter way for the GUI.
    feature("san", "0"),
    feature("usermove", "1"),
    feature("time", "1"),
    feature("draw", "1"),
    // Input is always polled: it takes no signal to get the engine's attention.
    feature("sigint", "0"),
    feature("sigterm", "0"),
    feature("reuse", "1"),
    feature("analyze", "1"),
    feature("colors", "0"),
    feature("ics", "1"),
    feature("name", "1"),
    feature("pause", "0"),
    feature("nps", "1"),
    // The statistics of a team are comments.
    feature("debug", "1"),
    feature("memory", "1"),
    feature("smp", "1"),
    feature("exclude", "1"),
    feature("egt", "\"syzygy\""),
    feature("setscore", "0"),
    feature("highlight", "0"),
];

/// Options that xboard sets by commands of its own (`memory`, `cores`, `hard`, `variant`, `rating`), or has
/// no use for.
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

/// All features and options, between `done=0` and `done=1`.
pub(super) fn lines(options: impl IntoIterator<Item = OptionState>) -> Vec<String> {
    let mut lines = vec!["feature done=0".into()];
    for group in FEATURES.chunks(6) {
        let words: Vec<String> = group.iter().map(|f| format!("{}={}", f.name, f.value)).collect();
        lines.push(format!("feature {}", words.join(" ")));
    }
    for option in options.into_iter().filter(|it| !OTHERWISE_SET.contains(&it.name)) {
        lines.push(format!("feature option=\"{}\"", describe(&name(&option), &option.value)));
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
        let mut names: Vec<&str> = FEATURES.iter().map(|feature| feature.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), FEATURES.len());
        assert!(lines.iter().any(|line| line.contains("myname=\"Cleave ")));
    }
}
