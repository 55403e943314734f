//! Time controls as text: `level 40 5 0`, `level 0 2:30 0.5`, `st 10`.

use std::num::{IntErrorKind, ParseIntError};
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// About a year. No clock shows more, so that sums of times cannot overflow.
const LONGEST: Duration = Duration::from_secs(31_000_000);

/// The time that a side has to play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum TimeControl {
    /// At most this long for each move.
    PerMove(Duration),
    /// A chess clock.
    Game(Level),
}

/// The time control of a chess clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Level {
    /// Moves in each period; `None` if the whole game is one period.
    pub moves: Option<u32>,
    /// Time for each period.
    pub base: Duration,
    /// Time added after each move.
    pub increment: Duration,
}

impl Default for TimeControl {
    /// As long as a person at the console is willing to wait.
    fn default() -> TimeControl {
        TimeControl::PerMove(Duration::from_secs(5))
    }
}

impl TimeControl {
    /// Reads the arguments of `st`: seconds, with decimals.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub fn per_move(text: &str) -> Result<TimeControl, String> {
        let time = seconds(text)?;
        if time.is_zero() {
            return Err("the time for a move must be more than 0".into());
        }
        Ok(TimeControl::PerMove(time))
    }

    /// Reads the arguments of `level`: moves, minutes or `minutes:seconds`, increment in seconds.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub fn level(text: &str) -> Result<TimeControl, String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let [moves, base, increment] = words[..] else {
            return Err(format!("level needs 3 arguments, not {}", words.len()));
        };
        let moves: u32 =
            moves.parse().map_err(|_| format!("'{moves}' is not a number of moves"))?;
        let level = Level {
            moves: (moves > 0).then_some(moves),
            base: minutes(base)?,
            increment: seconds(increment)?,
        };
        if level.base.is_zero() && level.increment.is_zero() {
            return Err("the base time and the increment cannot both be 0".into());
        }
        Ok(TimeControl::Game(level))
    }
}

/// `5`, `2:30` or `0.5`. What follows (`25+5`) describes later periods and is ignored, as the protocol
/// demands.
fn minutes(text: &str) -> Result<Duration, String> {
    let is_time = |c: char| c.is_ascii_digit() || c == ':' || c == '.';
    let time = &text[..text.find(|c| !is_time(c)).unwrap_or(text.len())];
    let (minutes, rest) = time.split_once(':').unwrap_or((time, "0"));
    let minutes = seconds(minutes).map_err(|_| format!("'{text}' is not a number of minutes"))?;
    Ok(minutes.saturating_mul(60) + seconds(rest)?)
}

/// Seconds with decimals, up to [`LONGEST`].
fn seconds(text: &str) -> Result<Duration, String> {
    let number = text.parse().ok().filter(|n| (0.0..=LONGEST.as_secs_f64()).contains(n));
    number
        .map(Duration::from_secs_f64)
        .ok_or_else(|| format!("'{text}' is not a number of seconds"))
}

/// Reads the arguments of `time` and `otim`: centiseconds, negative after the flag has fallen. More
/// than a year counts as a year.
///
/// # Errors
/// What is wrong with the text.
pub fn centiseconds(text: &str) -> Result<Duration, String> {
    let number = whole(text).ok_or_else(|| format!("'{text}' is not a number of centiseconds"))?;
    Ok(Duration::from_millis(number.max(0) as u64).saturating_mul(10).min(LONGEST))
}

/// Reads the times of UCI: milliseconds, negative after the flag has fallen. More than a year counts as
/// a year.
///
/// # Errors
/// What is wrong with the text.
pub fn milliseconds(text: &str) -> Result<Duration, String> {
    let number = whole(text).ok_or_else(|| format!("'{text}' is not a number of milliseconds"))?;
    Ok(Duration::from_millis(number.max(0) as u64).min(LONGEST))
}

/// A whole number; one that is too large or too small for the type counts as the largest or the smallest.
fn whole(text: &str) -> Option<i64> {
    text.parse().map_or_else(
        |error: ParseIntError| match error.kind() {
            IntErrorKind::PosOverflow => Some(i64::MAX),
            IntErrorKind::NegOverflow => Some(i64::MIN),
            _ => None,
        },
        Some,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(moves: u32, base: f64, increment: f64) -> Result<TimeControl, String> {
        Ok(TimeControl::Game(Level {
            moves: (moves > 0).then_some(moves),
            base: Duration::from_secs_f64(base),
            increment: Duration::from_secs_f64(increment),
        }))
    }

    #[test]
    fn level_has_many_forms() {
        assert_eq!(TimeControl::level("40 5 0"), game(40, 300.0, 0.0));
        assert_eq!(TimeControl::level("40 0:30 0"), game(40, 30.0, 0.0));
        assert_eq!(TimeControl::level("0 2 12"), game(0, 120.0, 12.0));
        assert_eq!(TimeControl::level("0 2:30 0.5"), game(0, 150.0, 0.5));
        assert_eq!(TimeControl::level("40 25+5 0"), game(40, 1500.0, 0.0));
        assert_eq!(TimeControl::level("0 0 2"), game(0, 0.0, 2.0));
        assert_eq!(TimeControl::level("  0   0:02   0.05 "), game(0, 2.0, 0.05));
    }

    #[test]
    fn nonsense_is_refused() {
        for text in ["", "40", "40 5", "40 5 0 0", "x 5 0", "-1 5 0", "0 x 0", "0 5 x", "0 0 0"] {
            assert!(TimeControl::level(text).is_err(), "{text}");
        }
        for text in ["", "0", "-1", "x", "nan", "inf", "1e99"] {
            assert!(TimeControl::per_move(text).is_err(), "{text}");
        }
        assert!(centiseconds("1.5").is_err());
    }

    #[test]
    fn times_are_clamped_to_a_year() {
        assert_eq!(centiseconds("-250"), Ok(Duration::ZERO));
        assert_eq!(centiseconds("1234"), Ok(Duration::from_millis(12_340)));
        assert_eq!(milliseconds("-1"), Ok(Duration::ZERO));
        assert_eq!(milliseconds("1234"), Ok(Duration::from_millis(1_234)));
        assert_eq!(milliseconds(&i64::MAX.to_string()), Ok(LONGEST));
        assert_eq!(milliseconds("99999999999999999999"), Ok(LONGEST));
        assert_eq!(centiseconds("-99999999999999999999"), Ok(Duration::ZERO));
        assert_eq!(centiseconds(&i64::MAX.to_string()), Ok(LONGEST));
        assert_eq!(
            TimeControl::per_move("0.25"),
            Ok(TimeControl::PerMove(Duration::from_millis(250)))
        );
    }
}
