//! An option as protocols show it, and the text that sets it.

use std::fmt;

/// The text that means no file, in messages from and to GUIs.
pub const EMPTY: &str = "<empty>";

/// An option and its value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptionState {
    /// Its name.
    pub name: &'static str,
    /// Its kind and its value.
    pub value: OptionValue,
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
    /// Other text.
    Text(String),
}

/// The reason why an option cannot have a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadValue {
    /// The option is on or off.
    #[error("{0} is 0 or 1, false or true")]
    NotBoolean(&'static str),
    /// The option is a number within these bounds.
    #[error("{0} is a number from {1} to {2}")]
    OutOfRange(&'static str, i32, i32),
    /// The option is one of these words.
    #[error("{0} is one of: {words}", words = .1.join(", "))]
    NoneOf(&'static str, &'static [&'static str]),
}

/// Returns true if these name the same option. Blanks, hyphens, underscores and case do not count: `Move Overhead`,
/// `MoveOverhead` and `move-overhead` are the same.
pub fn is_same_name(one: &str, other: &str) -> bool {
    let letters = |name: &str| {
        let letters = name.chars().filter(|c| !matches!(c, ' ' | '-' | '_'));
        letters.map(|c| c.to_ascii_lowercase()).collect::<String>()
    };
    letters(one) == letters(other)
}

/// Reads the value of an option that is on or off.
///
/// # Errors
/// The text is neither on nor off.
pub fn on_or_off(name: &'static str, value: &str) -> Result<bool, BadValue> {
    match value.to_ascii_lowercase().as_str() {
        "0" | "false" | "off" => Ok(false),
        "1" | "true" | "on" => Ok(true),
        _ => Err(BadValue::NotBoolean(name)),
    }
}

/// Reads the value of an option that is a number.
///
/// # Errors
/// The text is not a number within the bounds.
pub fn within(name: &'static str, value: &str, bounds: (i32, i32)) -> Result<i32, BadValue> {
    let (least, most) = bounds;
    let number = value.parse().ok().filter(|number| (least..=most).contains(number));
    number.ok_or(BadValue::OutOfRange(name, least, most))
}

/// Reads the value of an option that is one of these words, as an index.
///
/// # Errors
/// The text is none of the words.
pub fn choice(
    name: &'static str,
    value: &str,
    words: &'static [&'static str],
) -> Result<usize, BadValue> {
    let choice = words.iter().position(|word| word.eq_ignore_ascii_case(value));
    choice.ok_or(BadValue::NoneOf(name, words))
}

impl fmt::Display for OptionState {
    /// Writes the form for people: `Hash = 64 (1 to 1024)`.
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
            OptionValue::File(text) | OptionValue::Text(text) => write!(f, "{name} = {text}"),
        }
    }
}

impl OptionState {
    /// Returns the form for UCI: `option name Contempt type spin default 0 min -200 max 200`. The current value is the
    /// default: a GUI that sets nothing gets it.
    pub fn uci(&self) -> String {
        let value = match &self.value {
            OptionValue::Button => "button".into(),
            OptionValue::Check(on) => format!("check default {on}"),
            OptionValue::Spin(value, (least, most)) => {
                format!("spin default {value} min {least} max {most}")
            }
            OptionValue::Choice(chosen, words) => {
                format!("combo default {} var {}", words[*chosen], words.join(" var "))
            }
            OptionValue::File(path) if path.is_empty() => format!("string default {EMPTY}"),
            OptionValue::File(text) | OptionValue::Text(text) => format!("string default {text}"),
        };
        format!("option name {} type {value}", self.name)
    }

    /// Returns the form for xboard: `Contempt -spin 0 -200 200`. Some clients read a name only up to the first blank,
    /// so it has none.
    pub fn xboard(&self) -> String {
        let value = match &self.value {
            OptionValue::Button => "-button".into(),
            OptionValue::Check(on) => format!("-check {}", u8::from(*on)),
            OptionValue::Spin(value, (least, most)) => format!("-spin {value} {least} {most}"),
            OptionValue::Choice(chosen, words) => {
                let mark = |(place, word): (usize, &&str)| {
                    let star = if place == *chosen { "*" } else { "" };
                    format!("{star}{word}")
                };
                let words: Vec<String> = words.iter().enumerate().map(mark).collect();
                format!("-combo {}", words.join(" /// "))
            }
            // The whole option is in quotation marks, which cannot be quoted.
            OptionValue::File(path) if path.contains('"') => "-file ".into(),
            OptionValue::File(path) => format!("-file {path}"),
            OptionValue::Text(text) => format!("-string {text}"),
        };
        format!("{} {value}", self.name.replace(' ', ""))
    }
}

impl OptionValue {
    /// Returns the value as the text that sets it; `None` for a button.
    pub fn text(&self) -> Option<String> {
        Some(match self {
            OptionValue::Button => return None,
            OptionValue::Check(on) => on.to_string(),
            OptionValue::Spin(number, _) => number.to_string(),
            OptionValue::Choice(chosen, words) => words[*chosen].to_owned(),
            OptionValue::File(text) | OptionValue::Text(text) => text.clone(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_have_the_form_of_each_protocol() {
        let check = |value, uci: &str, xboard: &str| {
            let option = OptionState { name: "A B", value };
            assert_eq!(option.uci(), format!("option name A B type {uci}"));
            assert_eq!(option.xboard(), format!("AB {xboard}"));
        };
        check(OptionValue::Button, "button", "-button");
        check(OptionValue::Check(true), "check default true", "-check 1");
        check(OptionValue::Spin(3, (-1, 9)), "spin default 3 min -1 max 9", "-spin 3 -1 9");
        let choice = OptionValue::Choice(1, &["x", "y"]);
        check(choice, "combo default y var x var y", "-combo x /// *y");
        check(OptionValue::File(String::new()), "string default <empty>", "-file ");
        check(OptionValue::File("/a b".into()), "string default /a b", "-file /a b");
        check(OptionValue::File("\"".into()), "string default \"", "-file ");
        check(OptionValue::Text("0-7:8".into()), "string default 0-7:8", "-string 0-7:8");
    }

    #[test]
    fn values_are_read_and_refusals_name_the_expected_value() {
        let words: &[&str] = &["fork", "thread"];
        assert_eq!((on_or_off("P", "On"), within("N", "-3", (-3, 3))), (Ok(true), Ok(-3)));
        assert_eq!(choice("B", "Thread", words), Ok(1));
        let errors = [
            on_or_off("P", "maybe").map(i32::from),
            within("N", "4", (-3, 3)),
            within("N", "many", (-3, 3)),
            choice("B", "both", words).map(|at| at as i32),
        ];
        let errors = errors.map(|refused| refused.expect_err("refused").to_string());
        assert_eq!(errors[0], "P is 0 or 1, false or true");
        assert_eq!(errors[1], "N is a number from -3 to 3");
        assert_eq!(errors[1], errors[2]);
        assert_eq!(errors[3], "B is one of: fork, thread");
    }

    #[test]
    fn names_are_the_same_without_blanks_and_case() {
        assert!(is_same_name("Move Overhead", "move-overhead") && !is_same_name("Hash", "Hashes"));
    }
}
