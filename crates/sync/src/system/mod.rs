//! What the protocols ask of the system.
//!
//! | room | has | of |
//! |---|---|---|
//! | `linux`, `queues`, `page` | `wait` and `wake`, for [`Futex`](crate::Futex) | processes, threads, one thread |
//! | `unix`, `windows`, `page` | the clocks ([`clock`](crate::clock)); `die`, for [`chaos`](crate::chaos) | the system |
//!
//! The flag `--cfg portable` builds on Linux what other systems have.

#[cfg(all(target_os = "linux", not(any(portable, loom))))]
mod linux;
#[cfg(all(target_os = "linux", not(any(portable, loom))))]
pub(crate) use linux::{wait, wake};

#[cfg(all(any(portable, not(any(target_os = "linux", target_arch = "wasm32"))), not(loom)))]
mod queues;
#[cfg(all(any(portable, not(any(target_os = "linux", target_arch = "wasm32"))), not(loom)))]
pub(crate) use queues::{wait, wake};

#[cfg(unix)]
mod unix;
#[cfg(unix)]
pub use unix::*;

#[cfg(windows)]
mod windows;
#[cfg(windows)]
pub use windows::*;

#[cfg(target_arch = "wasm32")]
mod page;
#[cfg(target_arch = "wasm32")]
pub use page::*;
