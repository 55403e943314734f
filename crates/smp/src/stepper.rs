//! The recursive driver without recursion: one node per step.
//!
//! It calls the same operations of the nodes in the same order as the [driver]. Between two steps the search is data,
//! which can be inspected, changed, left, and continued.
//!
//! ```text
//!   stack   jobs       a step
//!   root    job to a   1  opens b: it has a value, or is live
//!   a       job to b   2  gives the value to a, and goes up as long as nodes are done
//!   b                  3  asks the node it has come to for its next job, and enters that child
//! ```

use crate::driver::{self, Interrupt};
use crate::node::{Absorbed, Context, Node, Opened};

/// A search under way in a stack of nodes. The first node is its live root.
pub struct Stepper<N: Node> {
    /// `jobs[i]` leads from the live node `stack[i]` to the node below. `None` before the first and after the last step
    /// of that node. The node last entered follows them in the stack.
    jobs: Vec<Option<N::Job>>,
}

/// The state of a search after a step.
pub enum Progress<V> {
    /// A child has been entered. The next step opens it.
    Deeper,
    /// The root's value.
    Done(V),
    /// The search has been interrupted, and values mean nothing any more.
    Interrupted,
}

impl<V> From<Option<V>> for Progress<V> {
    /// Converts the end of a search by the recursive driver.
    fn from(value: Option<V>) -> Progress<V> {
        value.map_or(Progress::Interrupted, Progress::Done)
    }
}

impl<N: Node> Default for Stepper<N> {
    /// Creates a search that has not begun.
    fn default() -> Stepper<N> {
        Stepper { jobs: Vec::new() }
    }
}

impl<N: Node> Stepper<N> {
    /// Forgets the search under way; the next step begins one at the root.
    pub fn restart(&mut self) {
        self.jobs.clear();
    }

    /// Returns the place of the node last entered.
    pub fn depth(&self) -> usize {
        self.jobs.len()
    }

    /// Returns the job that leads below the live node in this place. Returns `None` at the node last entered.
    pub fn job(&self, place: usize) -> Option<&N::Job> {
        self.jobs.get(place)?.as_ref()
    }

    /// Forgets this many nodes from the root. The caller moves the node below them to the first place in the stack.
    pub(crate) fn forget_first(&mut self, nodes: usize) {
        self.jobs.drain(..nodes);
    }

    /// Drops the search below the node in this place, which becomes the node last entered.
    pub fn return_to(&mut self, place: usize) {
        self.jobs.truncate(place);
    }

    /// Opens the node last entered, and backs its value up as far as possible.
    #[inline]
    pub fn step(&mut self, context: &mut N::Context<'_>, stack: &mut [N]) -> Progress<N::Value> {
        let opened = match self.jobs.last() {
            None => Opened::Live,
            // The last step was interrupted when this node had been opened.
            Some(None) => return self.go_on(context, stack, None),
            Some(Some(job)) => stack[self.jobs.len()].open(context, job),
        };
        let known = match opened {
            Opened::Value(value) => Some(value),
            Opened::Live => {
                self.jobs.push(None);
                None
            }
        };
        self.go_on(context, stack, known)
    }

    /// Continues with the value of the node last entered. Without a value, continues at the deepest live node.
    #[inline(always)]
    pub fn go_on(
        &mut self,
        context: &mut N::Context<'_>,
        stack: &mut [N],
        mut known: Option<N::Value>,
    ) -> Progress<N::Value> {
        // This must happen before the node above takes in the value and the table stores it.
        if context.must_stop() {
            return Progress::Interrupted;
        }
        loop {
            let (above, below) = stack.split_at_mut(self.jobs.len());
            let (Some(node), Some(job)) = (above.last_mut(), self.jobs.last_mut()) else {
                return Progress::Done(known.expect("the root is live or has a value"));
            };
            let child = &mut below[0];
            let absorbed = known.take().map_or(Absorbed::Continue, |value| {
                let job = job.take().expect("a value belongs to a job");
                node.absorb(context, &job, value, child.line())
            });
            let next = match absorbed {
                Absorbed::Research(again) => Ok(again),
                Absorbed::Continue => node.next(context).ok_or_else(|| node.finish(context)),
                Absorbed::Settled(value) => Err(value),
            };
            match next {
                Ok(next) => {
                    child.enter(context, node, &next);
                    *job = Some(next);
                    return Progress::Deeper;
                }
                Err(value) => {
                    self.jobs.pop();
                    known = Some(value);
                }
            }
        }
    }

    /// Searches to the end with the recursive driver from the current state: the beginning, or the value of the node
    /// last entered. Returns `None` if the search is interrupted or stops.
    pub(crate) fn finish(
        &mut self,
        context: &mut N::Context<'_>,
        stack: &mut [N],
        mut known: Option<N::Value>,
        interrupt: &mut impl Interrupt<N>,
    ) -> Option<N::Value> {
        if self.jobs.is_empty() && known.is_none() {
            self.jobs.push(None);
        }
        loop {
            match self.go_on(context, stack, known) {
                Progress::Deeper => {}
                Progress::Done(value) => return Some(value),
                Progress::Interrupted => return None,
            }
            let below = &mut stack[self.jobs.len()..];
            let job = self.jobs.last_mut().expect("a child has been entered");
            let value = match below[0].open(context, job.as_ref().expect("by a job")) {
                Opened::Value(value) => value,
                Opened::Live => driver::search(context, below, interrupt)?,
            };
            if interrupt.is_raised() {
                interrupt.keep(&job.take().expect("by a job"), value);
                self.jobs.pop();
                return None;
            }
            known = Some(value);
        }
    }

