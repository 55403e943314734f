//! Records which workers take part in a search, and in which tree.
//!
//! There is no shared count, because every join and every leave would write to it. Each worker writes its place to a line
//! of its own mailbox, and [`presence`] reads all lines to find out whether a tree is empty. Few workers ask: the last ones out of
//! a tree whose value is known, and the main worker, which waits for them.
//!
//! A worker asks at every node of a private search whether another is idle. Idle workers have marks in a line that is read
//! often and seldom written. A worker that finds no work sets its mark if it is not set, and never removes it. A worker
//! that asks checks the marked workers, removes the marks of busy ones, and stops at the first idle one.

use std::sync::atomic::{AtomicU32, Ordering};

use cleave_shared_memory::Shareable;
use cleave_sync::presence::{self, Presence};
use crossbeam_utils::CachePadded;

use super::Common;
use crate::event::{Event, Meter, SharedLine};
use crate::ids::{TreeId, WorkerId};
use crate::node::Node;

/// The place of a worker, on a line that only this worker writes.
#[derive(Shareable)]
pub(super) struct Whereabouts(CachePadded<Place>);

#[derive(Shareable)]
#[repr(C)]
struct Place {
    /// By tree: entries and exits of the worker, and of the blocks that it has parked.
    presence: [Presence; 2],
    /// The tree that the worker is in, from 1; 0 if it takes no part in a search.
    tree: AtomicU32,
}

impl Whereabouts {
    fn presence(&self, tree: TreeId) -> &Presence {
        &self.0.presence[tree.index()]
    }

    fn set_tree(&self, tree: Option<TreeId>) {
        self.0.tree.store(tree.map_or(0, |tree| 1 + tree.index() as u32), Ordering::Relaxed);
    }

    pub(super) fn is_busy(&self) -> bool {
        self.0.tree.load(Ordering::Relaxed) != 0
    }

    fn is_in(&self, tree: TreeId) -> bool {
        self.0.tree.load(Ordering::Relaxed) == 1 + tree.index() as u32
    }

    /// Resets the place after a death.
    pub(super) fn reset(&self) {
        self.set_tree(None);
        self.0.presence.iter().for_each(Presence::reset);
    }
}

impl<N: Node> Common<N> {
    /// Begins the next iteration. Its root counts as inside until a worker joins it. The main worker calls this with the
    /// root locked.
    pub(crate) fn begin_next(&self) {
        let team_state = self.team_state();
        let tree = team_state.under_way().other();
        self.mailbox(WorkerId::MAIN).whereabouts.presence(tree).enter();
        team_state.begin_next();
    }

    /// Makes this worker busy in a tree. The worker holds the lock of the block or search that it joins, and has seen
    /// it in use. So another worker is in the tree already: it keeps the block in use, or it looks for blocks that are
    /// held back before it leaves. A parked block has been counted, and the worker takes over its count.
    pub(crate) fn enter_tree(
        &self,
        id: WorkerId,
        tree: TreeId,
        was_parked: bool,
        meter: &mut Meter,
    ) {
        meter.note(Event::Wrote(SharedLine::Whereabouts(id)));
        if was_parked {
            self.mailbox(id).whereabouts.set_tree(Some(tree));
        } else {
            self.note_presence(id, tree);
        }
        if tree != self.team_state().under_way() {
            self.mark_idle(id, meter);
        }
    }

    pub(super) fn note_presence(&self, id: WorkerId, tree: TreeId) {
        let whereabouts = &self.mailbox(id).whereabouts;
        whereabouts.set_tree(Some(tree));
        whereabouts.presence(tree).enter();
    }

    /// Takes this worker out of a tree. If the tree's value is known, the last worker out wakes the main worker, which then
    /// sees all writes of the others in this tree.
    ///
    /// The worker that published the value leaves later than that. If another worker leaves without seeing the value, the
    /// fences of [`Presence::leave`] make its exit visible to the publishing worker.
    pub(crate) fn leave_tree(&self, id: WorkerId, tree: TreeId, meter: &mut Meter) {
        meter.note(Event::Wrote(SharedLine::Whereabouts(id)));
        let whereabouts = &self.mailbox(id).whereabouts;
        whereabouts.set_tree(None);
        whereabouts.presence(tree).leave();
        if self.team_state().is_wanted(tree) {
            return;
        }
        meter.note(Event::ReadWhereabouts);
        if self.is_clear(tree) {
            self.team_state().event_count().notify_all();
        }
    }

    /// Takes this worker out of a tree in which it parks a block. The block takes over the worker's count. The worker holds
    /// the block's lock.
    pub(crate) fn leave_parked_block(&self, id: WorkerId, meter: &mut Meter) {
        meter.note(Event::Wrote(SharedLine::Whereabouts(id)));
        self.mailbox(id).whereabouts.set_tree(None);
    }

