//! The value of a search of the root.

use cleave_board::Value;

/// How to read a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The value is exact.
    Exact,
    /// The search failed high: the value is at least this.
    AtLeast,
    /// The search failed low: the value is at most this.
    AtMost,
}

/// The value of a search of the root.
#[derive(Clone, Copy, Debug)]
pub struct RootValue {
    /// The value, exact or a bound.
    pub(crate) value: Value,
    /// Alpha and beta of the search that found it: the requested window, or the own window of a worker that searches
    /// the root by itself.
    pub(crate) window: (Value, Value),
}

impl RootValue {
    /// Returns how to read the value.
    pub(crate) fn verdict(&self) -> Verdict {
        match self.window {
            (alpha, _) if self.value <= alpha => Verdict::AtMost,
            (_, beta) if self.value >= beta => Verdict::AtLeast,
            _ => Verdict::Exact,
        }
    }
}
