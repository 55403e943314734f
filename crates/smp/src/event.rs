//! What happens to a worker, event by event.
//!
//! A worker reports each event once ([`Peer::report`](crate::generic::Peer)). Its counters are derived from the events at
//! once. A program that measures also gets the events themselves, in order: `cleave-smp-lab` charges each with its price
//! in simulated time, and writes some of them into a recording.

use crate::ids::{BlockId, WorkerId};
use crate::instrument::Task;

/// Something that a worker has done. Values are from the point of view of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    // The worker in the search.
    /// Took part in a search of the root for the first time. Its counters begin at zero, except for the look at
    /// the job list that found it work, which took a lock.
    Entered {
        /// Such looks: 0 or 1.
        looks: u8,
    },
    /// Released its last claim and became idle.
    Left,
    /// Went to sleep, with nothing to do.
    Slept,
    /// Waits for other workers while it counts as busy: as the owner of this block, or for leaves.
    Waiting {
        /// The block.
        block: Option<BlockId>,
    },
    /// Ended the search of a root; `None` if the search was stopped.
    Concluded {
        /// The value.
        value: Option<i32>,
    },
    /// Responded to a call: looked along the chain of blocks.
    AttentionChecked,
    /// Looked, at a node of a private search, for an idle worker.
    DemandChecked,

    // Split blocks.
    /// Put a root into a block: of the iteration under way, with a place for itself, or of the next one.
    RootMade {
        /// The block.
        block: BlockId,
        /// Position and window of the root.
        task: Task,
        /// The root belongs to the next iteration, and no worker is inside.
        is_next: bool,
    },
    /// Put the child of its job into a block of its own pool.
    BlockMade {
        /// The block.
        block: BlockId,
    },
    /// Found no free block in its pool.
    PoolEmpty,
    /// Copied something else, which no counter counts.
    Moved {
        /// Bytes.
        bytes: u64,
    },
    /// Took a place in a block: one more claim.
    Joined {
        /// The block.
        block: BlockId,
        /// The worker is the first other than the block's maker.
        is_first: bool,
    },
    /// Began to work where it had no claim before.
    Arrived,
    /// Copied what it needs for that.
    Copied {
        /// Bytes.
        bytes: u64,
    },
    /// Took a job: one more claim.
    JobTaken {
        /// The block; `None` if the algorithm has no blocks.
        block: Option<BlockId>,
        /// Remaining depth of the block.
        depth: i32,
        /// What is to be searched.
        task: Task,
        /// The confidence in the type of the node: its children that have been searched without a cutoff. `None`
        /// while one job must follow the other, and without blocks.
        searched: Option<u16>,
    },
    /// Merged the result of a job into a block.
    ResultReturned {
        /// The block; `None` if the algorithm has no blocks.
        block: Option<BlockId>,
        /// The value of the child.
        value: i32,
        /// Bytes copied with it.
        bytes: u64,
    },
    /// Came with a result that was no longer wanted.
    ResultWasted,
    /// Searches another task for the job whose result it has just returned; the claim stays out.
    Researching {
        /// The block.
        block: BlockId,
        /// What is to be searched.
        task: Task,
    },
    /// Released a claim on a block.
    ClaimReleased {
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
    /// Stopped all other workers below a settled block.
    StoppedOthers {
        /// The block.
        block: BlockId,
    },
    /// Takes the value of a block to its parent: as the last one out, as the owner, or after a cutoff.
    Finished {
        /// The block.
        block: BlockId,
        /// Its value.
        value: i32,
    },
    /// Cancelled a block: its value is not wanted any more.
    Cancelled {
        /// The block.
        block: BlockId,
    },
    /// Returned a block to its pool.
    BlockFreed {
        /// The block.
        block: BlockId,
    },
    /// Left a block that has work, with no worker inside.
    BlockParked {
        /// The block.
        block: BlockId,
    },
    /// Gave up its job, which had become useless.
    Aborted,

    // Locks, the job list and signals.
    /// Took the lock of a block.
    Locked {
        /// The block.
        block: BlockId,
        /// The worker only looked for something to join, found nothing, and released the lock at once.
        is_glance: bool,
    },
    /// Failed to take the lock of a block, which another worker held.
    Refused,
    /// Looked through the job list for a block to join.
    Scanned {
        /// Pools looked into.
        pools: u32,
    },
    /// Looked into pools for another reason, which no counter counts.
    PoolsRead {
        /// How many.
        pools: u32,
    },
    /// Made a block joinable.
    Posted,
    /// Made a block no longer joinable.
    Withdrawn,
    /// Woke one sleeping worker.
    NotifiedOne,
    /// Woke all sleeping workers.
    NotifiedAll,
    /// Woke this worker, which waits as the owner of a block.
    OwnerWoken(WorkerId),
    /// Called all other workers.
    CalledAll,
    /// Called this worker.
    Called(WorkerId),
    /// Read a shared cache line.
    Read(SharedLine),
    /// Read the first line of each worker's trail.
    ReadTrails,
    /// Read each worker's whereabouts.
    ReadWhereabouts,
    /// Wrote a shared cache line.
    Wrote(SharedLine),

    // Only in algorithms that have no split blocks.
    /// Put off jobs that other workers were searching.
    Deferred {
        /// How many.
        jobs: u64,
    },
    /// Read marks that say where workers are, set its own, and will remove them.
    MarksUsed {
        /// How many.
        marks: u32,
    },
    /// Interrupted a search that it will take up again.
    Suspended,
    /// Locked an entry of a table that has a lock for each; no counter counts it.
    EntryLocked(BlockId),
    /// Wrote a task for others to read, under a lock.
    TaskWritten,
    /// Copied such a task, under the lock.
    TaskCopied {
        /// Bytes.
        bytes: u64,
    },
    /// Wrote the answer to such a task, under the lock.
    AnswerWritten {
        /// Bytes.
        bytes: u64,
    },
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
    /// The number of kinds of lines.
    pub const KINDS: usize = 4;

    /// Returns the kind of the line, below [`SharedLine::KINDS`].
    pub fn kind(self) -> usize {
        match self {
            SharedLine::IdleMarks => 0,
            SharedLine::PoolMarks => 1,
            SharedLine::Whereabouts(_) => 2,
            SharedLine::Trail(_) => 3,
        }
    }
}

/// The events of one step, in order. Off unless a program measures.
#[derive(Default)]
pub struct Meter {
    events: Option<Vec<Event>>,
    /// Blocks that others have locked when the step begins, in simulated time. The locks themselves are always free
    /// then: there every step is over before the next one begins.
    pub(crate) locked: Vec<BlockId>,
}

impl Meter {
    /// A meter that is on.
    pub fn on() -> Meter {
        Meter { events: Some(Vec::new()), ..Meter::default() }
    }

    /// Returns true if a program measures.
    pub fn is_on(&self) -> bool {
        self.events.is_some()
    }

    /// Keeps an event that no counter counts.
    #[inline]
    pub fn note(&mut self, event: Event) {
        if let Some(events) = &mut self.events {
            events.push(event);
        }
    }

    /// Returns true if another worker has this block locked in simulated time.
    #[inline]
    pub(crate) fn is_locked(&self, block: BlockId) -> bool {
        self.locked.contains(&block)
    }

    /// The events since the last time, in order.
    pub(crate) fn events(&self) -> &[Event] {
        self.events.as_deref().unwrap_or_default()
    }

    /// Takes them. Later ones are kept in `room`.
    pub fn exchange(&mut self, mut room: Vec<Event>) -> Vec<Event> {
        room.clear();
        self.events.replace(room).unwrap_or_default()
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
