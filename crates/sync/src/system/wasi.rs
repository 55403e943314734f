//! WebAssembly with a system interface (WASI), in one thread.

use std::sync::OnceLock;
use std::time::Duration;
pub use std::time::Instant;

use crate::atomic::AtomicU32;

/// Returns at once, for no reason: no other thread could wake a sleeper.
pub(crate) fn wait(_: &AtomicU32, _expected: u32, _timeout: Option<Duration>) {}

/// Does nothing: there are no sleepers.
pub(crate) fn wake(_: &AtomicU32, _count: u32) {}

/// Returns the time since the first call: the program has the processor for itself.
pub fn processor_time() -> Duration {
    static FIRST_CALL: OnceLock<Instant> = OnceLock::new();
    FIRST_CALL.get_or_init(Instant::now).elapsed()
}

/// Kills this module.
#[cfg(debug_assertions)]
pub(crate) fn die() {
    std::process::abort();
}
