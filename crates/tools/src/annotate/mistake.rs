//! How much a move lost, and what that is called.

use std::fmt;
use std::str::FromStr;

use cleave_board::Value;
use cleave_pgn::Nag;

/// Values beyond this many centipawns count as this many: the game is decided.
const DECIDED: i32 = 1000;

/// A loss that is marked, in centipawns, at least 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Margin(i32);

/// How bad a move is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Severity {
    /// It loses the margin.
    Inaccuracy,
    /// It loses twice the margin.
    Mistake,
    /// It loses four times the margin.
    Blunder,
}

impl Default for Margin {
    fn default() -> Margin {
        Margin(50)
    }
}

impl FromStr for Margin {
    type Err = String;

    fn from_str(text: &str) -> Result<Margin, String> {
        let number = text.parse().ok().filter(|number| (1..=DECIDED).contains(number));
        number.map(Margin).ok_or_else(|| format!("expected a number from 1 to {DECIDED}"))
    }
}

impl fmt::Display for Margin {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Margin {
    /// How bad it is to reach `value` where `best` was possible, both for the side that moved; `None`
    /// if that is within the margin.
    pub fn judge(self, best: Value, value: Value) -> Option<Severity> {
        let settled = |value: Value| value.get().clamp(-DECIDED, DECIDED);
        match (settled(best) - settled(value)) / self.0 {
            ..1 => None,
            1 => Some(Severity::Inaccuracy),
            2..=3 => Some(Severity::Mistake),
            4.. => Some(Severity::Blunder),
        }
    }
}

impl Severity {
    /// The glyph.
    pub fn nag(self) -> Nag {
        match self {
            Severity::Inaccuracy => Nag::DUBIOUS,
            Severity::Mistake => Nag::MISTAKE,
            Severity::Blunder => Nag::BLUNDER,
        }
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Severity::Inaccuracy => "Inaccuracy",
            Severity::Mistake => "Mistake",
            Severity::Blunder => "Blunder",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn losses_are_judged_by_the_margin() {
        let judge = |best, value| Margin(50).judge(Value::new(best), Value::new(value));
        assert_eq!(judge(30, -19), None);
        assert_eq!(judge(30, -20), Some(Severity::Inaccuracy));
        assert_eq!(judge(30, -70), Some(Severity::Mistake));
        assert_eq!(judge(30, -170), Some(Severity::Blunder));
        assert_eq!(judge(-30, 100), None, "the deeper search is the better one");
    }

    #[test]
    fn a_decided_game_stays_decided() {
        let margin = Margin::default();
        assert_eq!(margin.judge(Value::mate_in(3), Value::new(1500)), None);
        assert_eq!(margin.judge(Value::new(-1100), Value::mated_in(4)), None);
        assert_eq!(margin.judge(Value::new(0), Value::mated_in(4)), Some(Severity::Blunder));
    }
}
