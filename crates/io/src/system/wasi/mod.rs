//! WebAssembly with a system interface (WASI): standard input and a clock, but no signals, files or other programs.

pub(crate) mod files;
mod interrupts;
pub mod programs;
mod source;
#[path = "../threads/waiting.rs"]
mod waiting;

pub use interrupts::Interrupts;
pub(crate) use source::Source;
pub(crate) use waiting::is_ended_by_signal;
pub use waiting::{Waiting, block_standard_streams};
