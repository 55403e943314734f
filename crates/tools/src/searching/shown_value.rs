//! Values as they are shown in files.

use std::fmt;
use std::ops::Neg;

use cleave_board::Value;
use serde::Serialize;

/// A value, with mates told apart from centipawns as UCI does it.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
pub enum ShownValue {
    /// Centipawns.
    #[serde(rename = "cp")]
    Centipawns(i32),
    /// Moves to mate, negative if it is the other side that mates; 0 if it has.
    #[serde(rename = "mate")]
    Mate(i32),
}

impl From<Value> for ShownValue {
    /// From and for the side to move.
    fn from(value: Value) -> ShownValue {
        match value.mate_distance() {
            Some(moves) => ShownValue::Mate(moves),
            None => ShownValue::Centipawns(value.get()),
        }
    }
}

impl Neg for ShownValue {
    type Output = ShownValue;

    fn neg(self) -> ShownValue {
        match self {
            ShownValue::Centipawns(number) => ShownValue::Centipawns(-number),
            ShownValue::Mate(moves) => ShownValue::Mate(-moves),
        }
    }
}

impl fmt::Display for ShownValue {
    /// Pawns with two decimals, or moves to mate as `#5` and `#-5`: as in the command `[%eval ...]` of
    /// PGN comments.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            ShownValue::Centipawns(number) => write!(f, "{:.2}", f64::from(*number) / 100.0),
            ShownValue::Mate(moves) => write!(f, "#{moves}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_counted_in_moves_of_the_side_to_move() {
        let shown = |value| ShownValue::from(value).to_string();
        assert_eq!(shown(Value::mate_in(5)), "#3");
        assert_eq!(shown(Value::mated_in(4)), "#-2");
        assert_eq!(shown(Value::new(-7)), "-0.07");
        // White is about to be mated: one move of Black's, and not none.
        assert_eq!((-ShownValue::from(Value::mate_in(1))).to_string(), "#-1");
    }
}
