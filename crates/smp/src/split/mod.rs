//! Split-point algorithms: nodes above the split frontier lie in blocks that all workers see, and
//! idle workers join some of them.
//!
//! What the algorithms have in common is here: the [block](Block) with its
//! [claims](claims::Claims), the pool of each worker, the job list, and the [worker](SplitWorker)
//! that moves step by step. What tells one from another is its [policy](SplitPolicy), a file in
//! `policies/`.

pub(crate) mod active_pools;
#[cfg(not(loom))]
mod block;
pub(crate) mod claims;
pub(crate) mod free_map;
#[cfg(not(loom))]
mod job_list;
#[cfg(not(loom))]
mod next_iteration;
#[cfg(not(loom))]
mod policies;
#[cfg(not(loom))]
mod policy;
#[cfg(not(loom))]
mod pool;
#[cfg(not(loom))]
mod release;
#[cfg(not(loom))]
mod shared_window;
#[cfg(not(loom))]
mod worker;

#[cfg(not(loom))]
pub(crate) use block::{Block, Body, Link};
#[cfg(not(loom))]
pub(crate) use next_iteration::TreeId;
#[cfg(not(loom))]
pub(crate) use policies::{
    Dpvs, Dts, Epvs, Jamboree, MandatoryWorkFirst, PvSplit, RootOnly, TreeSplitting, Ybwc,
    YbwcHelpful,
};
#[cfg(not(loom))]
pub(crate) use policy::{Candidate, Carrier, SplitPolicy, Standing};
#[cfg(not(loom))]
pub(crate) use pool::Pool;
#[cfg(not(loom))]
pub(crate) use worker::SplitWorker;

#[cfg(not(loom))]
pub(crate) use crate::ids::BlockId;