    /// Continues a search that the recursive driver has left below the node last entered. The jobs lead down from
    /// there, the deepest first.
    pub(crate) fn take_up(&mut self, jobs: &[N::Job]) {
        self.jobs.extend(jobs.iter().rev().copied().map(Some));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::driver::{self, Never};
    use crate::instrument::Traced;
    use crate::testing::{Call, TinyNode, calls_of};

    fn roots() -> [TinyNode; 3] {
        let searches_again = TinyNode::root_that_searches_again(3);
        [TinyNode::root(4), TinyNode::root_with_cutoffs(4), searches_again]
    }

    /// Returns the value of a tree, and the calls of each step.
    fn search(root: TinyNode) -> (i32, Vec<Vec<Call>>) {
        let (mut nodes, mut stack) = (0, vec![root; TinyNode::STACK]);
        let (mut stepper, mut steps) = (Stepper::default(), Vec::new());
        loop {
            let step = || stepper.step(&mut nodes, &mut stack);
            let (progress, calls) = calls_of(step);
            let last = *calls.last().unwrap();
            steps.push(calls);
            match progress {
                Progress::Done(value) => return (value, steps),
                _ => assert_eq!(last, ("enter", stack[stepper.depth()].trace_key())),
            }
        }
    }

    #[test]
    fn the_operations_are_those_of_the_recursive_driver_in_their_order() {
        for root in roots() {
            let (mut nodes, mut stack) = (0, vec![root; TinyNode::STACK]);
            let recursive = || driver::search(&mut nodes, &mut stack, &mut Never).unwrap();
            let (value, calls) = calls_of(recursive);
            let (found, steps) = search(root);
            assert_eq!((found, steps.concat()), (value, calls));
        }
    }

    /// Interrupts the search at every `every`-th node, and keeps all of it.
    struct Often {
        every: usize,
        asked: usize,
        jobs: Vec<u64>,
        value: Option<i32>,
    }

    impl Interrupt<TinyNode> for Often {
        fn is_raised(&mut self) -> bool {
            self.asked += 1;
            self.asked.is_multiple_of(self.every)
        }

        fn keep(&mut self, job: &u64, value: i32) {
            self.value = Some(value);
            self.jobs.push(*job);
        }

        fn keep_above(&mut self, job: &u64) {
            self.jobs.push(*job);
        }
    }

    #[test]
    fn a_search_that_the_driver_leaves_continues_unchanged() {
        for root in roots() {
            let (mut nodes, mut stack) = (0, vec![root; TinyNode::STACK]);
            let recursive = || driver::search(&mut nodes, &mut stack, &mut Never).unwrap();
            let expected = calls_of(recursive);
            for every in [1, 2, 3, 7, 50] {
                let mut stack = vec![root; TinyNode::STACK];
                let (mut stepper, mut times) = (Stepper::default(), 0);
                let mut often = Often { every, asked: 0, jobs: Vec::new(), value: None };
                let found = calls_of(|| {
                    loop {
                        let known = often.value.take();
                        let value = stepper.finish(&mut nodes, &mut stack, known, &mut often);
                        if let Some(value) = value {
                            return value;
                        }
                        stepper.take_up(&often.jobs);
                        often.jobs.clear();
                        times += 1;
                    }
                });
                assert_eq!(found, expected);
                assert!(times * every > 100, "{times}");
            }
        }
    }

    #[test]
    fn each_step_but_the_first_opens_one_node() {
        let is_open = |&&(operation, _): &&Call| operation == "open";
        for root in roots() {
            let (_, steps) = search(root);
            let opened = steps.iter().map(|calls| calls.iter().filter(is_open).count());
            assert!(opened.eq((0..steps.len()).map(|step| step.min(1))));
        }
    }

    #[test]
    fn a_search_goes_on_above_a_node_that_is_settled() {
        let (mut nodes, mut stack) = (0, vec![TinyNode::root(4); TinyNode::STACK]);
        let mut stepper: Stepper<TinyNode> = Stepper::default();
        for _ in 0..4 {
            stepper.step(&mut nodes, &mut stack);
        }
        let above = stack[1].trace_key();
        stepper.return_to(2);
        let go_on = || stepper.go_on(&mut nodes, &mut stack, Some(0));
        let (_, calls) = calls_of(go_on);
        assert_eq!(calls[..2], [("absorb", above), ("next", above)]);
        assert_eq!((calls[2].0, stepper.depth()), ("enter", 2));
        stepper.return_to(0);
        let progress = stepper.go_on(&mut nodes, &mut stack, Some(7));
        assert!(matches!(progress, Progress::Done(7)));
    }
}
