//! Alpha-beta on a stack of nodes, a node a step, putting off the jobs that others are busy with.
//!
//! It calls the operations of the nodes in the order of the [recursive driver](crate::driver); only
//! a deferred job comes later. Several jobs of a node are out then, as in any parallel search.

use super::busy_table::{BusyTable, Mark};
use crate::driver::{self, Interrupt};
use crate::ids::WorkerId;
use crate::node::{Absorbed, Node, Opened};
use crate::params::Grain;

/// Jobs of nodes of at least this remaining depth are marked and deferred: Kerrigan's
/// `DEFER_DEPTH`. Below it, deferring costs more than searching twice.
const DEFER_DEPTH: i32 = 3;

/// A search under way in a stack of nodes, the first of which is its live root.
pub(super) struct Descent<'a, N: Node> {
    busy_jobs: &'a BusyTable,
    who: WorkerId,
    /// `levels[i]` is about `stack[i]`.
    levels: Vec<Level<N>>,
    /// The jobs put off, those of the deepest node last.
    deferred: Vec<N::Job>,
}

/// What is to be remembered of a node on the stack.
struct Level<N: Node> {
    /// The job that leads to the node below.
    job: Option<N::Job>,
    /// The mark on that job.
    mark: Option<Mark>,
    /// The first move has been handed out. It is never deferred.
    has_first: bool,
    /// The node has nothing left to hand out.
    is_exhausted: bool,
    /// Where its deferred jobs begin, and which of them is next.
    deferred_from: usize,
    next_deferred: usize,
}

/// How a descent stands after a step.
pub(super) enum Progress<V> {
    /// A child has been entered, to be opened by the next step.
    Deeper,
    /// The root's value.
    Done(V),
    /// It has been interrupted: values mean nothing any more.
    Interrupted,
}

