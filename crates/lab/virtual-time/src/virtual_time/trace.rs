//! The trace of a run: a hash that identifies the run, and its events.

use serde::Serialize;

use super::ticks::Ticks;
use cleave_smp::WorkerId;

/// The activity of a worker.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
#[repr(u8)]
pub enum Activity {
    /// Nothing: it has found no work.
    Idle,
    /// Looking through the job list.
    Look,
    /// Joining a block: copying its state to work there.
    Join,
    /// Searching nodes.
    Search,
    /// Handing out jobs, merging results, backing values up.
    Split,
    /// Giving up a job that a cutoff elsewhere has made useless.
    Abort,
}

impl Activity {
    /// All, in order.
    pub const ALL: [Activity; 6] = [
        Activity::Idle,
        Activity::Look,
        Activity::Join,
        Activity::Search,
        Activity::Split,
        Activity::Abort,
    ];
}

/// A stretch of time that a worker has spent on one activity.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Event {
    /// The worker, from 0.
    pub worker: usize,
    /// The beginning.
    pub from: Ticks,
    /// The end.
    pub to: Ticks,
    /// Its activity.
    pub activity: Activity,
    /// Remaining depth of the block that its job is from; meaningless if it has none.
    pub depth: i32,
}

/// Records events as they happen.
pub(super) struct Trace {
    hash: u64,
    events: Vec<Event>,
    /// The most events to keep.
    room: usize,
    /// The last event of each worker, which the next may extend.
    last: Vec<Option<usize>>,
}

impl Trace {
    pub(super) fn new(workers: usize, room: usize) -> Trace {
        Trace { hash: 0, events: Vec::new(), room, last: vec![None; workers] }
    }

    /// Adds a step to the hash: which worker, when, and which position with which window.
    #[inline]
    pub(super) fn step(&mut self, id: WorkerId, at: Ticks, trace_key: u64) {
        for word in [id.index() as u64, at.0, trace_key] {
            self.hash = (self.hash ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            self.hash ^= self.hash >> 29;
        }
    }

    /// Equal for two runs if all their steps are equal, and practically only then.
    pub(super) fn hash(&self) -> u64 {
        self.hash
    }

    pub(super) fn note(&mut self, event: Event) {
        if self.room == 0 || event.from >= event.to {
            return;
        }
        let last = &mut self.last[event.worker];
        if let Some(before) = last.map(|index| &mut self.events[index])
            && (before.to, before.activity, before.depth)
                == (event.from, event.activity, event.depth)
        {
            before.to = event.to;
        } else if self.events.len() < self.room {
            *last = Some(self.events.len());
            self.events.push(event);
        }
    }

    pub(super) fn events(&self) -> &[Event] {
        &self.events
    }
}
