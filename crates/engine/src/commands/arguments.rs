//! What follows the names of commands, read.

use std::num::{IntErrorKind, ParseIntError};

use crate::refusal::Refusal;

/// The name of a file, which may be in quotation marks.
pub(crate) fn file_name(text: &str) -> Result<&str, Refusal> {
    match text.trim_matches('"') {
        "" => Err("the name of a file is missing".into()),
        file => Ok(file),
    }
}

/// The last word of a command that may overwrite files.
pub(crate) const FORCE: &str = "--force";

/// Takes [`FORCE`] off the end of a text; true if it was there.
pub(crate) fn split_force(text: &str) -> (&str, bool) {
    let forced = text.strip_suffix(FORCE).filter(|rest| rest.ends_with(char::is_whitespace));
    forced.map_or((text, false), |rest| (rest.trim_end(), true))
}

/// Reads one of the words `on` and `off`.
pub(crate) fn on_or_off(text: &str) -> Result<bool, Refusal> {
    match text {
        "on" => Ok(true),
        "off" => Ok(false),
        _ => Err("expected 'on' or 'off'".into()),
    }
}

/// Reads a number from `least` to `most`. Without a `most`, a number too large for the type counts as the
/// largest.
pub(crate) fn number(
    text: &str,
    what: &str,
    least: i64,
    most: Option<i64>,
) -> Result<i64, Refusal> {
    let number: Result<i64, _> = text.parse().or_else(|error: ParseIntError| {
        let is_unbounded = most.is_none() && *error.kind() == IntErrorKind::PosOverflow;
        if is_unbounded { Ok(i64::MAX) } else { Err(error) }
    });
    let is_in_range = |&number: &i64| number >= least && most.is_none_or(|most| number <= most);
    number.ok().filter(is_in_range).ok_or_else(|| {
        Refusal::BadArgument(match most {
            Some(most) => format!("{what} must be a number from {least} to {most}"),
            None => format!("{what} must be a number, at least {least}"),
        })
    })
}

/// Takes one of the letters K, M and G off the end of a text: the rest, and the power of two that the
/// letter stands for.
pub(crate) fn split_unit(text: &str) -> (&str, u32) {
    [('K', 10), ('M', 20), ('G', 30)]
        .into_iter()
        .find_map(|(unit, power)| {
            let rest = text.strip_suffix([unit, unit.to_ascii_lowercase()])?;
            Some((rest, power))
        })
        .unwrap_or((text, 0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_about_numbers_say_what_is_expected() {
        let range = Err("the depth must be a number from 1 to 20".into());
        for text in ["0", "21", "many", "", "99999999999999999999"] {
            assert_eq!(number(text, "the depth", 1, Some(20)), range, "{text}");
        }
        let least = Err("cores must be a number, at least 1".into());
        for text in ["0", "-99999999999999999999", "1.5"] {
            assert_eq!(number(text, "cores", 1, None), least, "{text}");
        }
        assert_eq!(number("99999999999999999999", "cores", 1, None), Ok(i64::MAX));
    }
}
