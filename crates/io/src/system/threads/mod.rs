//! Systems whose workers are threads. One more thread reads the input.

mod interrupts;
mod source;
mod waiting;

/// Only opening waits for the writer of a named pipe: a read without one ends at once.
#[cfg(unix)]
pub(crate) const WAITS_FOR_WRITER: bool = false;

pub use interrupts::Interrupts;
pub(crate) use source::Source;
pub(crate) use waiting::is_ended_by_signal;
pub use waiting::{Waiting, block_standard_streams};
