//! Time controls as text: `level 40 5 0`, `level 0 2:30 0.5`, `st 10`, `time 40/120/sd/60`.

use std::fmt;
use std::num::{IntErrorKind, ParseIntError};
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// About a year. No clock has more time, so sums of times cannot overflow.
const LONGEST: Duration = Duration::from_secs(31_000_000);

/// The time that a side has to play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum TimeControl {
    /// This maximum time for each move.
    PerMove(Duration),
    /// A chess clock.
    Game(Level),
}

/// The time control of a chess clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Level {
    /// The first period.
    pub first: Period,
    /// The periods after it.
    pub later: Period,
    /// Time added after each move.
    pub increment: Duration,
}

/// A part of a game for which a side gets its time at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Period {
    /// The number of moves of each side in the period, at least 1, or `None` if it lasts to the end of the game.
    pub moves: Option<u32>,
    /// The time for these moves.
    pub time: Duration,
}

impl fmt::Display for TimeControl {
    /// Writes the control in words: `40 moves in 120 min, then all moves in 60 min, 5 s more a move`.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            TimeControl::PerMove(time) => write!(f, "{} s a move", time.as_secs_f64()),
            TimeControl::Game(Level { first, later, increment }) => {
                write!(f, "{first}")?;
                if first.moves.is_some() {
                    write!(f, ", then {later}")?;
                }
                if !increment.is_zero() {
                    write!(f, ", {} s more a move", increment.as_secs_f64())?;
                }
                Ok(())
            }
        }
    }
}

impl fmt::Display for Period {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let minutes = self.time.as_secs_f64() / 60.0;
        match self.moves {
            Some(moves) => write!(f, "{moves} moves in {minutes} min"),
            None => write!(f, "all moves in {minutes} min"),
        }
    }
}

impl Level {
    /// Returns the number of moves that a side must still make in its period after `made` moves, including the next
    /// one. Returns `None` if the period lasts to the end of the game.
    pub fn moves_to_go(self, made: u32) -> Option<u32> {
        let first = self.first.moves?;
        match made.checked_sub(first) {
            None => Some(first - made),
            Some(made) => self.later.moves.map(|moves| moves - made % moves),
        }
    }

    /// Returns the time that a side gets after it has made `made` moves: the time of a period that begins, else 0.
    pub fn time_after(self, made: u32) -> Duration {
        let begins = match (self.first.moves, self.later.moves) {
            (None, _) => false,
            (Some(first), None) => made == first,
            (Some(first), Some(later)) => {
                made.checked_sub(first).is_some_and(|made| made.is_multiple_of(later))
            }
        };
        if begins { self.later.time } else { Duration::ZERO }
    }
}

impl Default for TimeControl {
    /// Returns a time for which a person at the console is willing to wait.
    fn default() -> TimeControl {
        TimeControl::PerMove(Duration::from_secs(5))
    }
}

