//! The page of a browser, where one thread moves all workers.
#![allow(unsafe_code)]

use std::ops::Sub;
use std::time::Duration;

use crate::atomic::AtomicU32;

#[link(wasm_import_module = "page")]
unsafe extern "C" {
    /// Milliseconds since any moment, and no fewer than at the last call: `performance.now`.
    safe fn now() -> f64;
}

/// Returns at once, for no reason: no other thread could wake a sleeper.
pub(crate) fn wait(_: &AtomicU32, _expected: u32, _timeout: Option<Duration>) {}

/// Does nothing: there are no sleepers.
pub(crate) fn wake(_: &AtomicU32, _count: u32) {}

/// A moment on the page's clock; see [`std::time::Instant`].
#[derive(Clone, Copy, Debug)]
pub struct Instant(Duration);

impl Instant {
    /// Returns this moment.
    pub fn now() -> Instant {
        Instant(processor_time())
    }

    /// Returns the time since this moment.
    pub fn elapsed(&self) -> Duration {
        processor_time().saturating_sub(self.0)
    }
}

impl Sub for Instant {
    type Output = Duration;

    /// Returns the time from another moment to this one, or none if that is later.
    fn sub(self, other: Instant) -> Duration {
        self.0.saturating_sub(other.0)
    }
}

/// Returns the time on the page's clock: the page has the processor for itself.
pub fn processor_time() -> Duration {
    Duration::try_from_secs_f64(now() / 1000.0).unwrap_or_default()
}

/// Kills this module.
#[cfg(debug_assertions)]
pub(crate) fn die() {
    std::process::abort();
}
