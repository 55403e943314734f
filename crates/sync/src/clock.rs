//! The system's clocks, or on the web the page's clock.

#[cfg(target_arch = "wasm32")]
pub use of_the_page::{Instant, processor_time};
#[cfg(not(target_arch = "wasm32"))]
pub use of_the_system::{Instant, processor_time};

#[cfg(not(target_arch = "wasm32"))]
mod of_the_system {
    use std::time::Duration;
    pub use std::time::Instant;

    use nix::time::ClockId;

    /// Returns the processor time of this process so far, or zero if the system does not provide
    /// it.
    pub fn processor_time() -> Duration {
        ClockId::CLOCK_PROCESS_CPUTIME_ID.now().map_or(Duration::ZERO, Duration::from)
    }
}

#[cfg(target_arch = "wasm32")]
#[allow(unsafe_code)]
mod of_the_page {
    use std::time::Duration;

    #[link(wasm_import_module = "page")]
    unsafe extern "C" {
        /// Returns milliseconds since some fixed moment, never fewer than at the last call:
        /// `performance.now`.
        safe fn now() -> f64;
    }

    /// A moment on the page's clock; see [`std::time::Instant`].
    #[derive(Clone, Copy, Debug)]
    pub struct Instant(Duration);

    impl Instant {
        /// Returns the current moment.
        pub fn now() -> Instant {
            Instant(processor_time())
        }

        /// Returns the time since this moment.
        pub fn elapsed(&self) -> Duration {
            processor_time().saturating_sub(self.0)
        }
    }

    /// Returns the time on the page's clock. It replaces processor time because the page has the
    /// processor for itself.
    pub fn processor_time() -> Duration {
        Duration::try_from_secs_f64(now() / 1000.0).unwrap_or_default()
    }
}
