//! Windows.
#![allow(unsafe_code)]

mod queues;

use std::time::Duration;
pub use std::time::Instant;

use windows_sys::Win32::Foundation::FILETIME;
use windows_sys::Win32::System::Threading::{GetCurrentProcess, GetProcessTimes};

pub(crate) use queues::{wait, wake};

/// Returns the processor time of this process so far; zero if the system does not provide it.
pub fn processor_time() -> Duration {
    let [mut begin, mut end, mut kernel, mut user] = [FILETIME::default(); 4];
    // SAFETY: the handle of this process is always valid, and the four places live until the call returns.
    let filled = unsafe {
        GetProcessTimes(GetCurrentProcess(), &mut begin, &mut end, &mut kernel, &mut user)
    };
    if filled == 0 { Duration::ZERO } else { duration(kernel) + duration(user) }
}

/// Converts a time in units of 100 ns.
fn duration(time: FILETIME) -> Duration {
    let units = u64::from(time.dwHighDateTime) << 32 | u64::from(time.dwLowDateTime);
    Duration::from_nanos(100 * units)
}

/// Kills this process.
#[cfg(debug_assertions)]
pub(crate) fn die() {
    std::process::abort();
}