    pub(super) fn presences(&self, tree: TreeId) -> impl Iterator<Item = &Presence> + Clone {
        self.mailboxes.iter().map(move |mailbox| mailbox.whereabouts.presence(tree))
    }

    /// Returns true if no worker is in this tree, and no block of it is parked.
    pub(crate) fn is_clear(&self, tree: TreeId) -> bool {
        presence::is_empty(self.presences(tree))
    }

    /// Marks this worker, which has found no work in the iteration under way.
    #[inline]
    pub(crate) fn mark_idle(&self, id: WorkerId, meter: &mut Meter) {
        if self.team_state().idle_marks().mark_active(id.index()) {
            meter.note(Event::Wrote(SharedLine::IdleMarks));
        }
    }

    /// Returns true if a worker may be idle: the quick check at each node of a private search.
    #[inline(always)]
    pub(crate) fn has_idle_marks(&self) -> bool {
        self.team_state().idle_marks().pools(self.team_state().team_size()).next().is_some()
    }

    /// Returns true if a worker is without work in the iteration under way.
    #[inline]
    pub(crate) fn has_idle_worker(&self, meter: &mut Meter) -> bool {
        meter.note(Event::Read(SharedLine::IdleMarks));
        let (marks, workers) = (self.team_state().idle_marks(), self.team_state().team_size());
        // Marks of a larger team may be left.
        let mut marked = marks.pools(workers).filter(|&index| index < workers);
        marked.any(|index| self.is_idle(WorkerId::new(index), meter))
    }

    /// Returns true if this marked worker is idle. Removes the mark if it is busy.
    pub(crate) fn is_idle(&self, id: WorkerId, meter: &mut Meter) -> bool {
        let under_way = self.team_state().under_way();
        let is_at_work = || self.mailbox(id).whereabouts.is_in(under_way);
        meter.note(Event::Read(SharedLine::Whereabouts(id)));
        if !is_at_work() {
            return true;
        }
        meter.note(Event::Wrote(SharedLine::IdleMarks));
        self.team_state().idle_marks().mark_empty(id.index());
        // The worker may have left just now, and have seen its mark still set.
        if is_at_work() {
            return false;
        }
        self.mark_idle(id, meter);
        true
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

    /// Its nap would end as well, but later.
    #[test]
    fn the_last_worker_out_wakes_the_main_worker() {
        let (arena, mut meter) = arena();
        arena.begin_search();
        let tree = arena.team_state().under_way();
        arena.enter_tree(OTHER, tree, false, &mut meter);
        arena.team_state().note_value(tree);
        let mut leave = |id| {
            let before = arena.team_state().event_count().epoch();
            arena.leave_tree(id, tree, &mut meter);
            arena.team_state().event_count().epoch() != before
        };
        // A worker counts as asleep until it has checked whether it may sleep.
        let falls_asleep = || {
            assert!(!leave(OTHER), "one is still inside");
            assert!(!arena.is_over());
            assert!(leave(MAIN), "the main worker sleeps on");
            assert!(arena.is_over());
            true
        };
        arena.team_state().event_count().wait_unless(falls_asleep, None);
    }

    /// Each node of a private search would check the marked workers.
    #[test]
    fn workers_that_could_not_be_started_are_not_marked() {
        if Backend::default() != Backend::Fork {
            // Threads are seldom refused.
            return;
        }
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
    fn a_parked_block_keeps_a_tree_from_being_clear() {
        let (arena, mut meter) = arena();
        arena.begin_search();
        let tree = arena.team_state().under_way();
        arena.leave_parked_block(MAIN, &mut meter);
        arena.team_state().note_value(tree);
        assert_eq!((arena.busy(), arena.count_inside(tree), arena.is_over()), (0, 1, false));
        arena.enter_tree(OTHER, tree, true, &mut meter);
        assert_eq!((arena.busy(), arena.count_inside(tree)), (1, 1));
        arena.leave_tree(OTHER, tree, &mut meter);
        assert!(arena.is_over() && arena.is_at_rest());
    }

    #[test]
    fn a_worker_is_idle_that_waits_or_is_ahead() {
        let (arena, mut meter) = arena();
        arena.begin_search();
        let tree = arena.team_state().under_way();
        assert!(arena.has_idle_worker(&mut meter), "two have nothing to do yet");
        arena.enter_tree(WorkerId::new(1), tree, false, &mut meter);
        arena.enter_tree(OTHER, tree, false, &mut meter);
        assert!(!arena.has_idle_worker(&mut meter), "it has found something");
        arena.leave_tree(OTHER, tree, &mut meter);
        assert!(!arena.has_idle_worker(&mut meter), "it may find the next job at once");
        arena.begin_next();
        arena.enter_tree(OTHER, tree.other(), true, &mut meter);
        assert!(arena.has_idle_worker(&mut meter), "it works ahead");
    }
}
