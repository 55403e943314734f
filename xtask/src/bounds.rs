//! Bounds of numbers on the command line, where those of clap do not reach: it has none for
//! fractions.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// A parser of numbers within these bounds. What is no number, as `nan`, is in no bounds.
pub(crate) fn within<N: FromStr + PartialOrd + Display + Clone + Send + Sync + 'static>(
    bounds: RangeInclusive<N>,
) -> impl Fn(&str) -> Result<N, String> + Clone + Send + Sync + 'static {
    move |text| match text.parse() {
        Ok(number) if bounds.contains(&number) => Ok(number),
        _ => Err(format!("a number from {} to {} is expected", bounds.start(), bounds.end())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_allowed_and_nothing_beyond_them() {
        let share = within(0.0_f32..=1.0);
        for (text, number) in [("0", 0.0), ("0.25", 0.25), ("1", 1.0)] {
            assert_eq!(share(text), Ok(number));
        }
        for text in ["-0.1", "1.1", "nan", "inf", "-inf", "", "half"] {
            let error = share(text).expect_err(text);
            assert_eq!(error, "a number from 0 to 1 is expected");
        }
    }
}
