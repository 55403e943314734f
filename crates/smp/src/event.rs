//! Events that a worker reports.
//!
//! A worker reports each event once ([`Peer::report`](crate::generic::Peer)). Its counters are derived from the events
//! at once, and make the [statistics](crate::Stats). A program that measures also gets the events themselves, in order.
//! `cleave-virtual-time` charges each with its price in simulated time, and writes some of them into a recording.

use cleave_shared_memory::Plain;

use crate::ids::{BlockId, WorkerId};
use crate::node::{Node, NodeType};

/// Something that a worker has done. Values are from the point of view of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    // The worker within a search.
    /// Took part in a search of the root for the first time. Its counters begin at zero, except for the look at
    /// the job list that found it work, which took a lock.
    Entered {
        /// The number of such looks: 0 or 1.
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
    /// Ended the search of a root. `None` if the search was stopped.
    Concluded {
        /// The value.
        value: Option<i32>,
    },
    /// Responded to a call: looked along the chain of blocks.
    AttentionChecked,
    /// Looked, at a node of a private search, for an idle worker.
    DemandChecked,

    // Split blocks.
    /// Put a root into a block. The root of the iteration under way comes with a place for the worker.
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
    /// Copied other data, which no counter counts.
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
    /// Began to work in a place where it had no claim before.
    Arrived,
    /// Copied the data that it needs there.
    Copied {
        /// Bytes.
        bytes: u64,
    },
    /// Took a job: one more claim.
    JobTaken {
        /// The block. `None` if the algorithm has no blocks.
        block: Option<BlockId>,
        /// Remaining depth of the block.
        depth: i32,
        /// The task of the job.
        task: Task,
        /// The confidence in the type of the node: its number of children searched without a cutoff. `None` in a
        /// sequential phase, and without blocks.
        searched: Option<u16>,
    },
    /// Merged the result of a job into a block.
    ResultReturned {
        /// The block. `None` if the algorithm has no blocks.
        block: Option<BlockId>,
        /// The value of the child.
        value: i32,
        /// Bytes copied with it.
        bytes: u64,
    },
    /// Returned a result that was no longer needed.
    ResultWasted,
    /// Searches another task for the job whose result it has just returned. The claim stays out.
    Researching {
        /// The block.
        block: BlockId,
        /// The new task.
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
    /// Takes the value of a block to its parent: as the last worker out, as the owner, or after a cutoff.
    Finished {
        /// The block.
        block: BlockId,
        /// Its value.
        value: i32,
    },
    /// Cancelled a block whose value is no longer needed.
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
        /// The worker looked for a block to join, found this one not joinable, and released the lock at once.
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
        /// The number of pools.
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

    // Events of algorithms without split blocks.
    /// Put off jobs that other workers were searching.
    Deferred {
        /// The number of jobs.
        jobs: u64,
    },
    /// Read the marks that show where workers are, and set its own, which it will remove.
    MarksUsed {
        /// The number of marks.
        marks: u32,
    },
    /// Interrupted a search that it will continue later.
    Suspended,
    /// Locked an entry of a table whose entries have locks. No counter counts it.
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

/// A cache line that one worker or several write and others read. Only one core has it for writing at a time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SharedLine {
    /// The marks of workers that have found no work.
    IdleMarks,
    /// The marks of pools that may hold joinable blocks.
    PoolMarks,
    /// The place of this worker. Only this worker writes the line.
    Whereabouts(WorkerId),
    /// The first line of this worker's trail. Only this worker writes it.
    Trail(WorkerId),
    /// The marks of owners that wait for their clients and would join any block.
    OwnerMarks,
}

/// A piece of work in numbers, for programs that record a search. The game defines their meaning.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Task {
    /// The move or action that leads to the child; 0 at a root.
    pub action: u32,
    /// The window, as the child sees it.
    pub alpha: i32,
    /// The window, as the child sees it.
    pub beta: i32,
    /// Remaining depth, in plies.
    pub depth: i32,
    /// The expected type of the child. `None` if the game has no types.
    pub node_type: Option<NodeType>,
}

