//! The recursive driver without recursion: one node a step.
//!
//! Below the split frontier a worker is alone. It then either searches a whole subtree in one step
//! ([`crate::driver`]), or, where a step should be one node or windows must be within reach, moves
//! this. Both call the same operations in the same order.

use crate::node::{Absorbed, Node, Opened};
use crate::own_root::Window;

/// A search under way in a stack of nodes. `stack[0]` is its root, live from the beginning.
pub(crate) struct Dive<N: Node> {
    /// `jobs[i]` leads from `stack[i]` to `stack[i + 1]`.
    jobs: Vec<N::Job>,
    under_way: bool,
    /// The value of the node last entered, decided by a narrower window.
    decided: Option<N::Value>,
}

/// How a dive stands after a step.
pub(crate) enum Progress<V> {
    /// A child has been entered, to be opened by the next step.
    Deeper,
    /// The root's value.
    Done(V),
    /// The search must stop: values mean nothing any more.
    Interrupted,
}

impl<N: Node> Dive<N> {
    pub(crate) fn new() -> Dive<N> {
        Dive { jobs: Vec::new(), under_way: false, decided: None }
    }

    /// Forgets the dive under way; the next step begins one at `stack[0]`.
    pub(crate) fn restart(&mut self) {
        self.jobs.clear();
        self.under_way = false;
        self.decided = None;
    }

    /// The place of the node last entered.
    pub(crate) fn depth(&self) -> usize {
        self.jobs.len()
    }

    /// The window of the root is narrower now, and so are those of the nodes below it that have the
    /// whole window of the node above.
    pub(crate) fn narrow(
        &mut self,
        worker: &mut N::Context<'_>,
        stack: &mut [N],
        mut window: Window,
    ) {
        for (depth, node) in stack[..=self.jobs.len()].iter_mut().enumerate() {
            if let Some(value) = node.narrow(worker, window) {
                self.jobs.truncate(depth);
                self.decided = Some(value);
                return;
            }
            let goes_on = self.jobs.get(depth).is_some_and(N::has_whole_window);
            let (true, Some(narrowed)) = (goes_on, node.window()) else { return };
            window = narrowed.turned();
        }
    }

    /// Opens one node, and backs its value up as far as it goes.
    pub(crate) fn step(
        &mut self,
        worker: &mut N::Context<'_>,
        stack: &mut [N],
    ) -> Progress<N::Value> {
        let mut known = self.decided.take();
        if self.under_way && known.is_none() {
            let job = self.jobs.last().expect("a child has been entered");
            if let Opened::Value(value) = stack[self.jobs.len()].open(worker, job) {
                known = Some(value);
            }
        }
        // Before the node above takes the value in, and has the table remember it.
        if N::must_stop(worker) {
            return Progress::Interrupted;
        }
        self.under_way = true;
        loop {
            let depth = self.jobs.len();
            let job = match known.take() {
                None => stack[depth].next(worker),
                Some(value) => {
                    let Some(job) = self.jobs.pop() else {
                        self.restart();
                        return Progress::Done(value);
                    };
                    let (above, below) = stack.split_at_mut(depth);
                    match above[depth - 1].absorb(worker, &job, value, below[0].line()) {
                        Absorbed::Again(again) => Some(again),
                        Absorbed::GoOn => above[depth - 1].next(worker),
                        Absorbed::Done(value) => {
                            known = Some(value);
                            continue;
                        }
                    }
                }
            };
            let depth = self.jobs.len();
            let Some(job) = job else {
                known = Some(stack[depth].finish(worker));
                continue;
            };
            let (above, below) = stack.split_at_mut(depth + 1);
            below[0].enter(worker, &above[depth], &job);
            self.jobs.push(job);
            return Progress::Deeper;
        }
    }
}
