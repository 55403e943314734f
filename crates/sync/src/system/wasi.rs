//! WebAssembly with a system interface (WASI).

#[cfg_attr(wasi_threads, path = "parked.rs")]
#[cfg_attr(not(wasi_threads), path = "sleepless.rs")]
mod sleep;

use std::sync::OnceLock;
use std::time::Duration;
pub use std::time::Instant;

pub(crate) use sleep::{wait, wake};

/// Returns the time since the first call: nothing reports the time that the processors have spent.
pub fn processor_time() -> Duration {
    static FIRST_CALL: OnceLock<Instant> = OnceLock::new();
    FIRST_CALL.get_or_init(Instant::now).elapsed()
}

/// Kills this module.
#[cfg(debug_assertions)]
pub(crate) fn die() {
    std::process::abort();
}
