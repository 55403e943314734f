//! Dynamic Tree Splitting: nodes above the split frontier lie in blocks that all workers see, and
//! the idle choose which of them to join.
//!
//! | question | answer |
//! |---|---|
//! | What may be shared? | the children of a block, as soon as its type and confidence allow it |
//! | Who may take it? | whoever is idle; it chooses the block of highest priority in the job list |
//! | Who carries the value up? | the worker that brings back the last claim, or the cutoff |
//! | Who iterates? | the main worker |

pub(crate) mod active_pools;
#[cfg(not(loom))]
mod block;
pub(crate) mod claims;
#[cfg(not(loom))]
mod dive;
pub(crate) mod free_map;
#[cfg(not(loom))]
mod job_list;
#[cfg(not(loom))]
mod pool;
#[cfg(not(loom))]
mod worker;

#[cfg(not(loom))]
pub(crate) use block::{Block, Body, Link};
#[cfg(not(loom))]
pub(crate) use pool::Pool;
#[cfg(not(loom))]
pub(crate) use worker::DtsWorker;

#[cfg(not(loom))]
pub(crate) use crate::ids::BlockId;
