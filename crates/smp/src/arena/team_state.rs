//! The state of the whole team.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use cleave_shared_memory::{Plain, Shareable};
use cleave_sync::{EventCount, chaos};
use crossbeam_utils::CachePadded;

use super::alarm::Alarm;
use super::exclusive::Exclusive;
use super::locked::{Locked, order};
use crate::ids::TreeId;
use crate::meter::{Meter, TeamLine, Use};
use crate::node::Node;
use crate::params::Params;
use crate::window::Window;

/// What concerns the whole team.
#[derive(Shareable)]
#[repr(C)]
pub(crate) struct TeamState<N: Node> {
    pub(crate) alarm: Alarm,
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
    /// Number of the first search that the counters are of: those after it have been adopted.
    counted_from: AtomicU32,
    event_count: CachePadded<EventCount>,
    busy: CachePadded<Busy>,
    pub(crate) search_setup: Locked<SearchSetup<N>, { order::SEARCH_SETUP }>,
    /// By tree.
    outcomes: [Locked<RootOutcome<N>, { order::OUTCOME }>; 2],
}

/// Who takes part in a search. Every join and every leave writes it: who does so has a [`Meter`], so that
/// virtual time knows of it.
#[derive(Shareable)]
struct Busy {
    /// Workers, those that wait in it included.
    workers: AtomicU32,
    /// By tree: workers inside, and blocks that stand unattended.
    inside: [AtomicU32; 2],
}

/// What a worker must know to take part in a search.
#[derive(Clone, Copy, Plain)]
pub(crate) struct SearchSetup<N: Node> {
    pub(crate) setup: N::Setup,
    pub(crate) params: Params,
}

/// What a search has come to.
#[derive(Clone, Copy, Plain)]
pub struct RootOutcome<N: Node> {
    /// `None`: it has been stopped.
    pub value: Option<N::Value>,
    /// The best line at the root.
    pub line: N::Line,
    /// The window that the value was found with, if it is not that of the root that was to be
    /// searched.
    pub window: Option<Window>,
}

impl<N: Node> TeamState<N> {
    pub(crate) fn event_count(&self) -> &EventCount {
        &self.event_count
    }

    pub(crate) fn team_size(&self) -> usize {
        self.team_size.load(Ordering::Relaxed) as usize
    }

    pub(crate) fn set_team_size(&self, workers: usize) {
        self.team_size.store(workers as u32, Ordering::Relaxed);
    }

    /// The number of the search under way. Relaxed: who asks takes part in that search, or begins it.
    #[inline]
    pub(crate) fn serial(&self) -> u32 {
        self.serial.load(Ordering::Relaxed)
    }

    /// A new search begins, with the main worker busy; for the main worker, when nobody is.
    pub(crate) fn begin(&self) {
        let before = self.busy.workers.swap(1, Ordering::Relaxed);
        assert_eq!(before, 0, "a search begins while another is under way");
        // Nothing is posted now. A snapshot of an algorithm that knows no next iteration shows the first tree.
        self.under_way.store(0, Ordering::Relaxed);
        self.inside(self.under_way()).store(1, Ordering::Relaxed);
        let serial = self.serial.fetch_add(1, Ordering::Relaxed) + 1;
        self.counted_from.store(serial, Ordering::Relaxed);
    }

    /// The next iteration begins; its root counts as inside until a worker takes it up. For the main
    /// worker, with the root locked.
    pub(crate) fn begin_next(&self) {
        self.inside(self.under_way().other()).store(1, Ordering::Relaxed);
        self.is_next_stopped.store(false, Ordering::Relaxed);
        self.has_next.store(true, Ordering::Relaxed);
    }

    /// The next iteration becomes the one under way; for the main worker, when the one before is over
    /// and the setup has been replaced.
    pub(crate) fn adopt_next(&self) {
        self.under_way.store(self.under_way().other().index() as u32, Ordering::Relaxed);
        self.serial.fetch_add(1, Ordering::Relaxed);
        self.forget_next();
    }

    /// There is no next iteration any more.
    pub(crate) fn forget_next(&self) {
        self.has_next.store(false, Ordering::Relaxed);
    }

    /// True if the next iteration has been begun, and neither adopted nor given up.
    pub(crate) fn has_next(&self) -> bool {
        self.has_next.load(Ordering::Relaxed)
    }

    /// The root of this tree has been cancelled; its lock is held. A next iteration is still to be given
    /// up.
    pub(crate) fn note_stop(&self, tree: TreeId) {
        if tree != self.under_way() {
            self.is_next_stopped.store(true, Ordering::Relaxed);
        }
    }

    /// True if there is a next iteration that can become the one under way.
    pub(crate) fn has_next_to_adopt(&self) -> bool {
        self.has_next() && !self.is_next_stopped.load(Ordering::Relaxed)
    }

    /// The tree of the iteration under way.
    #[inline]
    pub(crate) fn under_way(&self) -> TreeId {
        TreeId::from_index(self.under_way.load(Ordering::Relaxed))
    }

