//! Values: hundredths of a soldier, for the side to move.

use cleave_tt::MateThreshold;

use crate::Verdict;

/// More than any value.
pub const INFINITE: i32 = 31_000;
/// The value of a mate at the root; a mate in `n` plies is `n` less.
pub const MATE: i32 = 30_000;
/// A win by the rules of repetition is worth so much less than a mate.
const BY_RULE: i32 = 500;
/// Values from here on are won.
const DECIDED: i32 = 29_000;

/// Won and lost positions are stored relative to the node.
pub(crate) const MATES: MateThreshold = MateThreshold::new(DECIDED as i16);

/// True for a mate, or a win or loss by the rules.
pub const fn is_decided(value: i32) -> bool {
    value.abs() >= DECIDED
}

/// The side to move has lost at this ply.
pub(crate) const fn lost_at(ply: usize) -> i32 {
    ply as i32 - MATE
}

/// What a repetition is worth at this ply.
pub(crate) const fn of_verdict(verdict: Verdict, ply: usize) -> i32 {
    match verdict {
        Verdict::Win => MATE - BY_RULE - ply as i32,
        Verdict::Draw => 0,
        Verdict::Loss => lost_at(ply) + BY_RULE,
    }
}
