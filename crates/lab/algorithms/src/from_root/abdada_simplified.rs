//! `abdada-simplified`: a job that another worker is searching is put off.
//!
//! T. Kerrigan, "Simplified ABDADA" (2017), a simplification of [`abdada`](super::abdada) that leaves the transposition
//! table alone. A small separate table lists the (position, move) pairs that are being searched. A worker checks it
//! before it begins a job. If another worker has the job, it is put off until all other jobs of the node are done. By
//! then its result is mostly in the table.
//!
//! | question | answer |
//! |---|---|
//! | What may be shared? | nothing but the table of busy jobs; the game shares a transposition table |
//! | Who may take it? | everybody searches everything that the transposition table does not answer |
//! | Who carries the value up? | every worker for itself; the first to finish the root concludes the search |
//! | Who iterates? | the main worker; each search of the root is one of all workers |
//!
//! No worker waits, except at the end until all have noticed that the root is finished.
//!
//! ```text
//!   worker 0   a ── b ────── d ── (c) ── (e)   at c: worker 1 is there, so d first
//!   worker 1   a ── c ── e ────── (b) ── (d)   at b: worker 0 is there, so c first
//!                                              (b) to (e): answered by the table
//! ```
//!
//! As in the source, the first job of a node is never put off, nor is any job below depth 3. The mark is removed as
//! soon as the first result of the job comes back, even if the job must then be searched again.
//!
//! There are two differences from the source. A mark belongs to one worker; in the source the first of several workers
//! to come back removes the mark for all. And a job that was put off is marked when its turn comes; in the source it is
//! not.
//!
//! A job that was put off is searched with its original depth and window; see [`abdada`](super::abdada).

use cleave_smp::WorkerId;

use super::busy_jobs::{self, BusyJobs};
use super::exclusion::{Exclusion, Mark};
use super::plan::AsAsked;
use super::{Rules, SharedRoot};
use crate::traits::{Keys, OwnRoot};

/// Jobs of nodes of at least this remaining depth are marked and put off: Kerrigan's `DEFER_DEPTH`.
/// Below it, putting off costs more than searching twice.
const LEAST_DEPTH: i32 = 3;

pub(crate) fn rules<'a, N: OwnRoot + Keys>(
    shared: &'a SharedRoot<N>,
    who: WorkerId,
) -> Rules<'a, N> {
    let marks = JobMarks::new(&shared.busy_jobs, who);
    Rules { plan: Box::new(AsAsked), exclusion: Box::new(marks) }
}

/// Marks jobs as this worker's.
pub(super) struct JobMarks<'a> {
    busy_jobs: &'a BusyJobs,
    who: WorkerId,
}

impl<'a> JobMarks<'a> {
    pub(super) fn new(busy_jobs: &'a BusyJobs, who: WorkerId) -> JobMarks<'a> {
        JobMarks { busy_jobs, who }
    }
}

impl<N: OwnRoot + Keys> Exclusion<N> for JobMarks<'_> {
    fn job_mark(&self, node: &N, job: &N::Job) -> Option<Mark> {
        let key = if node.depth() >= LEAST_DEPTH { node.job_key(job) } else { None };
        key.map(|key| busy_jobs::mark(key, self.who))
    }

    fn is_busy(&self, mark: Mark) -> bool {
        self.busy_jobs.is_busy(mark)
    }

    fn put(&self, mark: Mark) {
        self.busy_jobs.put(mark);
    }

    fn remove(&self, mark: Mark) {
        self.busy_jobs.remove(mark);
    }
}
