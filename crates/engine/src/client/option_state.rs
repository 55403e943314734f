//! An option and its value, as a protocol shows them.

use std::fmt;

/// What GUIs send, and are sent, for no file.
pub const EMPTY: &str = "<empty>";

/// An option and its value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptionState {
    /// Its name.
    pub name: &'static str,
    /// Its kind and its value.
    pub value: OptionValue,
}

impl fmt::Display for OptionState {
    /// For people: `Hash = 64 (1 to 1024)`.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let name = self.name;
        match &self.value {
            OptionValue::Button => write!(f, "{name} (a button)"),
            OptionValue::Check(on) => write!(f, "{name} = {}", if *on { "on" } else { "off" }),
            OptionValue::Spin(value, (least, most)) => {
                write!(f, "{name} = {value} ({least} to {most})")
            }
            OptionValue::Choice(chosen, words) => {
                write!(f, "{name} = {} ({})", words[*chosen], words.join(", "))
            }
            OptionValue::File(path) if path.is_empty() => write!(f, "{name} = {EMPTY}"),
            OptionValue::File(path) => write!(f, "{name} = {path}"),
        }
    }
}

/// The kinds of options, with a value of each.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionValue {
    /// Does something when pressed.
    Button,
    /// On or off.
    Check(bool),
    /// A number, and the smallest and the largest that it may be.
    Spin(i32, (i32, i32)),
    /// One of several words, by index, and the words.
    Choice(usize, &'static [&'static str]),
    /// The name of a file, or of several; empty for nothing.
    File(String),
}

impl OptionValue {
    /// The value as an option is set to it; `None` for a button.
    pub fn text(&self) -> Option<String> {
        Some(match self {
            OptionValue::Button => return None,
            OptionValue::Check(on) => on.to_string(),
            OptionValue::Spin(number, _) => number.to_string(),
            OptionValue::Choice(chosen, words) => words[*chosen].to_owned(),
            OptionValue::File(path) => path.clone(),
        })
    }

    /// The value as a configuration file has it; `None` for a button.
    pub fn toml(&self) -> Option<toml::Value> {
        Some(match self {
            OptionValue::Button => return None,
            OptionValue::Check(on) => (*on).into(),
            OptionValue::Spin(number, _) => (*number).into(),
            OptionValue::Choice(chosen, words) => words[*chosen].into(),
            OptionValue::File(path) => path.as_str().into(),
        })
    }
}
