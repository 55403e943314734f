//! Unix systems whose workers are threads.

#[cfg(not(loom))]
#[cfg_attr(miri, path = "yielding.rs")]
mod queues;

use std::time::Duration;
pub use std::time::Instant;

use nix::time::ClockId;

#[cfg(not(loom))]
pub(crate) use queues::{wait, wake};

/// Returns the processor time of this process so far; zero if the system does not provide it.
pub fn processor_time() -> Duration {
    ClockId::CLOCK_PROCESS_CPUTIME_ID.now().map_or(Duration::ZERO, Duration::from)
}

/// Kills this process.
#[cfg(all(debug_assertions, not(loom)))]
pub(crate) fn die() {
    let _ = nix::sys::signal::raise(nix::sys::signal::Signal::SIGKILL);
}
