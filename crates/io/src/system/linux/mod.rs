//! Linux, where the program has one thread and forks its workers.

mod signals;
mod source;
mod waiting;

pub use signals::Interrupts;
pub(crate) use source::Source;
pub(crate) use waiting::is_ended_by_signal;
pub use waiting::{Waiting, block_standard_streams};
