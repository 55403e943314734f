//! The recursive driver without recursion: one node a step.
//!
//! It calls the same operations of the nodes in the same order as the [driver]. Between two
//! steps the search is data, which may be looked at, changed, left, and taken up again.
//!
//! ```text
//!   stack   levels     a step
//!   root    job to a   1  opens b: it has a value, or is live
//!   a       job to b   2  gives the value to a, and goes up as long as nodes are done
//!   b                  3  asks the node it has come to for its next job, and enters that child
//! ```
//!
//! An algorithm that needs more than that adds it by [`StepHooks`].

use crate::driver::{self, Interrupt};
use crate::node::{Absorbed, Context, Node, Opened};

/// A search under way in a stack of nodes, the first of which is its live root. For each live node hooks
/// may note a `T`.
pub struct Stepper<N: Node, T = ()> {
    /// `levels[i]` is about `stack[i]`. Behind them is the node last entered.
    levels: Vec<Level<N, T>>,
}

/// A live node on the stack.
pub struct Level<N: Node, T> {
    /// The job that leads to the node below; `None` before the first and after the last step of the node.
    pub job: Option<N::Job>,
    /// What the hooks have noted of the node.
    pub notes: T,
}

/// The job that leads to the node last entered.
pub fn job_below<N: Node, T>(levels: &[Level<N, T>]) -> &N::Job {
    let job = levels.last().and_then(|level| level.job.as_ref());
    job.expect("a child has been entered")
}

/// How a search stands after a step.
pub enum Progress<V> {
    /// A child has been entered, to be opened by the next step.
    Deeper,
    /// The root's value.
    Done(V),
    /// It has been interrupted: values mean nothing any more.
    Interrupted,
}

impl<N: Node, T> Default for Stepper<N, T> {
    /// A search that has not begun.
    fn default() -> Stepper<N, T> {
        Stepper { levels: Vec::new() }
    }
}

impl<N: Node, T> Stepper<N, T> {
    /// Forgets the search under way; the next step begins one at the root.
    pub fn restart(&mut self) {
        self.levels.clear();
    }

    /// The place of the node last entered.
    pub fn depth(&self) -> usize {
        self.levels.len()
    }

    /// The nodes above the one last entered.
    pub fn levels(&self) -> &[Level<N, T>] {
        &self.levels
    }

    /// Forgets this many levels from the root. The caller moves the node below them to the first place in the stack.
    pub(crate) fn forget_first(&mut self, levels: usize) {
        self.levels.drain(..levels);
    }

    /// Gives up what is below the node in this place, which becomes the one last entered.
    pub fn return_to(&mut self, place: usize) {
        self.levels.truncate(place);
    }

    /// Opens the node last entered, and backs its value up as far as it goes.
    #[inline]
    pub fn step(
        &mut self,
        context: &mut N::Context<'_>,
        stack: &mut [N],
        hooks: &mut impl StepHooks<N, Notes = T>,
    ) -> Progress<N::Value> {
        let depth = self.levels.len();
        let opened = match self.levels.last() {
            None => Some(Opened::Live),
            // The last step was interrupted when this node had been opened.
            Some(level) if level.job.is_none() => None,
            Some(_) => match hooks.open(context, stack, &mut self.levels) {
                None => return Progress::Interrupted,
                opened => opened,
            },
        };
        let mut known = None;
        match opened {
            Some(Opened::Value(value)) => known = Some(value),
            Some(Opened::Live) => {
                let notes = hooks.go_down(&stack[depth], &mut self.levels);
                self.levels.extend(notes.map(|notes| Level { job: None, notes }));
            }
            None => {}
        }
        self.go_on(context, stack, hooks, known)
    }

    /// Goes on with the value of the node last entered; without one, at the deepest live node.
    #[inline(always)]
    pub fn go_on(
        &mut self,
        context: &mut N::Context<'_>,
        stack: &mut [N],
        hooks: &mut impl StepHooks<N, Notes = T>,
        mut known: Option<N::Value>,
    ) -> Progress<N::Value> {
        // Before the node above takes the value in, and has the table remember it.
        if context.must_stop() {
            return Progress::Interrupted;
        }
        loop {
            let (above, below) = stack.split_at_mut(self.levels.len());
            let (Some(node), Some(level)) = (above.last_mut(), self.levels.last_mut()) else {
                return Progress::Done(known.expect("the root is live or has a value"));
            };
            let (child, Level { job, notes }) = (&mut below[0], level);
            let at = &mut Live { context, node, notes };
            let absorbed = known.take().map_or(Absorbed::Continue, |value| {
                let job = job.take().expect("a value is that of a job");
                hooks.absorb(at, &job, value, child.line())
            });
            let next = match absorbed {
                Absorbed::Research(again) => Ok(again),
                Absorbed::Continue => hooks.next(at).ok_or_else(|| hooks.finish(at)),
                Absorbed::Settled(value) => Err(value),
            };
            match next {
                Ok(next) => {
                    child.enter(at.context, at.node, &next);
                    *job = Some(next);
                    return Progress::Deeper;
                }
                Err(value) => {
                    hooks.go_up(at);
                    self.levels.pop();
                    known = Some(value);
                }
            }
        }
    }
}