impl TimeControl {
    /// Reads the arguments of `st`: seconds, with decimals.
    ///
    /// # Errors
    /// The text is malformed. The message names the problem.
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
    /// The text is malformed. The message names the problem.
    pub fn level(text: &str) -> Result<TimeControl, String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let [moves, base, increment] = words[..] else {
            return Err(format!("level needs 3 arguments, not {}", words.len()));
        };
        let moves: u32 =
            moves.parse().map_err(|_| format!("'{moves}' is not a number of moves"))?;
        let period = Period { moves: (moves > 0).then_some(moves), time: minutes(base)? };
        let level = Level { first: period, later: period, increment: seconds(increment)? };
        if period.time.is_zero() && level.increment.is_zero() {
            return Err("the base time and the increment cannot both be 0".into());
        }
        Ok(TimeControl::Game(level))
    }

    /// Reads a time control as tournaments write it: `40/120/20/60` or `60/60/sd/30/5`. It has moves and minutes of the
    /// first period, then optionally of the later periods, then optionally an increment in seconds. `sd` instead of a
    /// number of moves is sudden death: the rest of the game.
    ///
    /// # Errors
    /// The text is malformed. The message names the problem.
    pub fn periods(text: &str) -> Result<TimeControl, String> {
        let is_between = |c: char| c == '/' || c.is_whitespace();
        let words: Vec<&str> = text.split(is_between).filter(|word| !word.is_empty()).collect();
        let (pairs, rest) = words.as_chunks();
        let periods: Vec<Period> = pairs.iter().map(period).collect::<Result<_, _>>()?;
        let (first, later) = match periods[..] {
            [only] => (only, only),
            [Period { moves: None, .. }, _] => {
                return Err("nothing can follow sudden death but an increment".into());
            }
            [first, later] => (first, later),
            _ => {
                return Err("expected moves/minutes, such as 40/120, 40/120/sd/60 or sd/5/2".into());
            }
        };
        let increment = rest.first().map_or(Ok(Duration::ZERO), |word| seconds(word))?;
        Ok(TimeControl::Game(Level { first, later, increment }))
    }
}

/// Parses a period such as `40/120` or `sd/30`.
fn period(&[moves, time]: &[&str; 2]) -> Result<Period, String> {
    let moves = match moves {
        "sd" => None,
        _ => {
            let number = moves.parse().ok().filter(|&moves: &u32| moves > 0);
            Some(
                number
                    .ok_or_else(|| format!("'{moves}' is not a number of moves, and not 'sd'"))?,
            )
        }
    };
    let time = minutes(time)?;
    if time.is_zero() {
        return Err("a period cannot last 0 minutes".into());
    }
    Ok(Period { moves, time })
}

/// Reads the time on a chess clock: minutes, or hours and minutes as `1:30`.
///
/// # Errors
/// The text is malformed. The message names the problem.
pub fn hours_and_minutes(text: &str) -> Result<Duration, String> {
    let expected = || format!("'{text}' is not a time in minutes, or hours and minutes as 1:30");
    let (hours, minutes) = text.split_once(':').unwrap_or(("0", text));
    let hours: u32 = hours.parse().map_err(|_| expected())?;
    let minutes = seconds(minutes).map_err(|_| expected())?;
    let hours = Duration::from_secs(3600 * u64::from(hours));
    Some(hours + minutes * 60).filter(|&time| time <= LONGEST).ok_or_else(expected)
}

/// Parses minutes such as `5`, `2:30` or `0.5`. Ignores later periods (`25+5`), as the protocol demands.
fn minutes(text: &str) -> Result<Duration, String> {
    let is_time = |c: char| c.is_ascii_digit() || c == ':' || c == '.';
    let time = &text[..text.find(|c| !is_time(c)).unwrap_or(text.len())];
    let (minutes, rest) = time.split_once(':').unwrap_or((time, "0"));
    let minutes = seconds(minutes).map_err(|_| format!("'{text}' is not a number of minutes"))?;
    let time = minutes.saturating_mul(60) + seconds(rest)?;
    if time > LONGEST {
        return Err(format!("'{text}' is more than a year"));
    }
    Ok(time)
}

/// Parses seconds with decimals, up to about a year.
///
/// # Errors
/// The text is malformed. The message names the problem.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let number = text.parse().ok().filter(|n| (0.0..=LONGEST.as_secs_f64()).contains(n));
    number
        .map(Duration::from_secs_f64)
        .ok_or_else(|| format!("'{text}' is not a number of seconds"))
}

/// Reads the arguments of `time` and `otim`: centiseconds, negative after the flag has fallen. More
/// than a year counts as a year.
///
/// # Errors
/// The text is malformed. The message names the problem.
pub fn centiseconds(text: &str) -> Result<Duration, String> {
    let number = whole(text).ok_or_else(|| format!("'{text}' is not a number of centiseconds"))?;
    Ok(Duration::from_millis(number.max(0) as u64).saturating_mul(10).min(LONGEST))
}

