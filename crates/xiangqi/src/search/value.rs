//! Values: hundredths of a soldier, for the side to move.

use cleave_tt::MateThreshold;

use crate::Verdict;

/// A number above all values.
pub const INFINITE: i32 = 31_000;
/// The value of a mate at the root. A mate in `n` plies has `n` less.
pub const MATE: i32 = 30_000;
/// The amount by which a win by the rules of repetition is worth less than a mate.
const BY_RULE: i32 = 500;
/// The smallest won value.
const DECIDED: i32 = 29_000;

/// The threshold of values that the table stores relative to the node.
pub(crate) const MATES: MateThreshold = MateThreshold::new(DECIDED as i16);

/// Returns true for a mate, or a win or loss by the rules.
pub const fn is_decided(value: i32) -> bool {
    value.abs() >= DECIDED
}

/// Returns the value if the side to move has lost at this ply.
pub(crate) const fn lost_at(ply: usize) -> i32 {
    ply as i32 - MATE
}

/// Returns the value of a repetition at this ply.
pub(crate) const fn of_verdict(verdict: Verdict, ply: usize) -> i32 {
    match verdict {
        Verdict::Win => MATE - BY_RULE - ply as i32,
        Verdict::Draw => 0,
        Verdict::Loss => lost_at(ply) + BY_RULE,
    }
}
