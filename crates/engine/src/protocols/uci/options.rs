//! Options as `option name ...` describes them.

use crate::client::option_state::{EMPTY, OptionState, OptionValue};

/// Options about what UCI has no words for, or leaves to the GUI: offers, the size of the table by the time
/// control, the logs of games, and the board.
const MEANINGLESS: &[&str] = &[
    "Offer Draws",
    "Resign Threshold",
    "Adaptive Hash",
    "Adaptive Hash Least",
    "Adaptive Hash Most",
    "Game Log",
    "Log Folder",
    "Unicode Board",
];

/// True if the option makes sense in UCI.
pub(super) fn is_offered(option: &OptionState) -> bool {
    !MEANINGLESS.contains(&option.name)
}

/// `option name Contempt type spin default 0 min -200 max 200`. The value in force is the default:
/// it is what a GUI that sets nothing gets.
pub(super) fn describe(option: &OptionState) -> String {
    let value = match &option.value {
        OptionValue::Button => "button".into(),
        OptionValue::Check(on) => format!("check default {on}"),
        OptionValue::Spin(value, (least, most)) => {
            format!("spin default {value} min {least} max {most}")
        }
        OptionValue::Choice(chosen, words) => {
            format!("combo default {} var {}", words[*chosen], words.join(" var "))
        }
        OptionValue::File(path) if path.is_empty() => format!("string default {EMPTY}"),
        OptionValue::File(path) => format!("string default {path}"),
    };
    format!("option name {} type {value}", option.name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_have_the_form_of_the_protocol() {
        let described = |name, value| describe(&OptionState { name, value });
        assert_eq!(described("A B", OptionValue::Button), "option name A B type button");
        assert_eq!(
            described("C", OptionValue::Check(true)),
            "option name C type check default true"
        );
        assert_eq!(
            described("D", OptionValue::Choice(1, &["x", "y"])),
            "option name D type combo default y var x var y"
        );
        let file = |path: &str| described("E", OptionValue::File(path.into()));
        assert_eq!(file(""), "option name E type string default <empty>");
        assert_eq!(file("/a b"), "option name E type string default /a b");
    }
}
