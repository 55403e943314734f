//! The search of the root by one worker, which puts off what other workers are at.
//!
//! Only what is put off comes later than in the [recursive driver](cleave_smp::driver). Several jobs of a node
//! are out then, as in any parallel search. The search may be left between two steps and be taken up again.

use super::exclusion::{Exclusion, Mark};
use crate::hooked_stepper::{HookedStepper, Level, Live, StepHooks};
use crate::subtrees::Subtrees;
use crate::traits::{Keys, OwnRoot};
use cleave_smp::Context;
use cleave_smp::driver::Interrupt;
use cleave_smp::instrument::Grain;
use cleave_smp::seam::Progress;
use cleave_smp::{Absorbed, Opened};

/// A search under way in a stack of nodes, the first of which is its live root.
pub(super) struct Descent<'a, N: OwnRoot + Keys> {
    stepper: HookedStepper<N, Notes>,
    deferral: Deferral<'a, N>,
    /// The search has been left: its marks are gone.
    is_suspended: bool,
}

/// What other workers are at, and what is put off because of them.
struct Deferral<'a, N: OwnRoot + Keys> {
    exclusion: Box<dyn Exclusion<N> + 'a>,
    /// The jobs put off, those of the deepest node last.
    deferred: Vec<N::Job>,
    /// Marks looked at or put, to be charged for.
    marks_used: u32,
    /// Jobs put off, to be counted.
    deferrals: u32,
}

/// What is to be remembered of a node on the stack.
#[derive(Default)]
struct Notes {
    /// The job that leads to the node below is put off if another worker is at it.
    is_exclusive: bool,
    /// The mark on that job.
    job_mark: Option<Mark>,
    /// The mark on the node.
    node_mark: Option<Mark>,
    /// The first move has been handed out. It is never put off.
    has_first: bool,
    /// The node has nothing left to hand out.
    is_exhausted: bool,
    /// Where its deferred jobs begin, and which of them is next.
    deferred_from: usize,
    next_deferred: usize,
}

impl<'a, N: OwnRoot + Keys> Descent<'a, N> {
    pub(super) fn new(exclusion: Box<dyn Exclusion<N> + 'a>) -> Descent<'a, N> {
        let deferral = Deferral { exclusion, deferred: Vec::new(), marks_used: 0, deferrals: 0 };
        Descent { stepper: HookedStepper::default(), deferral, is_suspended: false }
    }

    /// Forgets the search under way, and takes its marks away; the next step begins one at the root.
    pub(super) fn restart(&mut self) {
        self.suspend();
        self.stepper.restart();
        self.deferral.deferred.clear();
        self.is_suspended = false;
    }

    /// Leaves the search where it is; the others see no mark of it.
    pub(super) fn suspend(&mut self) {
        if !std::mem::replace(&mut self.is_suspended, true) {
            self.marks().for_each(|mark| self.deferral.exclusion.remove(mark));
        }
    }

    /// Takes up the search that was left. The child last entered is entered again: it may have been
    /// in the middle of a search of its own.
    pub(super) fn resume(&mut self, context: &mut N::Context<'_>, stack: &mut [N]) {
        if std::mem::replace(&mut self.is_suspended, false) {
            self.marks().for_each(|mark| self.deferral.exclusion.put(mark));
            self.deferral.marks_used += self.marks().count() as u32;
        }
        let (above, below) = stack.split_at_mut(self.depth());
        let job = self.stepper.levels().last().and_then(|level| level.job.as_ref());
        if let (Some(node), Some(job)) = (above.last(), job) {
            below[0].enter(context, node, job);
        }
    }

    fn marks(&self) -> impl Iterator<Item = Mark> {
        let notes = self.stepper.levels().iter().map(|level| &level.notes);
        notes.flat_map(|notes| notes.job_mark.into_iter().chain(notes.node_mark))
    }

    /// How many marks have been looked at or put since this was last asked.
    pub(super) fn take_marks_used(&mut self) -> u32 {
        std::mem::take(&mut self.deferral.marks_used)
    }

    /// How many jobs have been put off since this was last asked.
    pub(super) fn take_deferrals(&mut self) -> u32 {
        std::mem::take(&mut self.deferral.deferrals)
    }

    /// The place of the node last entered.
    pub(super) fn depth(&self) -> usize {
        self.stepper.depth()
    }

    /// The job of the root that is being searched.
    pub(super) fn root_job(&self) -> Option<&N::Job> {
        self.stepper.levels().first()?.job.as_ref()
    }

    /// Opens one node, or searches one small subtree if the grain allows it, and backs the value up as
    /// far as it goes.
    pub(super) fn step(
        &mut self,
        context: &mut N::Context<'_>,
        stack: &mut [N],
        grain: Grain,
        interrupt: &mut impl Interrupt<N>,
    ) -> Progress<N::Value> {
        let subtrees = Subtrees { grain, interrupt };
        let mut hooks = Deferring { deferral: &mut self.deferral, subtrees };
        self.stepper.step(context, stack, &mut hooks)
    }
}

/// What a step of this search has beside those of others.
struct Deferring<'s, 'a, N: OwnRoot + Keys, I> {
    deferral: &'s mut Deferral<'a, N>,
    subtrees: Subtrees<'s, I>,
}

impl<N: OwnRoot + Keys, I: Interrupt<N>> StepHooks<N> for Deferring<'_, '_, N, I> {
    type Notes = Notes;

