//! Reads the arguments of commands.

use crate::refusal::Refusal;

/// Reads the name of a file, which may be in quotation marks.
pub(crate) fn file_name(text: &str) -> Result<&str, Refusal> {
    match text.trim_matches('"') {
        "" => Err("the name of a file is missing".into()),
        file => Ok(file),
    }
}

/// The last word of a command that may overwrite files.
pub(crate) const FORCE: &str = "--force";

/// Removes [`FORCE`] from the end of a text. Returns the rest, and true if it was there.
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

/// Reads a number from `least` to `most`: see [`cleave_io::number`].
pub(crate) fn number(
    text: &str,
    what: &str,
    least: i64,
    most: Option<i64>,
) -> Result<i64, Refusal> {
    Ok(cleave_io::number(text, what, least, most)?)
}

/// Removes one of the letters K, M and G from the end of a text. Returns the rest and the power of two that the letter
/// means.
pub(crate) fn split_unit(text: &str) -> (&str, u32) {
    [('K', 10), ('M', 20), ('G', 30)]
        .into_iter()
        .find_map(|(unit, power)| {
            let rest = text.strip_suffix([unit, unit.to_ascii_lowercase()])?;
            Some((rest, power))
        })
        .unwrap_or((text, 0))
}
