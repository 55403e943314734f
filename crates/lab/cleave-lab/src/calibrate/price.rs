//! Parts that all measurements of prices use.

use cleave_virtual_time::virtual_time::Ticks;

/// Size of the table, in MiB.
pub(super) const HASH: usize = 64;

/// Returns a price of at least 1 ns, because nothing is free.
pub(super) fn ticks(nanoseconds: f64) -> Ticks {
    Ticks(nanoseconds.round().max(1.0) as u64)
}