    fn open(
        &mut self,
        context: &mut N::Context<'_>,
        stack: &mut [N],
        levels: &mut [Level<N, Notes>],
    ) -> Option<Opened<N::Value>> {
        self.subtrees.open_or_search(context, stack, levels)
    }

    fn go_down(&mut self, node: &N, levels: &mut [Level<N, Notes>]) -> Option<Notes> {
        let deferral = &mut *self.deferral;
        let node_mark = deferral.exclusion.node_mark(node);
        let is_exclusive = levels.last().is_some_and(|level| level.notes.is_exclusive);
        if is_exclusive && node_mark.is_some_and(|mark| deferral.is_elsewhere(mark, levels)) {
            let level = levels.last_mut()?;
            deferral.come_back(&mut level.notes);
            deferral.put_off(level.job.take()?);
            return None;
        }
        deferral.put(node_mark);
        let from = deferral.deferred.len();
        Some(Notes { node_mark, deferred_from: from, next_deferred: from, ..Notes::default() })
    }

    /// The node's next job that nobody else is known to be at; when there is none left, those put
    /// off.
    fn next(&mut self, at: &mut Live<'_, '_, N, Notes>) -> Option<N::Job> {
        let Live { context, node, notes } = at;
        let deferral = &mut *self.deferral;
        while !notes.is_exhausted {
            let is_in_sequence = node.split_hint().is_none();
            let Some(job) = node.next(context) else {
                notes.is_exhausted = true;
                break;
            };
            notes.is_exclusive = false;
            // In a phase that is in sequence the next job depends on the result of this one.
            if is_in_sequence {
                return Some(job);
            }
            let is_first = !std::mem::replace(&mut notes.has_first, true);
            if is_first || node.job_key(&job).is_none() {
                return Some(job);
            }
            let mark = deferral.exclusion.job_mark(node, &job);
            if mark.is_some_and(|mark| deferral.exclusion.is_busy(mark)) {
                deferral.put_off(job);
                continue;
            }
            notes.is_exclusive = true;
            notes.job_mark = mark;
            deferral.put(mark);
            return Some(job);
        }
        let job = *deferral.deferred.get(notes.next_deferred)?;
        notes.next_deferred += 1;
        notes.is_exclusive = false;
        notes.job_mark = deferral.exclusion.job_mark(node, &job);
        deferral.put(notes.job_mark);
        Some(job)
    }

    fn absorb(
        &mut self,
        at: &mut Live<'_, '_, N, Notes>,
        job: &N::Job,
        value: N::Value,
        line: &N::Line,
    ) -> Absorbed<N::Job, N::Value> {
        self.deferral.come_back(at.notes);
        at.node.absorb(at.context, job, value, line)
    }

    fn go_up(&mut self, at: &mut Live<'_, '_, N, Notes>) {
        at.context.smp_finished(at.node);
        self.deferral.deferred.truncate(at.notes.deferred_from);
        at.notes.node_mark.into_iter().for_each(|mark| self.deferral.exclusion.remove(mark));
    }
}

impl<N: OwnRoot + Keys> Deferral<'_, N> {
    /// True if another worker is in the node, and not only this one further up.
    fn is_elsewhere(&self, mark: Mark, levels: &[Level<N, Notes>]) -> bool {
        self.exclusion.is_busy(mark)
            && !levels.iter().any(|level| level.notes.node_mark == Some(mark))
    }

    /// Another worker is at this job, as its mark has shown: it comes when there is nothing else left.
    fn put_off(&mut self, job: N::Job) {
        self.marks_used += 1;
        self.deferrals += 1;
        self.deferred.push(job);
    }

    fn put(&mut self, mark: Option<Mark>) {
        if let Some(mark) = mark {
            self.marks_used += 1;
            self.exclusion.put(mark);
        }
    }

    /// The job that leads to the node below has come back. Whatever comes of it, others may have it
    /// now: the null-window test is over. A search again is not put off.
    fn come_back(&self, notes: &mut Notes) {
        notes.is_exclusive = false;
        notes.job_mark.take().into_iter().for_each(|mark| self.exclusion.remove(mark));
    }
}

#[cfg(test)]
mod tests;