    /// True if counters with the number of this search are added to those of the search under way.
    pub(crate) fn is_counted(&self, serial: u32) -> bool {
        serial >= self.counted_from.load(Ordering::Relaxed)
    }

    fn inside(&self, tree: TreeId) -> &AtomicU32 {
        &self.busy.inside[tree.index()]
    }

    /// One more worker is busy in a tree. It holds the lock of what it joins, a split block or the
    /// team's search, and has seen that alive, so another worker is counted already: one that keeps it
    /// alive, or, of a block that is held back, one that looks for such blocks before it leaves. So the
    /// count of those inside never goes up from 0 within a search. If the block stood unattended, that
    /// was counted, and the worker takes its place.
    pub(crate) fn one_more_busy(&self, tree: TreeId, was_unattended: bool, meter: &mut Meter) {
        meter.note(Use::Write(TeamLine::Busy));
        chaos::point();
        self.busy.workers.fetch_add(1, Ordering::Relaxed);
        if !was_unattended {
            self.inside(tree).fetch_add(1, Ordering::Relaxed);
        }
    }

    /// One worker has left a tree. The last one out wakes the main worker.
    ///
    /// Release, paired with the acquire in [`TeamState::is_over`]: when the main worker sees 0 it sees all
    /// that anybody has done in this tree.
    pub(crate) fn one_less_busy(&self, tree: TreeId, meter: &mut Meter) {
        meter.note(Use::Write(TeamLine::Busy));
        chaos::point();
        self.busy.workers.fetch_sub(1, Ordering::Relaxed);
        if self.inside(tree).fetch_sub(1, Ordering::AcqRel) == 1 {
            self.event_count().notify_all();
        }
    }

    /// One worker has left a block that stands unattended from here on; its lock is held.
    pub(crate) fn one_less_working(&self, meter: &mut Meter) {
        meter.note(Use::Write(TeamLine::Busy));
        chaos::point();
        self.busy.workers.fetch_sub(1, Ordering::Relaxed);
    }

    /// Workers that take part in the search.
    pub(crate) fn busy(&self) -> u32 {
        self.busy.workers.load(Ordering::Relaxed)
    }

    /// Workers inside a tree, and blocks of it that stand unattended.
    pub(crate) fn count_inside(&self, tree: TreeId) -> u32 {
        self.inside(tree).load(Ordering::Relaxed)
    }

    /// True if there are workers outside the iteration under way.
    pub(crate) fn is_somebody_idle(&self) -> bool {
        (self.count_inside(self.under_way()) as usize) < self.team_size()
    }

    /// True when nobody is in the tree of the iteration under way, and nothing in it stands
    /// unattended: then the root is finished, or there is none.
    pub(crate) fn is_over(&self) -> bool {
        self.is_clear(self.under_way())
    }

    /// True when nobody is in this tree, and nothing in it stands unattended.
    pub(crate) fn is_clear(&self, tree: TreeId) -> bool {
        self.inside(tree).load(Ordering::Acquire) == 0
    }

    /// What the search of a tree has come to.
    pub(crate) fn outcome(&self, tree: TreeId) -> &Locked<RootOutcome<N>, { order::OUTCOME }> {
        &self.outcomes[tree.index()]
    }

    /// True if nobody searches, and no search has left anything behind.
    pub(crate) fn is_at_rest(&self) -> bool {
        !self.has_next()
            && self.busy() == 0
            && TreeId::BOTH.into_iter().all(|tree| self.is_clear(tree))
    }

    /// After a death.
    pub(super) fn reset(&self, exclusive: &Exclusive) {
        self.forget_next();
        self.busy.workers.store(0, Ordering::Relaxed);
        for tree in TreeId::BOTH {
            self.inside(tree).store(0, Ordering::Relaxed);
            self.outcome(tree).force_unlock(exclusive);
        }
        self.event_count().reset();
        self.search_setup.force_unlock(exclusive);
    }
}

#[cfg(test)]
mod tests {
    use crate::Arena;
    use crate::meter::Meter;
    use crate::testing::TinyNode;

    /// Its nap would end as well, if later.
    #[test]
    fn the_last_worker_out_wakes_the_main_worker() {
        let arena: Arena<TinyNode> = Arena::new(2).unwrap();
        let team_state = arena.team_state();
        team_state.begin();
        let tree = team_state.under_way();
        let meter = &mut Meter::default();
        team_state.one_more_busy(tree, false, meter);
        let mut leave = || {
            let before = team_state.event_count().epoch();
            team_state.one_less_busy(tree, meter);
            team_state.event_count().epoch() != before
        };
        // It counts as asleep until it has looked whether it may.
        let falls_asleep = || {
            assert!(!leave(), "one is still inside");
            assert!(leave(), "the main worker sleeps on");
            true
        };
        team_state.event_count().wait_unless(falls_asleep, None);
    }
}
