//! Memory by the calls of one system. Each room has the same interface:
//!
//! * `Map`: memory that is unmapped when dropped;
//! * `map`: maps zeros, and returns the distance of the first large page from the start;
//! * `collapse`: puts large pages under a mapping;
//! * `available_memory`.
//!
//! The flag `--cfg portable` builds on Linux what other systems have.

#[cfg(any(miri, target_arch = "wasm32"))]
mod heap;
#[cfg(any(miri, target_arch = "wasm32"))]
use heap as this;

#[cfg(all(target_os = "linux", not(any(miri, portable))))]
mod linux;
#[cfg(all(target_os = "linux", not(any(miri, portable))))]
use linux as this;

#[cfg(all(target_os = "windows", not(miri)))]
mod windows;
#[cfg(all(target_os = "windows", not(miri)))]
use windows as this;

#[cfg(all(
    any(portable, not(any(target_os = "linux", target_os = "windows", target_arch = "wasm32"))),
    not(miri)
))]
mod elsewhere;
#[cfg(all(
    any(portable, not(any(target_os = "linux", target_os = "windows", target_arch = "wasm32"))),
    not(miri)
))]
use elsewhere as this;

pub(crate) use this::{Map, collapse, map};

/// Returns the bytes that this process can use without swapping or being killed, or `None` if the system does not report
/// them.
pub fn available_memory() -> Option<u64> {
    this::available_memory()
}