impl<N: Node> Stepper<N> {
    /// Searches to the end with the recursive driver, from where the search stands: at its beginning, or with the value
    /// of the node last entered. `None` if it is left, or the search stops.
    pub(crate) fn finish(
        &mut self,
        context: &mut N::Context<'_>,
        stack: &mut [N],
        mut known: Option<N::Value>,
        interrupt: &mut impl Interrupt<N>,
    ) -> Option<N::Value> {
        if self.levels.is_empty() && known.is_none() {
            self.levels.push(Level { job: None, notes: () });
        }
        loop {
            match self.go_on(context, stack, &mut NoHooks, known) {
                Progress::Deeper => {}
                Progress::Done(value) => return Some(value),
                Progress::Interrupted => return None,
            }
            let below = &mut stack[self.levels.len()..];
            let job = job_below(&self.levels);
            let value = match below[0].open(context, job) {
                Opened::Value(value) => value,
                Opened::Live => driver::search(context, below, interrupt)?,
            };
            if interrupt.is_raised() {
                let left = self.levels.pop().and_then(|level| level.job);
                interrupt.keep(&left.expect("a child has been entered"), value);
                return None;
            }
            known = Some(value);
        }
    }

    /// Takes up a search that the recursive driver has left below the node last entered: the jobs that lead down from
    /// there, the deepest first.
    pub(crate) fn take_up(&mut self, jobs: &[N::Job]) {
        let levels = jobs.iter().rev().map(|&job| Level { job: Some(job), notes: () });
        self.levels.extend(levels);
    }
}

/// The deepest live node, in the hands of the hooks.
pub struct Live<'l, 'c, N: Node, T> {
    /// The worker's context.
    pub context: &'l mut N::Context<'c>,
    /// The node.
    pub node: &'l mut N,
    /// What the hooks have noted of it.
    pub notes: &'l mut T,
}

/// What an algorithm adds to the steps. The defaults add nothing.
pub trait StepHooks<N: Node> {
    /// What is noted of each live node.
    type Notes: Default;

    /// Opens the node last entered, which is behind the levels in the stack. `None` if that has been
    /// interrupted.
    fn open(
        &mut self,
        context: &mut N::Context<'_>,
        stack: &mut [N],
        levels: &mut [Level<N, Self::Notes>],
    ) -> Option<Opened<N::Value>> {
        Some(stack[levels.len()].open(context, job_below(levels)))
    }

    /// This node is live, the root or one just opened: what is to be noted of it. `None` if it is put off,
    /// and the job that leads there taken from its level.
    fn go_down(&mut self, _: &N, _: &mut [Level<N, Self::Notes>]) -> Option<Self::Notes> {
        Some(Self::Notes::default())
    }

    /// [`Node::next`].
    fn next(&mut self, at: &mut Live<'_, '_, N, Self::Notes>) -> Option<N::Job> {
        at.node.next(at.context)
    }

    /// [`Node::absorb`].
    fn absorb(
        &mut self,
        at: &mut Live<'_, '_, N, Self::Notes>,
        job: &N::Job,
        value: N::Value,
        line: &N::Line,
    ) -> Absorbed<N::Job, N::Value> {
        at.node.absorb(at.context, job, value, line)
    }

    /// [`Node::finish`].
    fn finish(&mut self, at: &mut Live<'_, '_, N, Self::Notes>) -> N::Value {
        at.node.finish(at.context)
    }

    /// The node has its value.
    fn go_up(&mut self, _: &mut Live<'_, '_, N, Self::Notes>) {}
}

/// Adds nothing.
pub struct NoHooks;

impl<N: Node> StepHooks<N> for NoHooks {
    type Notes = ();
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

    /// The value of a tree, and what each step calls.
    fn search(root: TinyNode) -> (i32, Vec<Vec<Call>>) {
        let (mut nodes, mut stack) = (0, vec![root; TinyNode::STACK]);
        let (mut stepper, mut steps) = (Stepper::default(), Vec::new());
        loop {
            let step = || stepper.step(&mut nodes, &mut stack, &mut NoHooks);
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

    /// Leaves the search at every so many nodes, and keeps all of it.
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
    fn a_search_that_the_driver_leaves_goes_on_as_if_nothing_had_been() {
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
            stepper.step(&mut nodes, &mut stack, &mut NoHooks);
        }
        let above = stack[1].trace_key();
        stepper.return_to(2);
        let go_on = || stepper.go_on(&mut nodes, &mut stack, &mut NoHooks, Some(0));
        let (_, calls) = calls_of(go_on);
        assert_eq!(calls[..2], [("absorb", above), ("next", above)]);
        assert_eq!((calls[2].0, stepper.depth()), ("enter", 2));
        stepper.return_to(0);
        let progress = stepper.go_on(&mut nodes, &mut stack, &mut NoHooks, Some(7));
        assert!(matches!(progress, Progress::Done(7)));
    }
}
