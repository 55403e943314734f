//! Bounds of fractions on the command line, for which clap has none.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// Returns a parser of numbers within these bounds, which exclude `nan`.
pub fn within<N: FromStr + PartialOrd + Display + Clone + Send + Sync + 'static>(
    bounds: RangeInclusive<N>,
) -> impl Fn(&str) -> Result<N, String> + Clone + Send + Sync + 'static {
    move |text| match text.parse() {
        Ok(number) if bounds.contains(&number) => Ok(number),
        _ => Err(format!("expected a number from {} to {}", bounds.start(), bounds.end())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_inclusive() {
        let share = within(0.0_f32..=1.0);
        for (text, number) in [("0", 0.0), ("0.25", 0.25), ("1", 1.0)] {
            assert_eq!(share(text), Ok(number));
        }
        for text in ["-0.1", "1.1", "nan", "inf", "-inf", "", "half"] {
            let error = share(text).expect_err(text);
            assert_eq!(error, "expected a number from 0 to 1");
        }
    }
}
