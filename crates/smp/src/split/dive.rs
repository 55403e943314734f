//! The recursive driver without recursion: one node a step.
//!
//! Below the split frontier a worker is alone. It then either searches a whole subtree in one step
//! ([`crate::driver`]), or, where a step should be one node, moves this. Both call the same
//! operations in the same order.

use crate::node::{Absorbed, Node, Opened};

/// A search under way in a stack of nodes. `stack[0]` is its root, live from the beginning.
pub(crate) struct Dive<N: Node> {
    /// `jobs[i]` leads from `stack[i]` to `stack[i + 1]`.
    jobs: Vec<N::Job>,
    under_way: bool,
}

/// How a dive stands after a step.
pub(crate) enum Progress<V> {
    /// A child has been entered, to be opened by the next step.
    Deeper,
    /// The root's value.
    Done(V),
}

impl<N: Node> Dive<N> {
    pub(crate) fn new() -> Dive<N> {
        Dive { jobs: Vec::new(), under_way: false }
    }

    /// Forgets the dive under way; the next step begins one at `stack[0]`.
    pub(crate) fn restart(&mut self) {
        self.jobs.clear();
        self.under_way = false;
    }

    /// The place of the node last entered.
    pub(crate) fn depth(&self) -> usize {
        self.jobs.len()
    }

    /// Opens one node, and backs its value up as far as it goes.
    pub(crate) fn step(
        &mut self,
        worker: &mut N::Context<'_>,
        stack: &mut [N],
    ) -> Progress<N::Value> {
        let mut known = None;
        if self.under_way {
            let job = self.jobs.last().expect("a child has been entered");
            if let Opened::Value(value) = stack[self.jobs.len()].open(worker, job) {
                known = Some(value);
            }
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
