//! Alpha-beta on a stack of nodes, a node a step, putting off what other workers are at.
//!
//! It calls the operations of the nodes in the order of the [recursive driver](crate::driver); only
//! what is put off comes later. Several jobs of a node are out then, as in any parallel search. The
//! stack may be left between two steps and be taken up again.

use super::exclusion::{Exclusion, Mark, Nobody};
use crate::driver::{self, Interrupt};
use crate::node::{Absorbed, Node, Opened};
use crate::params::Grain;

/// Nodes of at least this remaining depth are on the stack, and jobs of theirs may be put off. Below
/// them the recursive driver runs, whose work is lost when it is interrupted.
const LEAST_HEIGHT: i32 = 3;

/// A search under way in a stack of nodes, the first of which is its live root.
pub(crate) struct Descent<'a, N: Node> {
    exclusion: Box<dyn Exclusion<N> + 'a>,
    /// `levels[i]` is about `stack[i]`.
    levels: Vec<Level<N>>,
    /// The jobs put off, those of the deepest node last.
    deferred: Vec<N::Job>,
    /// The search has been left: its marks are gone.
    is_suspended: bool,
    /// Marks looked at or put, to be charged for.
    marks_used: u32,
    /// Jobs put off, to be counted.
    deferrals: u32,
}

/// What is to be remembered of a node on the stack.
struct Level<N: Node> {
    /// The job that leads to the node below.
    job: Option<N::Job>,
    /// That job is put off if another worker is at it.
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

/// How a descent stands after a step.
pub(crate) enum Progress<V> {
    /// A child has been entered, to be opened by the next step.
    Deeper,
    /// The root's value.
    Done(V),
    /// It has been interrupted: values mean nothing any more.
    Interrupted,
}

/// What has come of the child last entered.
enum Child<V> {
    Value(V),
    /// It is on the stack now.
    Entered,
    /// Another worker is there.
    PutOff,
    Interrupted,
}

impl<'a, N: Node> Descent<'a, N> {
    pub(super) fn new(exclusion: Box<dyn Exclusion<N> + 'a>) -> Descent<'a, N> {
        Descent {
            exclusion,
            levels: Vec::new(),
            deferred: Vec::new(),
            is_suspended: false,
            marks_used: 0,
            deferrals: 0,
        }
    }

    /// One that puts nothing off: it is the recursive driver in steps.
    pub(crate) fn sequential() -> Descent<'a, N> {
        Descent::new(Box::new(Nobody))
    }

    /// Forgets the search under way, and takes its marks away; the next step begins one at the root.
    pub(crate) fn restart(&mut self) {
        self.suspend();
        self.levels.clear();
        self.deferred.clear();
        self.is_suspended = false;
    }

    /// Leaves the search where it is; the others see no mark of it.
    pub(super) fn suspend(&mut self) {
        if !std::mem::replace(&mut self.is_suspended, true) {
            self.marks().for_each(|mark| self.exclusion.remove(mark));
        }
    }

    /// Takes up the search that was left. The child last entered is entered again: it may have been
    /// in the middle of a search of its own.
    pub(super) fn resume(&mut self, context: &mut N::Context<'_>, stack: &mut [N]) {
        if std::mem::replace(&mut self.is_suspended, false) {
            self.marks().for_each(|mark| self.exclusion.put(mark));
            self.marks_used += self.marks().count() as u32;
        }
        let (above, below) = stack.split_at_mut(self.levels.len());
        if let (Some(node), Some(job)) = (above.last(), self.levels.last().and_then(|l| l.job)) {
            below[0].enter(context, node, &job);
        }
    }

    fn marks(&self) -> impl Iterator<Item = Mark> {
        self.levels.iter().flat_map(|level| level.job_mark.into_iter().chain(level.node_mark))
    }

    /// How many marks have been looked at or put since this was last asked.
    pub(super) fn take_marks_used(&mut self) -> u32 {
        std::mem::take(&mut self.marks_used)
    }

    /// How many jobs have been put off since this was last asked.
    pub(super) fn take_deferrals(&mut self) -> u32 {
        std::mem::take(&mut self.deferrals)
    }

    /// The place of the node last entered.
    pub(crate) fn depth(&self) -> usize {
        self.levels.len()
    }

    /// The job of the root that is being searched.
    pub(super) fn root_job(&self) -> Option<&N::Job> {
        self.levels.first()?.job.as_ref()
    }

