//! Split-point algorithms: nodes above the split frontier lie in blocks that all workers see, and
//! idle workers join some of them.
//!
//! What the algorithms have in common is here: the [block](Block) with its
//! [claims](claims::Claims), the pool of each worker, the job list, and the [worker](SplitWorker)
//! that moves step by step. What tells one from another is its [policy](SplitPolicy), a file in
//! `policies/`.

mod block;
pub(crate) mod claims;
mod job_list;
mod next_iteration;
mod policies;
mod policy;
mod pool;
mod release;
mod shared_window;
mod worker;

pub(crate) use block::{Block, Body, Link};
pub(crate) use next_iteration::TreeId;
pub(crate) use policies::{
    Dpvs, Dts, Epvs, Jamboree, MandatoryWorkFirst, PvSplit, RootOnly, TreeSplitting, Ybwc,
    YbwcHelpful,
};
pub(crate) use policy::{Candidate, Carrier, SplitPolicy, Standing};
pub(crate) use pool::Pool;
pub(crate) use worker::SplitWorker;

pub(crate) use crate::ids::BlockId;
