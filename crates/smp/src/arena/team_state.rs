//! The state of the whole team, and the alarm: a worker has died, and all others abandon what they are doing.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use cleave_shared_memory::{Plain, Shareable};
use cleave_sync::{EventCount, Futex};
use crossbeam_utils::CachePadded;

use super::locked::{Exclusive, Locked, order};
use crate::ids::{TreeId, WorkerMarks};
use crate::node::Node;
use crate::params::Params;

/// The state of the whole team.
#[derive(Shareable)]
#[repr(C)]
pub struct TeamState<N: Node> {
    /// On while the team recovers from a death.
    pub alarm: Alarm,
    /// Number of the search under way, or of the last.
    serial: AtomicU32,
    /// Workers in the team.
    team_size: AtomicU32,
    /// The tree of the iteration under way: 0 or 1.
    under_way: AtomicU32,
    /// The tree of the next iteration has been begun, and neither adopted nor given up.
    has_next: AtomicBool,
    /// That tree has been cut short.
    is_next_stopped: AtomicBool,
    /// The number of the first search that the counters cover. The searches after it were adopted.
    counted_from: AtomicU32,
    /// By tree: true until its value is known.
    is_wanted: [AtomicBool; 2],
    event_count: CachePadded<EventCount>,
    /// Workers that have found nothing to do in the iteration under way; see `whereabouts.rs`.
    idle_marks: CachePadded<WorkerMarks>,
    pub(crate) search_setup: Locked<SearchSetup<N>, { order::SEARCH_SETUP }>,
    /// By tree.
    outcomes: [Locked<RootOutcome<N>, { order::OUTCOME }>; 2],
}

/// The data that a worker needs to take part in a search.
#[derive(Clone, Copy, Plain)]
pub(crate) struct SearchSetup<N: Node> {
    pub(crate) setup: N::Setup,
    pub(crate) params: Params,
}

/// The outcome of a search.
#[derive(Clone, Copy, Plain)]
pub struct RootOutcome<N: Node> {
    /// `None` if the search was stopped.
    pub value: Option<N::Value>,
    /// The best line at the root.
    pub line: N::Line,
    /// The window in which the value was found, if it is not the window of the root as requested.
    pub window: Option<Window>,
}

/// The window of a search: a value between its bounds is exact, and every other value is a bound.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Plain)]
pub struct Window {
    /// A value of at most this is an upper bound (the search fails low).
    pub alpha: i32,
    /// A value of at least this is a lower bound (the search fails high).
    pub beta: i32,
}

impl<N: Node> TeamState<N> {
    /// Returns the event count on which workers without work sleep.
    pub fn event_count(&self) -> &EventCount {
        &self.event_count
    }

    /// Returns the number of workers in the team.
    pub fn team_size(&self) -> usize {
        self.team_size.load(Ordering::Relaxed) as usize
    }

    pub(crate) fn set_team_size(&self, workers: usize) {
        self.team_size.store(workers as u32, Ordering::Relaxed);
    }

    /// Returns the number of the search under way. Relaxed: the caller takes part in that search, or begins it.
    #[inline]
    pub fn serial(&self) -> u32 {
        self.serial.load(Ordering::Relaxed)
    }

    /// Notes that a new search begins.
    pub(super) fn begin(&self) {
        // Nothing is posted now. If an algorithm has no next iteration, a snapshot shows the first tree.
        self.under_way.store(0, Ordering::Relaxed);
        self.is_wanted[self.under_way().index()].store(true, Ordering::Relaxed);
        let serial = self.serial.fetch_add(1, Ordering::Relaxed) + 1;
        self.counted_from.store(serial, Ordering::Relaxed);
    }

    /// Notes that the next iteration begins.
    pub(super) fn begin_next(&self) {
        self.is_wanted[self.under_way().other().index()].store(true, Ordering::Relaxed);
        self.is_next_stopped.store(false, Ordering::Relaxed);
        self.has_next.store(true, Ordering::Relaxed);
    }

    /// Notes that the value of a tree is known. The caller is inside the tree.
    pub(crate) fn note_value(&self, tree: TreeId) {
        self.is_wanted[tree.index()].store(false, Ordering::Release);
    }

    /// Returns true until the value of this tree is known.
    pub(super) fn is_wanted(&self, tree: TreeId) -> bool {
        self.is_wanted[tree.index()].load(Ordering::Acquire)
    }

    /// Returns the marks of workers that have found nothing to do.
    pub(crate) fn idle_marks(&self) -> &WorkerMarks {
        &self.idle_marks
    }

    /// Makes the next iteration the one under way. The main worker calls this after the iteration before has ended and
    /// the setup has been replaced.
    pub(crate) fn adopt_next(&self) {
        self.under_way.store(self.under_way().other().index() as u32, Ordering::Relaxed);
        self.serial.fetch_add(1, Ordering::Relaxed);
        self.forget_next();
    }

    /// Notes that there is no next iteration any more.
    pub(crate) fn forget_next(&self) {
        self.has_next.store(false, Ordering::Relaxed);
    }

    /// Returns true if the next iteration has begun, and has neither been adopted nor given up.
    pub(crate) fn has_next(&self) -> bool {
        self.has_next.load(Ordering::Relaxed)
    }

    /// Notes that the root of this tree has been cancelled. The caller holds its lock. A stopped next iteration must
    /// still be given up.
    pub(crate) fn note_stop(&self, tree: TreeId) {
        if tree != self.under_way() {
            self.is_next_stopped.store(true, Ordering::Relaxed);
        }
    }

    /// Returns true if there is a next iteration that can become the one under way.
    pub(crate) fn has_next_to_adopt(&self) -> bool {
        self.has_next() && !self.is_next_stopped.load(Ordering::Relaxed)
    }

    /// Returns the tree of the iteration under way.
    #[inline]
    pub(crate) fn under_way(&self) -> TreeId {
        TreeId::from_index(self.under_way.load(Ordering::Relaxed))
    }

    /// Returns true if counters of the search with this number are added to those of the search under way.
    pub(crate) fn is_counted(&self, serial: u32) -> bool {
        serial >= self.counted_from.load(Ordering::Relaxed)
    }

    /// Returns the outcome of the search of a tree.
    pub(crate) fn outcome(&self, tree: TreeId) -> &Locked<RootOutcome<N>, { order::OUTCOME }> {
        &self.outcomes[tree.index()]
    }

    /// Resets the state after a death.
    pub(super) fn reset(&self, exclusive: &Exclusive) {
        self.forget_next();
        for tree in TreeId::BOTH {
            self.note_value(tree);
            self.outcome(tree).force_unlock(exclusive);
        }
        self.event_count().reset();
        self.search_setup.force_unlock(exclusive);
    }
}

/// A worker has died or seems to have died, and the search must be abandoned.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a worker has died; the search is abandoned")]
pub struct Alarmed;

/// A counter that is odd while the alarm is on.
#[derive(Shareable)]
pub struct Alarm {
    pub(super) turns: Futex,
}

impl Alarm {
    /// Succeeds while the alarm is off.
    ///
    /// # Errors
    /// It is on.
    #[inline]
    pub fn check(&self) -> Result<(), Alarmed> {
        if self.turn().is_multiple_of(2) { Ok(()) } else { Err(Alarmed) }
    }

    /// Returns the number of times that the alarm has been switched. Acquire, paired with the release of the switch.
    #[inline]
    pub(crate) fn turn(&self) -> u32 {
        self.turns.word().load(Ordering::Acquire)
    }
}