impl<'a, N: Node> Descent<'a, N> {
    pub(super) fn new(busy_jobs: &'a BusyTable, who: WorkerId) -> Descent<'a, N> {
        Descent { busy_jobs, who, levels: Vec::new(), deferred: Vec::new() }
    }

    /// Forgets the search under way, and takes its marks away; the next step begins one at the root.
    pub(super) fn restart(&mut self) {
        for mark in self.levels.drain(..).filter_map(|level| level.mark) {
            self.busy_jobs.remove(mark);
        }
        self.deferred.clear();
    }

    /// The place of the node last entered.
    pub(super) fn depth(&self) -> usize {
        self.levels.len()
    }

    /// Opens one node, or searches one subtree without jobs to defer if the grain allows it, and
    /// backs the value up as far as it goes.
    pub(super) fn step(
        &mut self,
        context: &mut N::Context<'_>,
        stack: &mut [N],
        grain: Grain,
        interrupt: &mut impl Interrupt,
    ) -> Progress<N::Value> {
        let mut known = None;
        let child = self.levels.len();
        match self.levels.last().map(|level| level.job.expect("a child has been entered")) {
            None => self.go_down(),
            Some(job) => match stack[child].open(context, &job) {
                Opened::Value(value) => known = Some(value),
                Opened::Live if grain == Grain::Node || stack[child].height() >= DEFER_DEPTH => {
                    self.go_down();
                }
                Opened::Live => match driver::search(context, &mut stack[child..], interrupt) {
                    None => return Progress::Interrupted,
                    value => known = value,
                },
            },
        }
        if N::must_stop(context) {
            return Progress::Interrupted;
        }
        loop {
            let (above, below) = stack.split_at_mut(self.levels.len());
            let node = above.last_mut().expect("the root is live");
            let job = match known.take() {
                None => self.next(context, node),
                Some(value) => {
                    let job = self.levels.last_mut().and_then(|level| level.job.take());
                    let job = job.expect("a value is that of a job");
                    // Whatever comes of it: the null-window test is over, others may have the job.
                    self.remove_mark();
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
            self.go_up();
            if self.levels.is_empty() {
                return Progress::Done(value);
            }
            known = Some(value);
        }
    }

    /// The node's next job that nobody else is busy with; when there is none left, those put off.
    fn next(&mut self, context: &mut N::Context<'_>, node: &mut N) -> Option<N::Job> {
        let level = self.levels.last_mut().expect("the node is on the stack");
        while !level.is_exhausted {
            let Some(job) = node.next(context) else {
                level.is_exhausted = true;
                break;
            };
            let Some(mark) = mark_of(node, &job, self.who) else { return Some(job) };
            if std::mem::replace(&mut level.has_first, true) {
                if self.busy_jobs.is_busy(mark) {
                    self.deferred.push(job);
                    continue;
                }
                self.busy_jobs.put(mark);
                level.mark = Some(mark);
            }
            return Some(job);
        }
        let job = *self.deferred.get(level.next_deferred)?;
        level.next_deferred += 1;
        level.mark = mark_of(node, &job, self.who);
        level.mark.iter().for_each(|&mark| self.busy_jobs.put(mark));
        Some(job)
    }

    fn go_down(&mut self) {
        let deferred_from = self.deferred.len();
        self.levels.push(Level {
            job: None,
            mark: None,
            has_first: false,
            is_exhausted: false,
            deferred_from,
            next_deferred: deferred_from,
        });
    }

    fn go_up(&mut self) {
        let level = self.levels.pop().expect("the node is on the stack");
        self.deferred.truncate(level.deferred_from);
    }

    fn remove_mark(&mut self) {
        if let Some(mark) = self.levels.last_mut().and_then(|level| level.mark.take()) {
            self.busy_jobs.remove(mark);
        }
    }
}

/// The mark on a job, if it may be deferred: in a phase that is in sequence the next job depends on
/// its result.
fn mark_of<N: Node>(node: &N, job: &N::Job, who: WorkerId) -> Option<Mark> {
    let may_wait = node.height() >= DEFER_DEPTH && node.split_hint().is_some();
    if may_wait { node.job_key(job).map(|key| Mark::new(key, who)) } else { None }
}

#[cfg(test)]
mod tests {
    use cleave_shared_memory::SharedSlice;

    use super::*;
    use crate::driver::Never;
    use crate::testing::TinyNode;

    /// Searches a tree in which another worker is at these children of the root. Returns the value
    /// and the order in which the children of the root have been entered.
    fn search(busy: &[usize]) -> (i32, Vec<u64>) {
        let mut nodes = 0;
        let tables: SharedSlice<BusyTable> = SharedSlice::new("busy-jobs", 1).unwrap();
        let mut stack = vec![TinyNode::vacant(); TinyNode::STACK];
        stack[0] = TinyNode::root(5);
        let mut other = stack[0];
        let jobs: Vec<_> = std::iter::from_fn(|| other.next(&mut nodes)).collect();
        let keys: Vec<_> = jobs.iter().map(|job| other.job_key(job).unwrap()).collect();
        for &child in busy {
            tables[0].put(Mark::new(keys[child], WorkerId::new(1)));
        }
        let mut descent = Descent::new(&tables[0], WorkerId::MAIN);
        let mut order: Vec<u64> = Vec::new();
        loop {
            match descent.step(&mut nodes, &mut stack, Grain::Node, &mut Never) {
                Progress::Done(value) => {
                    for (number, &key) in keys.iter().enumerate() {
                        let is_marked = tables[0].is_busy(Mark::new(key, WorkerId::new(2)));
                        assert_eq!(is_marked, busy.contains(&number), "only own marks go");
                    }
                    return (value, order);
                }
                Progress::Deeper if descent.depth() == 1 => {
                    let job = descent.levels[0].job.expect("a child has been entered");
                    let key = stack[0].job_key(&job).unwrap();
                    let place = keys.iter().position(|&other| other == key).unwrap() as u64;
                    if order.last() != Some(&place) {
                        order.push(place);
                    }
                }
                _ => {}
            }
        }
    }

    #[test]
    fn a_busy_job_is_taken_when_the_others_are_done() {
        let (value, order) = search(&[]);
        assert_eq!(order, [0, 1, 2, 3]);
        assert_eq!(search(&[1]), (value, vec![0, 2, 3, 1]));
        assert_eq!(search(&[1, 2]), (value, vec![0, 3, 1, 2]));
    }

    #[test]
    fn the_first_job_is_never_deferred() {
        assert_eq!(search(&[0, 1, 2, 3]).1, [0, 1, 2, 3]);
    }
}
