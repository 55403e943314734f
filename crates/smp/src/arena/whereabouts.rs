//! Who takes part in a search, and in which tree.
//!
//! Every join and every leave changes it, so there is no count of it: each worker writes where it is to a
//! line of its own mailbox, and [`presence`] tells from all of them whether anybody
//! is left in a tree. Few ask: the last ones out of a tree whose value is known, and the main worker, which
//! waits for them.
//!
//! Whether *somebody is idle* is asked at every node that may be shared, or lies below one. Idle workers leave a mark in a line
//! that is read often and seldom written: who begins to wait sets its mark if it is not set, nobody takes
//! his own away, and a worker that asks takes away marks of workers that it finds at work. So a mark says
//! where to look, and the first that is true ends the search.

use std::sync::atomic::{AtomicU32, Ordering};

use cleave_shared_memory::Shareable;
use cleave_sync::presence::{self, Presence};
use crossbeam_utils::CachePadded;

use super::Common;
use crate::event::{Event, Meter, SharedLine};
use crate::ids::{TreeId, WorkerId};
use crate::node::Node;

/// Where a worker is, on a line that only it writes.
#[derive(Shareable)]
pub(super) struct Whereabouts(CachePadded<Place>);

#[derive(Shareable)]
#[repr(C)]
struct Place {
    /// By tree: its own comings and goings, and those of what it has left unattended.
    presence: [Presence; 2],
    /// The tree that it is in, from 1; 0 if it takes no part in a search.
    tree: AtomicU32,
}

impl Whereabouts {
    fn presence(&self, tree: TreeId) -> &Presence {
        &self.0.presence[tree.index()]
    }

    fn set_tree(&self, tree: Option<TreeId>) {
        self.0.tree.store(tree.map_or(0, |tree| 1 + tree.index() as u32), Ordering::Relaxed);
    }

    fn is_busy(&self) -> bool {
        self.0.tree.load(Ordering::Relaxed) != 0
    }

    fn is_in(&self, tree: TreeId) -> bool {
        self.0.tree.load(Ordering::Relaxed) == 1 + tree.index() as u32
    }

    /// After a death.
    pub(super) fn reset(&self) {
        self.set_tree(None);
        self.0.presence.iter().for_each(Presence::reset);
    }
}

impl<N: Node> Common<N> {
    /// A new search begins, with the main worker busy; for the main worker, when nobody is.
    pub(crate) fn begin_search(&self) {
        assert!(self.is_at_rest(), "a search begins while another is under way");
        self.team_state().begin();
        self.note_presence(WorkerId::MAIN, self.team_state().under_way());
    }

    /// The next iteration begins; its root counts as inside until a worker takes it up. For the main
    /// worker, with the root locked.
    pub(crate) fn begin_next(&self) {
        let team_state = self.team_state();
        let tree = team_state.under_way().other();
        self.mailbox(WorkerId::MAIN).whereabouts.presence(tree).come();
        team_state.begin_next();
    }

    /// This worker comes to be busy in a tree. It holds the lock of what it joins, a split block or the
    /// team's search, and has seen that alive, so another worker is there already: one that keeps it
    /// alive, or, of a block that is held back, one that looks for such blocks before it leaves. If the
    /// block stood unattended, that was counted, and the worker takes its place.
    pub(crate) fn come(&self, id: WorkerId, tree: TreeId, was_unattended: bool, meter: &mut Meter) {
        meter.note(Event::Wrote(SharedLine::Whereabouts(id)));
        if was_unattended {
            self.mailbox(id).whereabouts.set_tree(Some(tree));
        } else {
            self.note_presence(id, tree);
        }
        if tree != self.team_state().under_way() {
            self.mark_idle(id, meter);
        }
    }

    fn note_presence(&self, id: WorkerId, tree: TreeId) {
        let whereabouts = &self.mailbox(id).whereabouts;
        whereabouts.set_tree(Some(tree));
        whereabouts.presence(tree).come();
    }

