//! How long a test is, and its seed.

use cleave_algorithms::Algorithm;
use cleave_smp::random::mix;

/// Returns a number of rounds: `quick` by default, `CLEAVE_SOAK` times that for a soak.
pub(crate) fn rounds(quick: u64) -> u64 {
    quick * number("CLEAVE_SOAK").unwrap_or(1)
}

/// Returns the seed of a test: different for each test and each `CLEAVE_SEED`.
pub(crate) fn seed(test: u64) -> u64 {
    number("CLEAVE_SEED").map_or(test, |seed| seed.wrapping_mul(8) + test)
}

/// Returns the seed of a test that runs every algorithm. It differs between the algorithms, so that they do not all
/// meet the same events.
pub(crate) fn seed_of(test: u64, algorithm: Algorithm) -> u64 {
    mix(seed(test) << 8 | algorithm.index() as u64)
}

/// Returns a variable's value. A text that is no number must not pass for a soak that was none.
pub(crate) fn number(variable: &str) -> Option<u64> {
    let text = std::env::var(variable).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{variable} is a number, not {text}")))
}
