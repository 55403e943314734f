//! A helper: takes a leaf, searches it a ply deeper than before, reports the result, and takes the next.

use super::choice::choose;
use super::leaf::Finding;
use super::table::{LockedLeaf, lock_of};
use super::worker::{AphidWorker, State};
use crate::open_search::report_copied;
use crate::subtrees::Subtrees;
use crate::traits::CompleteNode;
use cleave_smp::Alarmed;
use cleave_smp::Opened;
use cleave_smp::Step;
use cleave_smp::Window;
use cleave_smp::WorkerId;
use cleave_smp::seam::CancellationCheck;
use cleave_smp::seam::Event;
use cleave_smp::seam::Progress;
use cleave_smp::{Context, PathStep};

/// The search of a leaf, in the second place of the stack. Its parent is in the first.
#[derive(Clone, Copy)]
pub(super) struct LeafSearch<N: CompleteNode> {
    /// Its place in the table.
    place: usize,
    job: N::Job,
    /// The depth and the window of the search.
    depth: i32,
    window: Window,
    /// The leaf has been opened and is live.
    is_live: bool,
}

impl<'a, N: CompleteNode> AphidWorker<'a, N> {
    /// Returns the leaf that this worker searches next. If there is none, the worker does not look again before a leaf
    /// becomes due.
    pub(super) fn find_leaf(&mut self) -> Option<usize> {
        let shared = self.shared;
        let offered = shared.offered();
        self.peer.report(Event::Scanned { pools: shared.table.lines() });
        let candidates = shared.table.candidates();
        let found = choose(candidates, self.peer.id, shared.pass(), self.may_deepen);
        self.looked = found.is_none().then_some(offered);
        found
    }

    /// Looks for a leaf as an idle worker.
    pub(super) fn look_for_leaf(&mut self, context: &mut N::Context<'_>) -> Result<Step, Alarmed> {
        let team_state = self.peer.common.team_state();
        team_state.alarm.check()?;
        let serial = team_state.serial();
        if !self.may_have_leaf(serial) {
            return Ok(Step::Idle);
        }
        match self.find_leaf() {
            Some(place) => self.join(context, serial, place),
            None => Ok(Step::Idle),
        }
    }

    /// Becomes busy with this leaf in the search with this number, unless that search is over: the leaf would then
    /// belong to another search.
    pub(super) fn join(
        &mut self,
        context: &mut N::Context<'_>,
        serial: u32,
        place: usize,
    ) -> Result<Step, Alarmed> {
        let search = &self.shared.search;
        let joined = search.join(&mut self.peer, context, serial, |&root_step| root_step)?;
        let Some(bytes) = joined else { return Ok(Step::Idle) };
        report_copied(&mut self.peer, bytes);
        self.take_next(context, Some(place))?;
        Ok(Step::Joined)
    }

    /// Takes this leaf, or else the next one, or else leaves the search.
    fn take_next(
        &mut self,
        context: &mut N::Context<'_>,
        mut place: Option<usize>,
    ) -> Result<Step, Alarmed> {
        self.state = State::Idle;
        while self.is_open()
            && let Some(leaf) = place.take().or_else(|| self.find_leaf())
        {
            if let Some(leaf_search) = self.take(context, leaf)? {
                self.state = State::Searching(leaf_search);
                return Ok(Step::HandedOut);
            }
        }
        self.leave(context)
    }

    /// Takes this leaf and replays the path to it. Returns `None` if another worker has taken it, or if it cannot be
    /// searched deeper.
    fn take(
        &mut self,
        context: &mut N::Context<'_>,
        place: usize,
    ) -> Result<Option<LeafSearch<N>>, Alarmed> {
        let mut locked = self.lock_leaf(place)?;
        let duty = locked.duty();
        if !locked.has_value() || !duty.is_due() && !duty.may_go_ahead() {
            return Ok(None);
        }
        let (question, goal) = (locked.leaf().question, locked.leaf().next_depth());
        locked.assign(|duty| (duty.is_taken, duty.owner) = (true, Some(self.peer.id)));
        drop(locked);
        self.peer.report(Event::Copied { bytes: size_of_val(&question) as u64 });
        for step in question.steps.iter().flatten() {
            step.replay_step(context);
        }
        let [parent, leaf, ..] = &mut self.peer.stack[..] else { unreachable!("a stack is deep") };
        *parent = question.parent;
        leaf.enter(context, parent, &question.job);
        let (task, depth) = (leaf.task(Some(&question.job)), parent.depth());
        self.peer.report(Event::JobTaken { block: None, depth, task, searched: None });
        let leaf = &mut self.peer.stack[1];
        let (job, wanted) = (question.job, question.wanted);
        let mut depth = goal;
        if goal != wanted.depth && !leaf.deepen(goal - wanted.depth) {
            self.may_deepen = false;
            depth = wanted.depth;
            if goal > depth {
                self.give_back(place)?;
                return Ok(None);
            }
        }
        self.descent.restart();
        Ok(Some(LeafSearch { place, job, depth, window: wanted.window, is_live: false }))
    }

