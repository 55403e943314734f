//! Linux. Its futex has no flag PRIVATE here, so it works across processes.

use std::time::Duration;
pub use std::time::Instant;

use nix::time::ClockId;
#[cfg(not(loom))]
use rustix::thread::futex;

#[cfg(not(loom))]
use crate::atomic::AtomicU32;

/// Waits in the kernel's queue for this word.
#[cfg(not(loom))]
pub(crate) fn wait(word: &AtomicU32, expected: u32, timeout: Option<Duration>) {
    let timeout = timeout.map(|it| futex::Timespec::try_from(it).expect("a short time"));
    // Whatever the error (the word has changed, a signal, the time is up), the caller checks again.
    let _ = futex::wait(word, futex::Flags::empty(), expected, timeout.as_ref());
}

/// Wakes sleepers.
#[cfg(not(loom))]
pub(crate) fn wake(word: &AtomicU32, count: u32) {
    // The only error is a bad address.
    let _ = futex::wake(word, futex::Flags::empty(), count);
}

/// Returns the processor time of this process so far; zero if the system does not provide it.
pub fn processor_time() -> Duration {
    ClockId::CLOCK_PROCESS_CPUTIME_ID.now().map_or(Duration::ZERO, Duration::from)
}

/// Kills this process.
#[cfg(all(debug_assertions, not(loom)))]
pub(crate) fn die() {
    let _ = nix::sys::signal::raise(nix::sys::signal::Signal::SIGKILL);
}
