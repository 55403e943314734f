//! The value of a playout.

use crate::game::Outcome;

/// A value between a loss and a win, in units of 1/4096 of a win.
///
/// Values are whole numbers, so that their sum does not depend on the order in which workers add
/// them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Value(u16);

impl Value {
    /// 0.
    pub const LOSS: Value = Value(0);
    /// One half.
    pub const DRAW: Value = Value(Self::UNITS / 2);
    /// 1.
    pub const WIN: Value = Value(Self::UNITS);
    /// The number of units in a win.
    pub(crate) const UNITS: u16 = 4096;

    /// Returns the value nearest to a share of a win. A share below 0 is a loss, a share above 1 a
    /// win. A share that is not a number counts as a draw.
    ///
    /// ```
    /// use cleave_mcts::Value;
    /// assert_eq!(Value::of_share(0.5), Value::DRAW);
    /// assert_eq!(Value::of_share(7.0), Value::WIN);
    /// ```
    pub fn of_share(share: f64) -> Value {
        let share = if share.is_nan() { 0.5 } else { share.clamp(0.0, 1.0) };
        Value((share * f64::from(Self::UNITS)).round() as u16)
    }

    /// Returns the value as a share of a win, 0 to 1.
    pub fn share(self) -> f64 {
        f64::from(self.0) / f64::from(Self::UNITS)
    }

    /// Returns the value for the opponent.
    #[must_use]
    pub fn of_opponent(self) -> Value {
        Value(Self::UNITS - self.0)
    }

    pub(crate) fn units(self) -> u64 {
        self.0.into()
    }
}

/// Returns an approximation of e to the power of `x`. The standard library's function may differ
/// between machines.
///
/// ```
/// assert!((cleave_mcts::exp(1.0) - 2.718).abs() < 0.01);
/// ```
pub fn exp(x: f64) -> f64 {
    (0..10).fold((1.0 + x / 1024.0).max(0.0), |power, _| power * power)
}

impl From<Outcome> for Value {
    fn from(outcome: Outcome) -> Value {
        match outcome {
            Outcome::Win => Value::WIN,
            Outcome::Draw => Value::DRAW,
            Outcome::Loss => Value::LOSS,
        }
    }
}