    /// Opens one more node of the leaf's tree, or searches a small subtree of it.
    pub(super) fn search_leaf(
        &mut self,
        context: &mut N::Context<'_>,
        leaf_search: LeafSearch<N>,
    ) -> Result<Step, Alarmed> {
        let value = self.advance(context, leaf_search);
        if context.must_stop() {
            self.halt()?;
        }
        self.peer.common.team_state().alarm.check()?;
        match value {
            _ if !self.is_open() => self.abort(),
            Some(value) => return self.report(context, leaf_search, value),
            None => {}
        }
        Ok(Step::Searched)
    }

    fn advance(
        &mut self,
        context: &mut N::Context<'_>,
        leaf_search: LeafSearch<N>,
    ) -> Option<N::Value> {
        let (shared, serial) = (self.shared, self.peer.counters.serial);
        let mut check = CancellationCheck::new(&self.peer, || !shared.search.is_open(serial));
        let stack = &mut self.peer.stack[1..];
        if !leaf_search.is_live {
            self.state = State::Searching(LeafSearch { is_live: true, ..leaf_search });
            return match stack[0].open(context, &leaf_search.job) {
                Opened::Value(value) => Some(value),
                Opened::Live => None,
            };
        }
        let mut hooks = Subtrees { grain: self.peer.params.grain(), interrupt: &mut check };
        let progress = self.descent.step(context, stack, &mut hooks);
        self.peer.watchdog = check.watchdog;
        match progress {
            Progress::Done(value) => Some(value),
            Progress::Deeper | Progress::Interrupted => None,
        }
    }

    /// Reports the result of the leaf, and takes the next.
    fn report(
        &mut self,
        context: &mut N::Context<'_>,
        leaf_search: LeafSearch<N>,
        value: N::Value,
    ) -> Result<Step, Alarmed> {
        let LeafSearch { place, depth, window, .. } = leaf_search;
        let number = N::number(value);
        let finding = Finding { value, line: *self.peer.stack[1].line() };
        let mut locked = self.lock_leaf(place)?;
        locked.take_in(depth, finding, window);
        locked.assign(|duty| duty.is_taken = false);
        let is_due = locked.duty().is_due();
        let is_news = depth <= locked.leaf().question.wanted.depth;
        drop(locked);
        if is_due {
            self.shared.offer();
        }
        let bytes = size_of::<Finding<N>>() as u64;
        self.peer.report(Event::ResultReturned { block: None, value: number, bytes });
        if is_news {
            self.shared.note_result();
            self.peer.report(Event::OwnerWoken(WorkerId::MAIN));
            self.peer.common.mailbox(WorkerId::MAIN).wake();
        }
        self.take_next(context, None)
    }

    fn lock_leaf(&mut self, place: usize) -> Result<LockedLeaf<'a, N>, Alarmed> {
        self.peer.report(Event::Locked { block: lock_of(place), is_glance: false });
        self.shared.table.lock(place, &self.peer.lock_context)
    }

    /// Returns a leaf that is not searched to the end, so that others may take it.
    pub(super) fn give_back(&mut self, place: usize) -> Result<(), Alarmed> {
        let mut locked = self.lock_leaf(place)?;
        locked.assign(|duty| duty.is_taken = false);
        self.shared.offer();
        Ok(())
    }
}

impl<N: CompleteNode> LeafSearch<N> {
    /// Returns the leaf's place in the table.
    pub(super) fn place(&self) -> usize {
        self.place
    }
}
