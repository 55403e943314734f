//! Input, signals and files by the calls of one system.
//!
//! | room | has | of |
//! |---|---|---|
//! | `linux`, `threads` | `Source` (input and signals), [`Interrupts`], [`Waiting`], `block_standard_streams` | a program of one thread, or of several |
//! | `unix`, `windows` | `files`: how files are opened and told apart; `programs` | the system |
//! | `wasi` | all of these | WebAssembly, where there are no signals, files or other programs |
//!
//! The flag `--cfg portable` builds on Linux what other systems have.

#[cfg(all(target_os = "linux", not(portable)))]
mod linux;
#[cfg(all(target_os = "linux", not(portable)))]
use linux as workers;

#[cfg(any(portable, not(any(target_os = "linux", target_os = "wasi"))))]
mod threads;
#[cfg(any(portable, not(any(target_os = "linux", target_os = "wasi"))))]
use threads as workers;

#[cfg(unix)]
mod unix;
#[cfg(unix)]
use unix as system;

#[cfg(windows)]
mod windows;
#[cfg(windows)]
use windows as system;

#[cfg(target_os = "wasi")]
mod wasi;
#[cfg(target_os = "wasi")]
use wasi::{self as system, self as workers};

/// The byte of Ctrl-C (ETX). In the input of a program on Windows it interrupts the program.
#[cfg(any(portable, not(any(target_os = "linux", target_os = "wasi"))))]
pub(crate) const INTERRUPT: u8 = 3;

pub(crate) use system::files;
pub use system::programs;
pub use workers::{Interrupts, Waiting, block_standard_streams};
pub(crate) use workers::{Source, is_ended_by_signal};
