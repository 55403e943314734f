//! How long a test is, and what its dice begin with.

/// A number of rounds: quick by default, `CLEAVE_SOAK` times as many for a soak.
pub(crate) fn rounds(quick: u64) -> u64 {
    let factor = std::env::var("CLEAVE_SOAK").ok().and_then(|text| text.parse().ok());
    quick * factor.unwrap_or(1)
}

/// What dice begin with: another number for each test, and another for each `CLEAVE_SEED`.
pub(crate) fn seed(test: u64) -> u64 {
    let seed = std::env::var("CLEAVE_SEED").ok().and_then(|text| text.parse::<u64>().ok());
    seed.map_or(test, |seed| seed.wrapping_mul(8) + test)
}
