//! The search of the root by one worker, which puts off jobs that other workers are searching.
//!
//! Only these jobs come later than in the [recursive driver](cleave_smp::driver). Several jobs of a node are out then,
//! as in any parallel search. The search may be left between two steps and continued later.

use super::exclusion::{Exclusion, Mark};
use crate::hooked_stepper::{HookedStepper, Level, Live, StepHooks};
use crate::subtrees::Subtrees;
use crate::traits::{Keys, OwnRoot};
use cleave_smp::Context;
use cleave_smp::driver::Interrupt;
use cleave_smp::instrument::Grain;
use cleave_smp::seam::Progress;
use cleave_smp::{Absorbed, Opened};

/// A search under way in a stack of nodes. The first node is its live root.
pub(super) struct Descent<'a, N: OwnRoot + Keys> {
    stepper: HookedStepper<N, Notes>,
    deferral: Deferral<'a, N>,
    /// The search has been left, and its marks are removed.
    is_suspended: bool,
}

/// The marks of other workers, and the jobs put off because of them.
struct Deferral<'a, N: OwnRoot + Keys> {
    exclusion: Box<dyn Exclusion<N> + 'a>,
    /// The jobs put off, with the jobs of the deepest node last.
    deferred: Vec<N::Job>,
    /// Marks read or set, to be charged for.
    marks_used: u32,
    /// Jobs put off, to be counted.
    deferrals: u32,
}

/// The notes about a node on the stack.
#[derive(Default)]
struct Notes {
    /// The job that leads to the node below is put off if another worker is searching it.
    is_exclusive: bool,
    /// Late moves are searched with less depth, because another worker is in the node.
    is_shared: bool,
    /// The mark on that job.
    job_mark: Option<Mark>,
    /// The mark on the node.
    node_mark: Option<Mark>,
    /// The first move has been handed out. It is never put off.
    has_first: bool,
    /// The node has nothing left to hand out.
    is_exhausted: bool,
    /// The start of its deferred jobs, and the next of them.
    deferred_from: usize,
    next_deferred: usize,
}

impl<'a, N: OwnRoot + Keys> Descent<'a, N> {
    pub(super) fn new(exclusion: Box<dyn Exclusion<N> + 'a>) -> Descent<'a, N> {
        let deferral = Deferral { exclusion, deferred: Vec::new(), marks_used: 0, deferrals: 0 };
        Descent { stepper: HookedStepper::default(), deferral, is_suspended: false }
    }

    /// Forgets the search under way and removes its marks. The next step begins a search at the root.
    pub(super) fn restart(&mut self) {
        self.suspend();
        self.stepper.restart();
        self.deferral.deferred.clear();
        self.is_suspended = false;
    }

    /// Leaves the search, and removes its marks.
    pub(super) fn suspend(&mut self) {
        if !std::mem::replace(&mut self.is_suspended, true) {
            self.marks().for_each(|mark| self.deferral.exclusion.remove(mark));
        }
    }

    /// Continues the search that was left. The child last entered is entered again, because it may have been in the
    /// middle of its own search.
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

    /// Returns the number of marks read or set since the last call.
    pub(super) fn take_marks_used(&mut self) -> u32 {
        std::mem::take(&mut self.deferral.marks_used)
    }

    /// Returns the number of jobs put off since the last call.
    pub(super) fn take_deferrals(&mut self) -> u32 {
        std::mem::take(&mut self.deferral.deferrals)
    }

    /// Returns the place of the node last entered.
    pub(super) fn depth(&self) -> usize {
        self.stepper.depth()
    }

    /// Returns the root job that is being searched.
    pub(super) fn root_job(&self) -> Option<&N::Job> {
        self.stepper.levels().first()?.job.as_ref()
    }

    /// Opens one node, or searches one small subtree if the grain allows it, and backs the value up as far as possible.
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

/// The hooks of this search, in addition to the steps of other searches.
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
        let node_mark = deferral.exclusion.node_mark(node, levels.len());
        let is_busy = || node_mark.is_some_and(|mark| deferral.is_elsewhere(mark, levels));
        let reduces_busy = deferral.exclusion.reduces_busy();
        let is_shared = reduces_busy && is_busy();
        let is_exclusive = levels.last().is_some_and(|level| level.notes.is_exclusive);
        if is_exclusive && !reduces_busy && is_busy() {
            let level = levels.last_mut()?;
            deferral.come_back(&mut level.notes);
            deferral.put_off(level.job.take()?);
            return None;
        }
        deferral.put(node_mark);
        let from = deferral.deferred.len();
        Some(Notes {
            node_mark,
            is_shared,
            deferred_from: from,
            next_deferred: from,
            ..Notes::default()
        })
    }

    /// Returns the node's next job that no other worker is known to search. When none is left, returns the jobs put
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
            // In a sequential phase the next job depends on the result of this one.
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
            return Some(if notes.is_shared { node.reduced_more(context, &job) } else { job });
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
    /// Returns true if a worker other than this one, further up, is in the node.
    fn is_elsewhere(&self, mark: Mark, levels: &[Level<N, Notes>]) -> bool {
        self.exclusion.is_busy(mark)
            && !levels.iter().any(|level| level.notes.node_mark == Some(mark))
    }

    /// Puts off a job that another worker is searching, as its mark shows, until nothing else is left.
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

    /// Removes the mark of the job that leads to the node below, which has come back. Others may take it now, with any
    /// result, because the null-window test is over. A re-search is not put off.
    fn come_back(&self, notes: &mut Notes) {
        notes.is_exclusive = false;
        notes.job_mark.take().into_iter().for_each(|mark| self.exclusion.remove(mark));
    }
}

#[cfg(test)]
mod tests;