    /// This worker has left a tree. If its value is known the last one out wakes the main worker, which
    /// then sees all that anybody has done there.
    ///
    /// The one that made the value known leaves after that. So of those that leave without seeing this, the
    /// fences of [`Presence::go`] have the going be seen by that one.
    pub(crate) fn go(&self, id: WorkerId, tree: TreeId, meter: &mut Meter) {
        meter.note(Event::Wrote(SharedLine::Whereabouts(id)));
        let whereabouts = &self.mailbox(id).whereabouts;
        whereabouts.set_tree(None);
        whereabouts.presence(tree).go();
        if self.team_state().is_wanted(tree) {
            return;
        }
        meter.note(Event::ReadWhereabouts);
        if self.is_clear(tree) {
            self.team_state().event_count().notify_all();
        }
    }

    /// This worker has left a block that stands unattended from here on, and counts in its place; its lock
    /// is held.
    pub(crate) fn go_from_unattended(&self, id: WorkerId, meter: &mut Meter) {
        meter.note(Event::Wrote(SharedLine::Whereabouts(id)));
        self.mailbox(id).whereabouts.set_tree(None);
    }

    /// Workers that take part in the search.
    pub(crate) fn busy(&self) -> u32 {
        let workers = self.mailboxes.iter().filter(|mailbox| mailbox.whereabouts.is_busy());
        workers.count() as u32
    }

    /// Workers inside a tree, and blocks of it that stand unattended.
    pub(crate) fn count_inside(&self, tree: TreeId) -> u32 {
        presence::count(self.presences(tree))
    }

    fn presences(&self, tree: TreeId) -> impl Iterator<Item = &Presence> + Clone {
        self.mailboxes.iter().map(move |mailbox| mailbox.whereabouts.presence(tree))
    }

    /// True when nobody is in this tree, and nothing in it stands unattended.
    pub(crate) fn is_clear(&self, tree: TreeId) -> bool {
        presence::is_nobody_there(self.presences(tree))
    }

    /// True if no search is under way: the last one has a value or was stopped, and everybody has left its
    /// tree.
    pub fn is_over(&self) -> bool {
        let tree = self.team_state().under_way();
        !self.team_state().is_wanted(tree) && self.is_clear(tree)
    }

    /// True if nobody searches, and no search has left anything behind.
    pub(crate) fn is_at_rest(&self) -> bool {
        !self.has_next()
            && self.busy() == 0
            && TreeId::BOTH.into_iter().all(|tree| self.is_clear(tree))
    }

    /// Marks all workers, when nobody searches.
    pub(crate) fn mark_all_idle(&self) {
        self.team_state().idle_marks().reset();
        self.team().for_each(|id| self.mark_idle(id, &mut Meter::default()));
    }

    /// Notes that this worker has found nothing to do in the iteration under way.
    #[inline]
    pub(crate) fn mark_idle(&self, id: WorkerId, meter: &mut Meter) {
        if self.team_state().idle_marks().mark_active(id.index()) {
            meter.note(Event::Wrote(SharedLine::IdleMarks));
        }
    }

    /// True if somebody may be idle: asked at each node of a search alone, so that little is done if not.
    #[inline(always)]
    pub(crate) fn has_idle_marks(&self) -> bool {
        let workers = self.team_state().team_size();
        self.team_state().idle_marks().pools(workers).next().is_some()
    }

    /// True if a worker has found nothing to do in the iteration under way.
    #[inline]
    pub(crate) fn is_somebody_idle(&self, meter: &mut Meter) -> bool {
        meter.note(Event::Read(SharedLine::IdleMarks));
        let marks = self.team_state().idle_marks();
        let workers = self.team_state().team_size();
        // There may be marks of a team that was larger.
        let mut marked = marks.pools(workers).filter(|&index| index < workers);
        marked.any(|index| self.is_idle(WorkerId::new(index), meter))
    }