    /// Opens one node, or searches one small subtree if the grain allows it, and backs the value up as
    /// far as it goes.
    pub(crate) fn step(
        &mut self,
        context: &mut N::Context<'_>,
        stack: &mut [N],
        grain: Grain,
        interrupt: &mut impl Interrupt,
    ) -> Progress<N::Value> {
        let child = match self.levels.last() {
            None => {
                self.go_down(self.exclusion.node_mark(&stack[0]));
                Child::Entered
            }
            // The search was left when this node had just been opened.
            Some(level) if level.job.is_none() => Child::Entered,
            Some(_) => self.open(context, stack, grain, interrupt),
        };
        let mut known = match child {
            Child::Interrupted => return Progress::Interrupted,
            _ if N::must_stop(context) => return Progress::Interrupted,
            Child::Value(value) => Some(value),
            Child::Entered | Child::PutOff => None,
        };
        loop {
            let (above, below) = stack.split_at_mut(self.levels.len());
            let node = above.last_mut().expect("the root is live");
            let job = match known.take() {
                None => self.next(context, node),
                Some(value) => {
                    let job = self.take_job();
                    match node.absorb(context, &job, value, below[0].line()) {
                        Absorbed::Again(again) => Some(again),
                        Absorbed::GoOn => self.next(context, node),
                        Absorbed::Done(value) => {
                            known = Some(value);
                            None
                        }
                    }
                }
            };
            if let Some(job) = job {
                below[0].enter(context, node, &job);
                self.levels.last_mut().expect("the node is on the stack").job = Some(job);
                return Progress::Deeper;
            }
            let value = match known {
                Some(value) => value,
                None => node.finish(context),
            };
            node.smp_finished(context);
            self.go_up();
            if self.levels.is_empty() {
                return Progress::Done(value);
            }
            known = Some(value);
        }
    }

    /// Opens the child last entered.
    fn open(
        &mut self,
        context: &mut N::Context<'_>,
        stack: &mut [N],
        grain: Grain,
        interrupt: &mut impl Interrupt,
    ) -> Child<N::Value> {
        let child = self.levels.len();
        let job = self.level().job.expect("a child has been entered");
        let opened = stack[child].open(context, &job);
        stack[child].smp_opened(context);
        if let Opened::Value(value) = opened {
            return Child::Value(value);
        }
        let node = &stack[child];
        if node.height() < LEAST_HEIGHT && grain == Grain::Subtree {
            let value = driver::search(context, &mut stack[child..], interrupt);
            return value.map_or(Child::Interrupted, Child::Value);
        }
        let mark = self.exclusion.node_mark(node);
        if self.level().is_exclusive && mark.is_some_and(|mark| self.is_elsewhere(mark)) {
            let job = self.take_job();
            self.put_off(job);
            return Child::PutOff;
        }
        self.go_down(mark);
        Child::Entered
    }

    /// True if another worker is in the node, and not only this one further up.
    fn is_elsewhere(&self, mark: Mark) -> bool {
        self.exclusion.is_busy(mark) && !self.levels.iter().any(|l| l.node_mark == Some(mark))
    }

    /// The node's next job that nobody else is known to be at; when there is none left, those put
    /// off.
    fn next(&mut self, context: &mut N::Context<'_>, node: &mut N) -> Option<N::Job> {
        while !self.level().is_exhausted {
            let is_in_sequence = node.split_hint().is_none();
            let Some(job) = node.next(context) else {
                self.level().is_exhausted = true;
                break;
            };
            self.level().is_exclusive = false;
            // In a phase that is in sequence the next job depends on the result of this one.
            if is_in_sequence {
                return Some(job);
            }
            let is_first = !std::mem::replace(&mut self.level().has_first, true);
            if is_first || node.job_key(&job).is_none() {
                return Some(job);
            }
            let mark = self.exclusion.job_mark(node, &job);
            if mark.is_some_and(|mark| self.exclusion.is_busy(mark)) {
                self.put_off(job);
                continue;
            }
            self.level().is_exclusive = true;
            self.mark_job(mark);
            return Some(job);
        }
        let place = self.level().next_deferred;
        let job = *self.deferred.get(place)?;
        self.level().next_deferred += 1;
        self.level().is_exclusive = false;
        self.mark_job(self.exclusion.job_mark(node, &job));
        Some(job)
    }

    /// Another worker is at this job, as its mark has shown: it comes when there is nothing else left.
    fn put_off(&mut self, job: N::Job) {
        self.marks_used += 1;
        self.deferrals += 1;
        self.deferred.push(job);
    }

    fn level(&mut self) -> &mut Level<N> {
        self.levels.last_mut().expect("the node is on the stack")
    }

    fn mark_job(&mut self, mark: Option<Mark>) {
        self.level().job_mark = mark;
        self.put(mark);
    }

    /// The job that leads to the node below has come back. Whatever comes of it, others may have it
    /// now: the null-window test is over. A search again is not put off.
    fn take_job(&mut self) -> N::Job {
        let level = self.level();
        level.is_exclusive = false;
        let (job, mark) = (level.job.take(), level.job_mark.take());
        mark.into_iter().for_each(|mark| self.exclusion.remove(mark));
        job.expect("a value is that of a job")
    }

    fn go_down(&mut self, node_mark: Option<Mark>) {
        let deferred_from = self.deferred.len();
        self.levels.push(Level {
            job: None,
            is_exclusive: false,
            job_mark: None,
            node_mark,
            has_first: false,
            is_exhausted: false,
            deferred_from,
            next_deferred: deferred_from,
        });
        self.put(node_mark);
    }

    fn put(&mut self, mark: Option<Mark>) {
        if let Some(mark) = mark {
            self.marks_used += 1;
            self.exclusion.put(mark);
        }
    }

    fn go_up(&mut self) {
        let level = self.levels.pop().expect("the node is on the stack");
        self.deferred.truncate(level.deferred_from);
        level.node_mark.into_iter().for_each(|mark| self.exclusion.remove(mark));
    }
}

#[cfg(test)]
mod tests;
