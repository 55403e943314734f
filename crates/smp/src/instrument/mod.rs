//! The instruments: they show the inside of the machine to programs that measure or check it.
//!
//! A search needs none of them. The crate `cleave-virtual-time` builds on it:
//!
//! | instrument | for |
//! |---|---|
//! | [`Worker::metered`](crate::Worker::metered) | taking the [events](Event) of a step: to charge for them in simulated time, to record them |
//! | [`Snapshot`] | checking the split blocks and the job list between two steps |
//! | [`Grain`] | steps of a node |
//! | [`Components`] | timing single operations |
//!
//! A game implements [`Traced`] to describe its nodes in numbers.

mod components;
mod event_log;
mod metered;
mod snapshot;
mod traced;

pub use components::Components;
pub use metered::{active_pools, busy_workers, clear_signals, recover, sleepers};
pub use snapshot::{BlockState, LockedState, Observed, Snapshot};
pub use traced::Traced;

pub use crate::event::{Event, SharedLine, Task};
pub use crate::ids::{BLOCKS_PER_WORKER, BlockId};
pub use crate::params::Grain;