/// Describes nodes and values for a recording. Without a recording it describes nothing.
pub(crate) struct Tracer<N: Node> {
    /// See [`Traced::task`](crate::instrument::Traced::task).
    pub(crate) task: fn(&N, Option<&N::Job>) -> Task,
    /// See [`Traced::number`](crate::instrument::Traced::number).
    pub(crate) number: fn(N::Value) -> i32,
}

impl<N: Node> Default for Tracer<N> {
    fn default() -> Tracer<N> {
        Tracer { task: |_, _| Task::default(), number: |_| 0 }
    }
}

/// Counts the work of one worker in one search, from the look at the job list that led to its first job. Units are
/// counts, bytes and nanoseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Plain)]
pub struct Counters {
    /// The number of the search.
    pub serial: u32,
    /// Nodes searched.
    pub nodes: u64,
    /// Nanoseconds between joining and leaving, summed.
    pub busy_ns: u64,
    /// Blocks made: nodes that others might have joined.
    pub offers: u64,
    /// Blocks that this worker was the first to join.
    pub splits: u64,
    /// Times it joined a block made by another worker, or a block that it had left.
    pub joins: u64,
    /// Jobs taken from a block.
    pub claims: u64,
    /// Jobs given up, and not continued later, because a cutoff elsewhere, or a stop, had made them useless.
    pub aborts: u64,
    /// Jobs finished whose result was no longer needed.
    pub wasted: u64,
    /// Cutoffs found while others were searching below the same block.
    pub cutoffs: u64,
    /// Jobs put off because another worker was searching them.
    pub deferrals: u64,
    /// Times it looked through the job list.
    pub scans: u64,
    /// Times it waited, while busy, for results of others.
    pub waits: u64,
    /// Times it went to sleep.
    pub sleeps: u64,
    /// Blocks not made because the pool was empty.
    pub pool_empty: u64,
    /// Locks taken.
    pub locks: u64,
    /// Bytes copied on joining (CopyToSMP).
    pub join_bytes: u64,
    /// Results returned to a block.
    pub reports: u64,
    /// Bytes copied with them (CopyFromSMP).
    pub report_bytes: u64,
}

impl Counters {
    /// Counts an event.
    #[inline]
    pub(crate) fn count(&mut self, event: Event) {
        match event {
            Event::Slept => self.sleeps += 1,
            Event::Waiting { .. } => self.waits += 1,
            Event::BlockMade { .. } => self.offers += 1,
            Event::PoolEmpty => self.pool_empty += 1,
            Event::Joined { is_first, .. } => self.splits += u64::from(is_first),
            Event::Arrived => self.joins += 1,
            Event::Copied { bytes } | Event::TaskCopied { bytes } => self.join_bytes += bytes,
            Event::JobTaken { .. } => self.claims += 1,
            Event::ResultReturned { bytes, .. } => {
                self.reports += 1;
                self.report_bytes += bytes;
            }
            Event::ResultWasted => self.wasted += 1,
            Event::StoppedOthers { .. } => self.cutoffs += 1,
            Event::Aborted => self.aborts += 1,
            Event::Locked { .. } => self.locks += 1,
            Event::Scanned { .. } => self.scans += 1,
            Event::Deferred { jobs } => self.deferrals += jobs,
            _ => {}
        }
    }
}

/// Records the events of a worker. It is off unless a program measures or the log requests events.
#[derive(Default)]
pub struct Meter {
    pub(crate) record: Record,
    /// The blocks that others have locked in simulated time when the step begins. The real locks are free then.
    pub(crate) locked: Vec<BlockId>,
}

/// Drops events, keeps them for a program that measures, or logs them for this worker.
#[derive(Default)]
pub(crate) enum Record {
    #[default]
    Off,
    Kept(Vec<Event>),
    Logged(WorkerId),
}

impl Meter {
    /// Records an event that no counter counts.
    #[inline]
    pub fn note(&mut self, event: Event) {
        match &mut self.record {
            Record::Off => {}
            Record::Kept(events) => events.push(event),
            Record::Logged(worker) => event.log(*worker),
        }
    }
}
