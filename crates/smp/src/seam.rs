//! The seam: where an algorithm plugs in from outside, as those of `cleave-algorithms` do.
//!
//! A user of Dynamic Tree Splitting needs nothing of this, and a reader of `dts/` can pass it by. There are two doors.
//!
//! # A strategy
//!
//! An algorithm of any kind implements [`Strategy`], the steps of one worker: what may be shared, who may take it, who carries
//! the value up, and who iterates. [`Strategies`] makes such workers, and owns what they share besides the table of the game:
//! its [`Memory`]. A [`Team`] is generic over that; the rest of it is the same for all: threads and processes, waiting
//! for work, deaths, statistics. What a worker has whatever the strategy is its [`Peer`]: it
//! [joins](Peer::join) a search, [reports](Peer::report) what happens, [concludes](Peer::conclude) and
//! [leaves](Peer::leave). A strategy that searches node by node has a [`Stepper`] for it, and one that searches whole subtrees a
//! [`CancellationCheck`], which interrupts the recursive driver when nobody wants the value any more. What workers share lies behind
//! [`Locked`]s, in the [order of locks](order).
//!
//! # Other rules of splitting
//!
//! An algorithm that shares nodes need not be a strategy of its own. The [`SplitWorker`] of Dynamic Tree Splitting asks
//! [`Rules`]: which [`Block`]s may be joined and which first, which nodes become blocks, what a block is asked before a job is
//! taken, a result brought, a value taken up. The defaults are Dynamic Tree Splitting. What the rules keep in each
//! block is their [`Extra`].

pub use crate::arena::{
    Alarm, Arena, Exclusive, Guard, LockContext, Locked, Mailbox, Memory, TeamState, Watch, map,
    order,
};
pub use crate::dts::{
    AtBlock, Block, BlockFlow, BlockGuard, Blocks, Body, Claims, DtsBlocks, DtsWorker, Extra, Flow,
    JoinReason, Link, Rules, Sharing, SplitWorker,
};
pub use crate::event::{Event, Meter};
pub use crate::ids::{BLOCKS_PER_WORKER, BlockId, WorkerMarks};
pub use crate::stepper::{Level, Live, NoHooks, Progress, StepHooks, Stepper, job_below};
pub use crate::team::{CancellationCheck, Peer, Strategies, Strategy, Team, Watchdog};
