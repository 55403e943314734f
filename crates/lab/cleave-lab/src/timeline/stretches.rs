//! The timeline of a search in virtual time: what every worker does, and when.

use cleave_virtual_time::virtual_time::{Activity, Event};
use serde::{Deserialize, Serialize};

use super::last_out::LastOut;

/// An interval of a search.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Timeline {
    pub(crate) id: String,
    pub(crate) fen: String,
    pub(crate) depth: u32,
    pub(crate) workers: usize,
    /// The time of the whole search, in nanoseconds.
    pub(crate) time: u64,
    /// Beginning and end of the stretch, in nanoseconds.
    pub(crate) window: (u64, u64),
    /// The moment to show at which the last one out finishes a block, if there is one.
    pub(crate) last_out: Option<LastOut>,
    /// The stretches of each worker within the window, in order of time.
    pub(crate) stretches: Vec<Vec<Stretch>>,
}

/// Kind, beginning and end in nanoseconds, and the plies left at the block that the job is from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Stretch(pub(crate) Kind, pub(crate) u64, pub(crate) u64, pub(crate) i32);

/// The kinds of activity that the picture shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Kind {
    /// Searching below a block.
    Work,
    /// Joining a block.
    Join,
    /// Aborting a job.
    Abort,
}

impl Timeline {
    /// Returns the events within a window, worker by worker. Consecutive work at one depth is merged.
    pub(crate) fn stretches(
        workers: usize,
        events: &[Event],
        (from, to): (u64, u64),
    ) -> Vec<Vec<Stretch>> {
        let mut rows: Vec<Vec<Stretch>> = vec![Vec::new(); workers];
        for event in events {
            let kind = match event.activity {
                Activity::Idle | Activity::Look => continue,
                Activity::Search | Activity::Split => Kind::Work,
                Activity::Join => Kind::Join,
                Activity::Abort => Kind::Abort,
            };
            let (begin, end) = (event.from.0.max(from), event.to.0.min(to));
            if begin >= end {
                continue;
            }
            let row = &mut rows[event.worker];
            match row.last_mut() {
                Some(Stretch(Kind::Work, _, last, height))
                    if kind == Kind::Work && *last == begin && *height == event.depth =>
                {
                    *last = end;
                }
                _ => row.push(Stretch(kind, begin, end, event.depth)),
            }
        }
        rows
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cleave_virtual_time::virtual_time::Ticks;

    fn event(worker: usize, from: u64, to: u64, activity: Activity, height: i32) -> Event {
        Event { worker, from: Ticks(from), to: Ticks(to), activity, depth: height }
    }

    #[test]
    fn work_is_merged_and_clipped_to_the_window() {
        let events = [
            event(0, 0, 10, Activity::Search, 5),
            event(0, 10, 12, Activity::Split, 5),
            event(1, 3, 6, Activity::Join, 5),
            event(1, 6, 9, Activity::Idle, 5),
            event(0, 12, 40, Activity::Search, 4),
            event(1, 31, 40, Activity::Abort, 4),
        ];
        let rows = Timeline::stretches(2, &events, (5, 30));
        assert_eq!(rows[0], [Stretch(Kind::Work, 5, 12, 5), Stretch(Kind::Work, 12, 30, 4)]);
        assert_eq!(rows[1], [Stretch(Kind::Join, 5, 6, 5)]);
    }
}
