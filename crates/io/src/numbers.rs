//! Numbers as people write and read them.

use std::num::{IntErrorKind, ParseIntError};

/// Reads a number from `least` to `most`. Without a `most`, a number too large for the type counts as the
/// largest.
///
/// # Errors
/// The text is not such a number. The message names `what`.
pub fn number(text: &str, what: &str, least: i64, most: Option<i64>) -> Result<i64, String> {
    let number: Result<i64, _> = text.parse().or_else(|error: ParseIntError| {
        let is_unbounded = most.is_none() && *error.kind() == IntErrorKind::PosOverflow;
        if is_unbounded { Ok(i64::MAX) } else { Err(error) }
    });
    let is_in_range = |&number: &i64| number >= least && most.is_none_or(|most| number <= most);
    number.ok().filter(is_in_range).ok_or_else(|| match most {
        Some(most) => format!("{what} must be a number from {least} to {most}"),
        None => format!("{what} must be a number, at least {least}"),
    })
}

/// Returns a large number in about four digits: `12345`, `1.2M`.
pub fn count(number: u64) -> String {
    match number {
        0..=99_999 => number.to_string(),
        100_000..=999_999 => format!("{}k", number / 1000),
        1_000_000..=999_999_999 => format!("{}.{}M", number / 1_000_000, number / 100_000 % 10),
        _ => format!("{}.{}G", number / 1_000_000_000, number / 100_000_000 % 10),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_numbers_have_about_four_digits() {
        for (number, text) in [
            (0, "0"),
            (99_999, "99999"),
            (100_000, "100k"),
            (999_999, "999k"),
            (1_000_000, "1.0M"),
            (12_345_678, "12.3M"),
            (999_999_999, "999.9M"),
            (1_250_000_000, "1.2G"),
        ] {
            assert_eq!(count(number), text);
        }
    }

    #[test]
    fn errors_about_numbers_name_the_expected_range() {
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
