//! Options as `feature option="..."` describes them.

use crate::options::state::{OptionState, OptionValue};

/// `Contempt -spin 0 -200 200`.
pub(crate) fn describe(option: &OptionState) -> String {
    let name = option.name;
    match option.value {
        OptionValue::Button => format!("{name} -button"),
        OptionValue::Check(on) => format!("{name} -check {}", u8::from(on)),
        OptionValue::Spin(value, (least, most)) => format!("{name} -spin {value} {least} {most}"),
        OptionValue::Choice(chosen, words) => {
            let mark = |(place, word): (usize, &&str)| {
                let star = if place == chosen { "*" } else { "" };
                format!("{star}{word}")
            };
            let words: Vec<String> = words.iter().enumerate().map(mark).collect();
            format!("{name} -combo {}", words.join(" /// "))
        }
        OptionValue::File => format!("{name} -file "),
    }
}
