//! Options as `feature option="..."` describes them.

use crate::client::option_state::{OptionState, OptionValue};

/// The name of an option without blanks: some clients read it only as far as the first.
pub(super) fn name(option: &OptionState) -> String {
    option.name.replace(' ', "")
}

/// An option under this name: `Contempt -spin 0 -200 200`.
pub(super) fn describe(name: &str, value: &OptionValue) -> String {
    match value {
        OptionValue::Button => format!("{name} -button"),
        OptionValue::Check(on) => format!("{name} -check {}", u8::from(*on)),
        OptionValue::Spin(value, (least, most)) => format!("{name} -spin {value} {least} {most}"),
        OptionValue::Choice(chosen, words) => {
            let mark = |(place, word): (usize, &&str)| {
                let star = if place == *chosen { "*" } else { "" };
                format!("{star}{word}")
            };
            let words: Vec<String> = words.iter().enumerate().map(mark).collect();
            format!("{name} -combo {}", words.join(" /// "))
        }
        // The whole option stands in quotation marks, which cannot be quoted.
        OptionValue::File(path) if path.contains('"') => format!("{name} -file "),
        OptionValue::File(path) => format!("{name} -file {path}"),
    }
}
