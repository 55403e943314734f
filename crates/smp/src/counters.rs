//! What one worker counts, event by event.

use std::ops::{AddAssign, SubAssign};

use cleave_shared_memory::Plain;

use crate::event::Event;

/// What one worker has done in one search, from the look at the job list that led to its first job.
/// Counts, bytes, nanoseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Plain)]
pub struct Counters {
    /// The search it belongs to.
    pub serial: u32,
    /// Nodes searched.
    pub nodes: u64,
    /// Nanoseconds between joining and leaving, summed.
    pub busy_ns: u64,
    /// Blocks made: nodes that others might have joined.
    pub offers: u64,
    /// Blocks that this worker was the first to join.
    pub splits: u64,
    /// Times it joined a block made by another, or left by itself.
    pub joins: u64,
    /// Jobs taken from a block.
    pub claims: u64,
    /// Jobs given up because a cutoff elsewhere, or a stop, had made them useless. A search that is left to
    /// be taken up again is not given up.
    pub aborts: u64,
    /// Jobs finished whose result was no longer wanted.
    pub wasted: u64,
    /// Cutoffs found while others were searching below the same block.
    pub cutoffs: u64,
    /// Jobs put off because another worker was at them.
    pub deferrals: u64,
    /// Times it looked through the job list.
    pub scans: u64,
    /// Times it waited, busy, for others: as the owner of a block for its clients, as the main worker of
    /// `aphid` for leaves.
    pub waits: u64,
    /// Times it went to sleep.
    pub sleeps: u64,
    /// Blocks that could not be had because the pool was empty.
    pub pool_empty: u64,
    /// Locks taken.
    pub locks: u64,
    /// Bytes copied on joining (CopyToSMP).
    pub join_bytes: u64,
    /// Results taken to a block.
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

/// Applies an operator to all counts of two accounts.
macro_rules! for_each_count {
    ($sum:ident $operator:tt $other:ident) => {
        $sum.nodes $operator $other.nodes;
        $sum.busy_ns $operator $other.busy_ns;
        $sum.offers $operator $other.offers;
        $sum.splits $operator $other.splits;
        $sum.joins $operator $other.joins;
        $sum.claims $operator $other.claims;
        $sum.aborts $operator $other.aborts;
        $sum.wasted $operator $other.wasted;
        $sum.cutoffs $operator $other.cutoffs;
        $sum.deferrals $operator $other.deferrals;
        $sum.scans $operator $other.scans;
        $sum.waits $operator $other.waits;
        $sum.sleeps $operator $other.sleeps;
        $sum.pool_empty $operator $other.pool_empty;
        $sum.locks $operator $other.locks;
        $sum.join_bytes $operator $other.join_bytes;
        $sum.reports $operator $other.reports;
        $sum.report_bytes $operator $other.report_bytes;
    };
}

impl SubAssign for Counters {
    /// What has been counted since an earlier account of the same worker.
    fn sub_assign(&mut self, earlier: Counters) {
        for_each_count!(self -= earlier);
    }
}

impl AddAssign for Counters {
    /// The sum of two accounts of one worker.
    fn add_assign(&mut self, other: Counters) {
        self.serial = other.serial;
        for_each_count!(self += other);
    }
}
