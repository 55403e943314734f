//! The seam: where an algorithm plugs in from outside.
//!
//! A user of Dynamic Tree Splitting needs nothing of this, and a reader of `dts/` can pass it by.

pub use crate::arena::{
    Alarm, Arena, Exclusive, Guard, LockContext, Locked, Mailbox, Memory, TeamState, Watch, map,
    order,
};
pub use crate::dts::{
    Block, BlockFlow, BlockGuard, Blocks, Body, Claims, DtsBlocks, DtsWorker, Extra, Flow, Hooks,
    JoinReason, Link, SplitWorker,
};
pub use crate::event::{Event, Meter};
pub use crate::ids::{BLOCKS_PER_WORKER, BlockId, WorkerMarks};
pub use crate::stepper::{Level, Live, NoHooks, Progress, StepHooks, Stepper, job_below};
pub use crate::team::{CancellationCheck, Peer, Strategies, Strategy, Team, Watchdog};