/// Reads the times of UCI: milliseconds, negative after the flag has fallen. More than a year counts as
/// a year.
///
/// # Errors
/// The text is malformed. The message names the problem.
pub fn milliseconds(text: &str) -> Result<Duration, String> {
    let number = whole(text).ok_or_else(|| format!("'{text}' is not a number of milliseconds"))?;
    Ok(Duration::from_millis(number.max(0) as u64).min(LONGEST))
}

/// Parses a whole number. A number beyond the range of the type counts as its largest or smallest value.
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
        let time = Duration::from_secs_f64(base);
        let period = Period { moves: (moves > 0).then_some(moves), time };
        let increment = Duration::from_secs_f64(increment);
        Ok(TimeControl::Game(Level { first: period, later: period, increment }))
    }

    #[test]
    fn tournaments_have_periods() {
        let control = |first: (u32, u64), later: (u32, u64), increment| {
            let period = |(moves, minutes): (u32, u64)| Period {
                moves: (moves > 0).then_some(moves),
                time: Duration::from_secs(60 * minutes),
            };
            let increment = Duration::from_secs(increment);
            let (first, later) = (period(first), period(later));
            Ok(TimeControl::Game(Level { first, later, increment }))
        };
        assert_eq!(TimeControl::periods("40/120"), control((40, 120), (40, 120), 0));
        assert_eq!(TimeControl::periods("40/120/20/60"), control((40, 120), (20, 60), 0));
        assert_eq!(TimeControl::periods("60 60 sd 30 5"), control((60, 60), (0, 30), 5));
        assert_eq!(TimeControl::periods("sd/5/2"), control((0, 5), (0, 5), 2));
        for text in ["", "40", "0/5", "x/5", "40/0", "sd/5/40/5", "40/5/40/5/40/5", "40/5/x"] {
            assert!(TimeControl::periods(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_period_follows_the_one_before() {
        let Ok(TimeControl::Game(level)) = TimeControl::periods("3/10/2/5") else { panic!() };
        let to_go = [3, 2, 1, 2, 1, 2];
        let minutes = [0, 0, 0, 5, 0, 5];
        for (made, (to_go, minutes)) in (0..).zip(to_go.into_iter().zip(minutes)) {
            assert_eq!(level.moves_to_go(made), Some(to_go), "{made}");
            assert_eq!(level.time_after(made), Duration::from_secs(60 * minutes), "{made}");
        }
        let control = TimeControl::periods("3/10/sd/5").unwrap();
        assert_eq!(control.to_string(), "3 moves in 10 min, then all moves in 5 min");
        let TimeControl::Game(level) = control else { panic!() };
        assert_eq!((level.moves_to_go(2), level.moves_to_go(3)), (Some(1), None));
        assert_eq!(level.time_after(3), Duration::from_secs(300));
        assert_eq!(level.time_after(6), Duration::ZERO);
    }

    #[test]
    fn no_period_is_longer_than_a_year() {
        for text in ["0 516666 1", "40 516665:59 0"] {
            assert!(TimeControl::level(text).is_ok(), "{text}");
        }
        assert!(TimeControl::level("0 516666:40 0").is_ok(), "the longest clock");
        for text in ["0 516667 1", "0 516666:41 0", "40 999999 0"] {
            assert!(TimeControl::level(text).unwrap_err().contains("more than a year"), "{text}");
        }
    }

    #[test]
    fn chess_clocks_show_hours_and_minutes() {
        for (text, seconds) in [("90", 5400), ("1:30", 5400), ("0:05", 300), ("0.5", 30)] {
            assert_eq!(hours_and_minutes(text), Ok(Duration::from_secs(seconds)), "{text}");
        }
        for text in ["", "x", "1:", ":5", "1:2:3", "-5", "4000000:00"] {
            assert!(hours_and_minutes(text).is_err(), "{text}");
        }
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
