//! How long a test is.

/// A number of rounds: quick by default, `CLEAVE_SOAK` times as many for a soak.
pub(crate) fn rounds(quick: u64) -> u64 {
    let factor = std::env::var("CLEAVE_SOAK").ok().and_then(|text| text.parse().ok());
    quick * factor.unwrap_or(1)
}
