//! What a worker does, deed by deed: noted only for those who record a search.
//!
//! A [`Use`](crate::meter::Use) is what an operation costs, a deed is what it means. The counters of a search
//! can be recomputed from its deeds, and so can the tree of split blocks at any moment, with the claims on
//! each and the workers inside.
//!
//! `node.rs` and this file name each other: a node says in numbers what it is about, among them the type that it is expected
//! to be.

use crate::ids::BlockId;
use crate::node::NodeType;

/// A piece of work in numbers. What they mean is up to the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Task {
    /// How the child is made from its parent; 0 at a root.
    pub action: u32,
    /// The window, as the child sees it.
    pub alpha: i32,
    /// The window, as the child sees it.
    pub beta: i32,
    /// Remaining depth, in plies.
    pub depth: i32,
    /// What the child is expected to be; `None` if the game does not tell.
    pub node_type: Option<NodeType>,
}

/// One thing that a worker has done. Values are those of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Deed {
    /// Takes part in a search of the root that it was not in before. Its counters begin at zero, but for the
    /// look at the job list that has found it work, which has taken a lock.
    Entered {
        /// Such looks: 0 or 1.
        looks: u8,
    },
    /// Put a root into a block: of the iteration under way, with a place for itself, or of the next one.
    Rooted {
        /// The block.
        block: BlockId,
        /// Position and window of the root.
        task: Task,
        /// It belongs to the next iteration, and nobody is inside.
        is_next: bool,
    },
    /// Put the child of its job into a block of its own pool.
    Made {
        /// The block.
        block: BlockId,
    },
    /// Wanted to, but its pool was empty.
    PoolEmpty,
    /// Took a place in a block: one more claim.
    Joined {
        /// The block.
        block: BlockId,
        /// It is the first other than its maker.
        is_first: bool,
    },
    /// Set out to work where it had no claim, and copies what it needs.
    Arrived,
    /// Copied what it needs for that.
    Copied {
        /// So many bytes.
        bytes_copied: u64,
    },
    /// Took a job: one more claim.
    Took {
        /// From this block; `None` if the algorithm has no blocks.
        block: Option<BlockId>,
        /// What is to be searched.
        task: Task,
        /// The confidence in the type of the node: its children that have been searched without a cutoff. `None`
        /// while one job has to follow the other, and without blocks.
        searched: Option<u16>,
    },
    /// Brought a result, which was taken in.
    Brought {
        /// To this block; `None` if the algorithm has no blocks.
        block: Option<BlockId>,
        /// The value of the child.
        value: i32,
        /// Bytes copied with it.
        bytes_copied: u64,
    },
    /// Brought a result that nobody wanted any more.
    Wasted,
    /// Is to search this for the job whose result it has just brought; the claim stays out.
    Again {
        /// The block.
        block: BlockId,
        /// What is to be searched.
        task: Task,
    },
    /// One claim less on this block.
    Returned {
        /// The block.
        block: BlockId,
    },
    /// Found the value of a block before all its jobs were back: a cutoff.
    Settled {
        /// The block.
        block: BlockId,
        /// Its value.
        value: i32,
    },
    /// Stopped all others that are below a settled block.
    StoppedOthers {
        /// The block.
        block: BlockId,
    },
    /// Takes the value of a block up: as the last one out, as its owner, or having settled it.
    Finished {
        /// The block.
        block: BlockId,
        /// Its value.
        value: i32,
    },
    /// Nobody wants the value of this block any more.
    Cancelled {
        /// The block.
        block: BlockId,
    },
    /// Gave a block back to its pool.
    Cleared {
        /// The block.
        block: BlockId,
    },
    /// Left a block that has work, with nobody inside.
    LeftOpen {
        /// The block.
        block: BlockId,
    },
    /// Holds no claim any more, and takes no part in the search until it joins again.
    Left,
    /// Gave up its job, which is of no use.
    Aborted,
    /// Waits for others, busy: at this block, as its owner, or for leaves.
    Waits {
        /// The block.
        block: Option<BlockId>,
    },
    /// Looked through the job list.
    Looked,
    /// Took locks.
    Locked {
        /// So many.
        times: u64,
    },
    /// Put off jobs because other workers were at them.
    Deferred {
        /// So many.
        jobs: u64,
    },
    /// The search of a root has come to its end; `None` if it was stopped.
    Concluded {
        /// The value.
        value: Option<i32>,
    },
}