    /// True if this worker, which has a mark, is idle. Takes the mark away if not.
    fn is_idle(&self, id: WorkerId, meter: &mut Meter) -> bool {
        let under_way = self.team_state().under_way();
        let is_at_work = || self.mailbox(id).whereabouts.is_in(under_way);
        meter.note(Event::Read(SharedLine::Whereabouts(id)));
        if !is_at_work() {
            return true;
        }
        meter.note(Event::Wrote(SharedLine::IdleMarks));
        self.team_state().idle_marks().mark_empty(id.index());
        // It may just have left, and have seen its mark still there.
        let has_left = !is_at_work();
        if has_left {
            self.mark_idle(id, meter);
        }
        has_left
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::TinyNode;
    use crate::{Arena, Backend, Team};

    fn arena() -> (Arena<TinyNode>, Meter) {
        (Arena::new(3).unwrap(), Meter::default())
    }

    const MAIN: WorkerId = WorkerId::MAIN;
    const OTHER: WorkerId = WorkerId::new(2);

    /// Its nap would end as well, if later.
    #[test]
    fn the_last_worker_out_wakes_the_main_worker() {
        let (arena, mut meter) = arena();
        arena.begin_search();
        let tree = arena.team_state().under_way();
        arena.come(OTHER, tree, false, &mut meter);
        arena.team_state().note_value(tree);
        let mut leave = |id| {
            let before = arena.team_state().event_count().epoch();
            arena.go(id, tree, &mut meter);
            arena.team_state().event_count().epoch() != before
        };
        // It counts as asleep until it has looked whether it may.
        let falls_asleep = || {
            assert!(!leave(OTHER), "one is still inside");
            assert!(!arena.is_over());
            assert!(leave(MAIN), "the main worker sleeps on");
            assert!(arena.is_over());
            true
        };
        arena.team_state().event_count().wait_unless(falls_asleep, None);
    }

    /// Each node of a search alone would look for those who are marked.
    #[test]
    fn workers_who_could_not_be_started_are_not_marked() {
        let mut team: Team<TinyNode> = Team::new(8, Backend::Fork).unwrap();
        team.set_processors(8);
        // A process that has another thread cannot be forked.
        let (done, wait) = std::sync::mpsc::channel::<()>();
        let second_thread = std::thread::spawn(move || wait.recv().is_err());
        let workers = team.session(&|_| panic!("nobody is forked"), |main| main.team_size());
        assert_eq!(workers, 1);
        let marks = team.arena().team_state().idle_marks();
        assert_eq!(marks.pools(8).collect::<Vec<_>>(), [0]);
        drop(done);
        assert!(second_thread.join().unwrap());
    }

    #[test]
    fn what_stands_unattended_keeps_a_tree_from_being_clear() {
        let (arena, mut meter) = arena();
        arena.begin_search();
        let tree = arena.team_state().under_way();
        arena.go_from_unattended(MAIN, &mut meter);
        arena.team_state().note_value(tree);
        assert_eq!((arena.busy(), arena.count_inside(tree), arena.is_over()), (0, 1, false));
        arena.come(OTHER, tree, true, &mut meter);
        assert_eq!((arena.busy(), arena.count_inside(tree)), (1, 1));
        arena.go(OTHER, tree, &mut meter);
        assert!(arena.is_over() && arena.is_at_rest());
    }

    #[test]
    fn somebody_is_idle_who_waits_or_is_ahead() {
        let (arena, mut meter) = arena();
        arena.begin_search();
        let tree = arena.team_state().under_way();
        assert!(arena.is_somebody_idle(&mut meter), "two have nothing to do yet");
        arena.come(WorkerId::new(1), tree, false, &mut meter);
        arena.come(OTHER, tree, false, &mut meter);
        assert!(!arena.is_somebody_idle(&mut meter), "it has found something");
        arena.go(OTHER, tree, &mut meter);
        assert!(!arena.is_somebody_idle(&mut meter), "it may find the next job at once");
        arena.begin_next();
        arena.come(OTHER, tree.other(), true, &mut meter);
        assert!(arena.is_somebody_idle(&mut meter), "it works ahead");
    }
}
