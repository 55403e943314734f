//! What a step has used, and what it has done: recorded only in virtual time, where everything has its price.

use crate::deed::Deed;
use crate::ids::{BlockId, WorkerId};

/// An operation of a worker that takes time, other than searching nodes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Use {
    /// Took the lock of a block, to work there.
    Lock(BlockId),
    /// Took the lock of a block to join it, found nothing to join, and released it at once.
    Glance(BlockId),
    /// Failed to take the lock of a block, which another worker held.
    Refused,
    /// Put a node into the block just locked.
    Offer,
    /// Took a job from the block locked; remaining depth of the block.
    HandOut(i32),
    /// Merged a result of this many bytes into the block locked.
    Report(u64),
    /// Went to work at a block where it had no claim before.
    Join,
    /// Copied this many bytes in order to join.
    Copy(u64),
    /// Looked through the job list, at this many pools.
    Scan(u32),
    /// Looked at this many marks that say where workers are, put its own and will remove them.
    Marks(u32),
    /// Notified an idle worker.
    NotifyOne,
    /// Notified all idle workers.
    NotifyAll,
    /// Told this worker, which waits as the owner of a block, to look.
    Wake(WorkerId),
    /// Called all other workers.
    CallAll,
    /// Called this worker.
    Call(WorkerId),
    /// Responded to a call: looked along the chain of blocks.
    AttentionCheck,
    /// Looked, at a node of a search alone, whether somebody is idle.
    Demand,
    /// Found its job useless.
    Abort,
    /// A block has become joinable.
    Posted,
    /// A block is no longer joinable.
    Withdrawn,
    /// Read this line.
    Read(SharedLine),
    /// Wrote this line.
    Write(SharedLine),
}

/// A cache line that one worker writes and others read, or write as well: only one of them has it at a time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SharedLine {
    /// The marks of workers that have found nothing to do.
    IdleMarks,
    /// The marks of pools in which there may be something to join.
    PoolMarks,
    /// Where this worker is. It alone writes that.
    Whereabouts(WorkerId),
    /// The first line of this worker's trail. It alone writes that.
    Trail(WorkerId),
}

impl SharedLine {
    /// Kinds of lines.
    pub const KINDS: usize = 4;

    /// Which kind it is, below [`SharedLine::KINDS`].
    pub fn kind(self) -> usize {
        match self {
            SharedLine::IdleMarks => 0,
            SharedLine::PoolMarks => 1,
            SharedLine::Whereabouts(_) => 2,
            SharedLine::Trail(_) => 3,
        }
    }
}

/// The uses of one step, in order. Off in real time.
#[derive(Default)]
pub(crate) struct Meter {
    uses: Option<Vec<Use>>,
    /// Deeds, each behind so many uses; off unless the search is recorded.
    deeds: Option<Vec<(usize, Deed)>>,
    /// Blocks that others have locked when the step begins, in virtual time. The locks themselves
    /// are always free then: there every step is over before the next one begins.
    pub(crate) locked: Vec<BlockId>,
}

impl Meter {
    /// A meter that is on.
    pub(crate) fn on() -> Meter {
        Meter { uses: Some(Vec::new()), ..Meter::default() }
    }

    /// True in virtual time.
    pub(crate) fn is_on(&self) -> bool {
        self.uses.is_some()
    }

    #[inline]
    pub(crate) fn note(&mut self, used: Use) {
        if let Some(uses) = &mut self.uses {
            uses.push(used);
        }
    }

    /// Records deeds from now on.
    pub(crate) fn record_deeds(&mut self) {
        self.deeds = Some(Vec::new());
    }

    /// Notes what the worker has done.
    #[inline]
    pub(crate) fn tell(&mut self, deed: impl FnOnce() -> Deed) {
        if let Some(deeds) = &mut self.deeds {
            deeds.push((self.uses.as_ref().map_or(0, Vec::len), deed()));
        }
    }

    /// The deeds since the last time, in order, each with the number of uses before it.
    pub(crate) fn take_deeds(&mut self) -> Vec<(usize, Deed)> {
        self.deeds.as_mut().map(std::mem::take).unwrap_or_default()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_of_line_is_counted_by_itself() {
        let lines = [
            SharedLine::IdleMarks,
            SharedLine::PoolMarks,
            SharedLine::Whereabouts(WorkerId::MAIN),
            SharedLine::Trail(WorkerId::MAIN),
        ];
        let kinds = lines.map(SharedLine::kind);
        assert_eq!(kinds, std::array::from_fn::<_, { SharedLine::KINDS }, _>(|kind| kind));
        assert_eq!(SharedLine::Whereabouts(WorkerId::new(3)).kind(), kinds[2]);
    }
}
