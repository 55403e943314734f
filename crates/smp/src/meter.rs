//! What a step has used: written down only where time is virtual and all must be paid for.

use crate::ids::{BlockId, WorkerId};

/// Something that a worker has done and that takes time, other than searching nodes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Use {
    /// Took the lock of a block, to work there.
    Lock(BlockId),
    /// Took the lock of a block for a moment, to read or write a word or two.
    Glance(BlockId),
    /// Tried to take the lock of a block that another worker had.
    Refused,
    /// Put a node into the block just locked.
    Offer,
    /// Took a job from the block locked; remaining depth of the block.
    HandOut(i32),
    /// Merged a result of this many bytes into the block locked.
    Report(u64),
    /// Went to work at a block where it had no claim before.
    Join,
    /// Copied so many bytes for that.
    Copy(u64),
    /// Looked through the job list, into so many pools.
    Scan(u32),
    /// Rang for an idle worker.
    Ring,
    /// Told this worker, which waits as the owner of a block, to look.
    Wake(WorkerId),
    /// Called all the others.
    CallAll,
    /// Heeded a call: looked along the chain of blocks.
    AttentionCheck,
    /// Found its job useless.
    Abort,
    /// A block has become joinable.
    Posted,
    /// A block is joinable no longer.
    Withdrawn,
}

/// The uses of one step, in order. Off for workers whose time passes by itself.
#[derive(Default)]
pub(crate) struct Meter {
    uses: Option<Vec<Use>>,
    /// Blocks that others have locked when the step begins, in virtual time. The locks themselves
    /// are always free then: there every step is over before the next one begins.
    pub(crate) locked: Vec<BlockId>,
}

impl Meter {
    /// A meter that is on.
    pub(crate) fn on() -> Meter {
        Meter { uses: Some(Vec::new()), locked: Vec::new() }
    }

    #[inline]
    pub(crate) fn note(&mut self, used: Use) {
        if let Some(uses) = &mut self.uses {
            uses.push(used);
        }
    }

    /// True if another worker has this block locked in virtual time.
    #[inline]
    pub(crate) fn is_locked(&self, block: BlockId) -> bool {
        self.locked.contains(&block)
    }

    /// What has been used since the last time, in order. `room` is where to write from now on.
    pub(crate) fn exchange(&mut self, mut room: Vec<Use>) -> Vec<Use> {
        room.clear();
        self.uses.replace(room).unwrap_or_default()
    }
}
