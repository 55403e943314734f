//! Linux, where the program has one thread and forks its workers.

mod signals;
mod source;
mod waiting;

/// [`Waiting`] waits for the writer of a named pipe.
pub(crate) const WAITS_FOR_WRITER: bool = true;

pub use signals::Interrupts;
pub(crate) use source::Source;
pub(crate) use waiting::is_ended_by_signal;
pub use waiting::{Waiting, block_standard_streams};
